import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { categories, departments } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

type Row = categories.Category;

export function CategoriesPage() {
  const { t } = useTranslation('categories');
  const search = useSearch({ from: '/shell/categories/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(categories.listCategories, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const mayList = may('departments.list');
  const { data: known } = useQuery({
    ...ask(departments.listDepartments, { query: { paginate: '0' } }),
    enabled: mayList,
  });
  const filters: Filter[] = known
    ? [
        {
          id: 'department_id',
          kind: 'choice',
          label: t('filter.department_id'),
          options: known.data.map(({ id, title }) => ({ value: String(id), label: title })),
        },
      ]
    : [];
  const create = may('categories.create') && <ButtonLink to="/categories/create">{t('create')}</ButtonLink>;
  const mayView = may('categories.view');
  const titleOf = (row: Row) => (mayView ? <CategoryLink row={row} /> : row.title);
  const columns: Column<Row>[] = [
    { id: 'title', title: t('column.title'), sort: 'title', render: titleOf },
    {
      id: 'department',
      title: t('column.department'),
      render: (row) => row.department?.title ?? <span className="wv-quiet">{t('no_department')}</span>,
    },
    {
      id: 'questions',
      title: t('column.questions'),
      width: 120,
      align: 'end',
      from: 'medium',
      render: (row) => row.questions_count,
    },
  ];

  return (
    <Page title={t('title')} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/categories/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={titleOf(row)}
            lines={[row.department?.title ?? t('no_department'), t('questions', { count: row.questions_count })]}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(categories.listCategories, search), name: t('title') }}
      />
    </Page>
  );
}

const CategoryLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/categories/$id" params={{ id: String(row.id) }} c="inherit">
    {row.title}
  </AnchorLink>
);
