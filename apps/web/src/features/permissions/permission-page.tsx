import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { permissions } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';

export function PermissionPage() {
  const { t } = useTranslation(['permissions', 'common']);
  const { id } = useParams({ from: '/shell/permissions/$id' });
  const navigate = useNavigate();
  const query = useQuery(ask(permissions.getPermission, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/permissions/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(permission) => (
        <Page
          title={permission.name}
          path={path}
          lead={
            <FactLine>
              <Fact label={t('users')}>{String(permission.users_count)}</Fact>
            </FactLine>
          }
          actions={
            !permission.built_in && (
              <>
                <ButtonLink variant="default" to="/permissions/$id/edit" params={{ id }}>
                  {t('common:record.edit')}
                </ButtonLink>
                <DeleteButton
                  what={t('what')}
                  id={permission.id}
                  consequence={t('delete_text', { count: permission.users_count })}
                  remove={() => call(permissions.deletePermission, { params: { id: permission.id } })}
                  changes={['permissions']}
                  onDeleted={() => void navigate({ to: '/permissions/index' })}
                />
              </>
            )
          }
        >
          <Panel title={permission.built_in ? t('built_in') : t('own')}>
            {permission.built_in ? t('built_in_text') : t('own_text')}
          </Panel>
        </Page>
      )}
    </Record>
  );
}
