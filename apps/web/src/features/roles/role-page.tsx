import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roles } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useApplication, useMay } from '../../api/session.ts';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { groupPermissions } from '../../ui/domain/permissions/group-permissions.ts';
import { listed } from '../../ui/kit/formats.ts';
import classes from './role-page.module.css';

export function RolePage() {
  const { t } = useTranslation('roles');
  const { id } = useParams({ from: '/shell/roles/$id' });
  const query = useQuery(ask(roles.getRole, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/roles/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(role) => (
        <Page title={inOwnWords(role.name)} path={path} lead={<About role={role} />} actions={<Actions role={role} />}>
          <Panel title={t('permissions')}>
            <dl className={classes.permissions}>
              {groupPermissions(role.permissions).map(({ resource, title, permissions }) => (
                <div key={resource}>
                  <dt>{title}</dt>
                  <dd>{listed(permissions.map(({ action }) => action))}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        </Page>
      )}
    </Record>
  );
}

function About({ role }: { role: roles.Role }) {
  const { t } = useTranslation('roles');
  const mayList = useMay()('users.list');
  return (
    <>
      {role.description && <p>{inOwnWords(role.description)}</p>}
      <FactLine>
        <Fact label={t('kind')}>{role.built_in ? t('built_in') : t('own')}</Fact>
        {role.two_step_required && <Fact label={t('two_step')}>{t('two_step_is_required')}</Fact>}
        <Fact label={t('users')}>
          {mayList && role.users_count > 0 ? (
            <AnchorLink
              to="/users/index"
              search={{ role_id: role.id }}
              aria-label={t('users_link', { name: inOwnWords(role.name) })}
            >
              {role.users_count}
            </AnchorLink>
          ) : (
            String(role.users_count)
          )}
        </Fact>
      </FactLine>
    </>
  );
}

function Actions({ role }: { role: roles.Role }) {
  const { t } = useTranslation(['roles', 'common']);
  const navigate = useNavigate();
  const may = useMay();
  const application = useApplication();
  if (application === null || !may('roles.update')) return null;
  const mayChange = !role.built_in && role.permissions.every((name) => may(name));
  return (
    <>
      <ButtonLink variant="default" to="/roles/create" search={{ from: role.id }}>
        {t('copy')}
      </ButtonLink>
      {mayChange && (
        <>
          <ButtonLink variant="default" to="/roles/$id/edit" params={{ id: String(role.id) }}>
            {t('common:record.edit')}
          </ButtonLink>
          <DeleteButton
            what={t('what')}
            id={role.id}
            consequence={t('delete_text', { count: role.users_count })}
            remove={() => call(roles.deleteRole, { params: { id: role.id } })}
            changes={['roles']}
            onDeleted={() => void navigate({ to: '/roles/index' })}
          />
        </>
      )}
    </>
  );
}
