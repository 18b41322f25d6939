import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { departments, wardDepartments } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { EscalationCheckPanel } from './escalation-check-panel.tsx';

type Row = departments.DepartmentRow;

export function DepartmentsPage() {
  const { t } = useTranslation('departments');
  const search = useSearch({ from: '/shell/departments/index' });
  const navigate = useNavigate();
  const may = useMay();
  const applicationId = useSession()?.application_user.application?.id;
  const list = useQuery({
    ...ask(departments.listDepartments, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const wards = useQuery(ask(wardDepartments.listWardDepartments, {}));
  const without = wards.data?.without_department ?? 0;
  const toWards = (
    <ButtonLink
      variant="default"
      to="/departments/wards"
      leftSection={without > 0 && <IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
    >
      {without > 0 ? t('wards.without_department', { count: without }) : t('wards.open')}
    </ButtonLink>
  );
  const create = may('departments.create') && <ButtonLink to="/departments/create">{t('create')}</ButtonLink>;
  const mayView = may('departments.view');
  const titleOf = (row: Row) => (mayView ? <DepartmentLink row={row} /> : row.title);
  const columns: Column<Row>[] = [
    { id: 'title', title: t('column.title'), sort: 'title', render: titleOf },
    {
      id: 'categories',
      title: t('column.categories'),
      width: 130,
      align: 'end',
      render: (row) => row.categories_count,
    },
    {
      id: 'escalations',
      title: t('column.escalations'),
      width: 130,
      align: 'end',
      render: (row) => row.escalations_count,
    },
  ];

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          {toWards}
          {create}
        </>
      }
    >
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/departments/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={titleOf(row)}
            lines={[
              `${t('column.categories')} ${row.categories_count} · ${t('column.escalations')} ${row.escalations_count}`,
            ]}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(departments.listDepartments, search), name: t('title') }}
      />
      {mayView && applicationId !== undefined && <EscalationCheckPanel applicationId={applicationId} />}
    </Page>
  );
}

const DepartmentLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/departments/$id" params={{ id: String(row.id) }} c="inherit">
    {row.title}
  </AnchorLink>
);
