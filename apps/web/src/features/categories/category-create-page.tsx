import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { CategoryForm } from './category-form.tsx';

export function CategoryCreatePage() {
  const { t } = useTranslation('categories');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/categories/index' }]}>
      <CategoryForm />
    </Page>
  );
}
