import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { permissions } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { listed } from '../../ui/kit/formats.ts';
import classes from './permission-page.module.css';

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
          <Allows permission={permission} />
          <Holders permission={permission} />
        </Page>
      )}
    </Record>
  );
}

const COLUMNS = 'minmax(0, 3fr) minmax(0, 2fr)';

interface PartProps {
  permission: permissions.PermissionDetail;
}

function Allows({ permission: { allows } }: PartProps) {
  const { t } = useTranslation('permissions');
  if (allows.length === 0) return null;
  return (
    <Panel title={t('allows')} flush>
      <PanelRows label={t('allows')} columns={COLUMNS}>
        {allows.map(({ method, path, summary }) => (
          <PanelRow key={`${method} ${path}`}>
            <span>
              <bdi>{summary}</bdi>
            </span>
            <code dir="ltr" className={classes.call}>
              {method} {path}
            </code>
          </PanelRow>
        ))}
      </PanelRows>
    </Panel>
  );
}

/** Names who has the permission. Superusers and administrators, who may do everything, are not among them. */
function Holders({ permission: { holders, roles, users_count } }: PartProps) {
  const { t } = useTranslation('permissions');
  const named = new Set(holders.map(({ user_id }) => user_id)).size;
  return (
    <Panel title={t('holders')} flush>
      <PanelNote>
        {t('holders_text')}
        {roles.length > 0 && ` ${t('in_roles', { roles: listed(roles.map(({ name }) => inOwnWords(name))) })}`}
      </PanelNote>
      {holders.length > 0 && (
        <PanelRows label={t('holders')} columns={COLUMNS}>
          {holders.map(({ user_id, user_name, application_title, role_name }) => (
            <PanelRow key={`${user_id} ${application_title ?? ''} ${role_name ?? ''}`}>
              <AnchorLink to="/users/$id" params={{ id: String(user_id) }}>
                {user_name}
              </AnchorLink>
              <span className="wv-quiet">
                {application_title ?? t('everywhere')} · {role_name ? inOwnWords(role_name) : t('alone')}
              </span>
            </PanelRow>
          ))}
        </PanelRows>
      )}
      {named < users_count && <PanelNote>{t('further', { count: users_count - named })}</PanelNote>}
    </Panel>
  );
}
