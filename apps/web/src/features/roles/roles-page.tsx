import { IconLock, IconPencil } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roles } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useApplication, useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';

export function RolesPage() {
  const { t } = useTranslation('roles');
  const search = useSearch({ from: '/shell/roles/index' });
  const navigate = useNavigate();
  const application = useApplication();
  const mayCreate = useMay()('roles.update') && application !== null;
  const list = useQuery({
    ...ask(roles.listRoles, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = mayCreate && <ButtonLink to="/roles/create">{t('create')}</ButtonLink>;
  const columns: Column<roles.Role>[] = [
    { id: 'name', title: t('column.name'), sort: 'name', width: 200, render: (row) => <RoleLink row={row} /> },
    { id: 'description', title: t('column.description'), from: 'medium', render: (row) => inOwnWords(row.description) },
    { id: 'kind', title: t('column.kind'), width: 140, render: (row) => <Kind row={row} /> },
    { id: 'users', title: t('column.users'), width: 100, align: 'end', render: (row) => <Users row={row} /> },
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
        onRow={(row) => void navigate({ to: '/roles/$id', params: { id: String(row.id) } })}
        card={(row) => (
          <RowCard title={<RoleLink row={row} />} lines={[inOwnWords(row.description)]} marks={<Kind row={row} />} />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(roles.listRoles, search), name: t('title') }}
      />
    </Page>
  );
}

const RoleLink = ({ row }: { row: roles.Role }) => (
  <AnchorLink to="/roles/$id" params={{ id: String(row.id) }} c="inherit">
    {inOwnWords(row.name)}
  </AnchorLink>
);

function Users({ row }: { row: roles.Role }) {
  const mayList = useMay()('users.list');
  if (row.users_count === 0 || !mayList) return row.users_count;
  return (
    <AnchorLink to="/users/index" search={{ role_id: row.id }}>
      {row.users_count}
    </AnchorLink>
  );
}

function Kind({ row }: { row: roles.Role }) {
  const { t } = useTranslation('roles');
  return row.built_in ? (
    <StatusBadge badge={{ hue: 'quiet', icon: IconLock }}>{t('built_in')}</StatusBadge>
  ) : (
    <StatusBadge badge={{ hue: 'info', icon: IconPencil }}>{t('own')}</StatusBadge>
  );
}
