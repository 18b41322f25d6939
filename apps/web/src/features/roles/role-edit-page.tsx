import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roles } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { RoleForm } from './role-form.tsx';

export function RoleEditPage() {
  const { t } = useTranslation('roles');
  const { id } = useParams({ from: '/shell/roles/$id/edit' });
  const query = useQuery(ask(roles.getRole, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/roles/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(role) => (
        <Page title={t('edit_title')} path={[...path, { label: role.name, to: `/roles/${id}` }]}>
          <RoleForm key={role.version} role={role} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
