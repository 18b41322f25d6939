import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { PermissionForm } from './permission-form.tsx';

export function PermissionCreatePage() {
  const { t } = useTranslation('permissions');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/permissions/index' }]}>
      <PermissionForm />
    </Page>
  );
}
