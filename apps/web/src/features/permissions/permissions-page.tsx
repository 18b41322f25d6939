import { IconLock, IconPencil } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { permissions } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

type Row = permissions.PermissionRecord;

export function PermissionsPage() {
  const { t } = useTranslation('permissions');
  const search = useSearch({ from: '/shell/permissions/index' });
  const navigate = useNavigate();
  const list = useQuery({
    ...ask(permissions.listPermissions, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = <ButtonLink to="/permissions/create">{t('create')}</ButtonLink>;
  const columns: Column<Row>[] = [
    { id: 'name', title: t('column.name'), sort: 'name', render: (row) => <PermissionLink row={row} /> },
    { id: 'kind', title: t('column.kind'), width: 160, render: (row) => <Kind row={row} /> },
    { id: 'users', title: t('column.users'), width: 100, align: 'end', render: (row) => row.users_count },
  ];
  return (
    <Page title={t('title')} lead={t('lead')} actions={create}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/permissions/$id', params: { id: String(row.id) } })}
        card={(row) => <RowCard title={<PermissionLink row={row} />} marks={<Kind row={row} />} />}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(permissions.listPermissions, search), name: t('title') }}
      />
    </Page>
  );
}

const PermissionLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/permissions/$id" params={{ id: String(row.id) }} c="inherit">
    {row.name}
  </AnchorLink>
);

function Kind({ row }: { row: Row }) {
  const { t } = useTranslation('permissions');
  return row.built_in ? (
    <StatusBadge badge={{ hue: 'quiet', icon: IconLock }}>{t('built_in')}</StatusBadge>
  ) : (
    <StatusBadge badge={{ hue: 'info', icon: IconPencil }}>{t('own')}</StatusBadge>
  );
}
