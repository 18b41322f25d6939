import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { permissions } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { PermissionForm } from './permission-form.tsx';

export function PermissionEditPage() {
  const { t } = useTranslation('permissions');
  const { id } = useParams({ from: '/shell/permissions/$id/edit' });
  const query = useQuery(ask(permissions.getPermission, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/permissions/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(permission) => (
        <Page title={t('edit_title')} path={[...path, { label: permission.name, to: `/permissions/${id}` }]}>
          <PermissionForm key={permission.version} permission={permission} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
