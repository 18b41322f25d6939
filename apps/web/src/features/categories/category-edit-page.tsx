import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { categories } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { CategoryForm } from './category-form.tsx';

export function CategoryEditPage() {
  const { t } = useTranslation('categories');
  const { id } = useParams({ from: '/shell/categories/$id/edit' });
  const query = useQuery(ask(categories.getCategory, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/categories/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(category) => (
        <Page title={t('edit_title')} path={[...path, { label: category.title, to: `/categories/${id}` }]}>
          <CategoryForm key={category.version} category={category} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
