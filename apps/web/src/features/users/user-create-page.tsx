import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { UserForm } from './user-form.tsx';

export function UserCreatePage() {
  const { t } = useTranslation('users');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/users/index' }]}>
      <UserForm />
    </Page>
  );
}
