import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { DepartmentForm } from './department-form.tsx';

export function DepartmentCreatePage() {
  const { t } = useTranslation('departments');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/departments/index' }]}>
      <DepartmentForm />
    </Page>
  );
}
