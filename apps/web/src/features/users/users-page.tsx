import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { roles, users } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useApplication, useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { UserState } from './user-state.tsx';
import { WaitingPeople } from './waiting-people.tsx';

type Row = users.UserRow;

export function UsersPage() {
  const { t } = useTranslation('users');
  const search = useSearch({ from: '/shell/users/index' });
  const navigate = useNavigate();
  const application = useApplication();
  const may = useMay();
  const list = useQuery({
    ...ask(users.listUsers, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const create = may('users.create') && (
    <>
      {application && (
        <ButtonLink variant="default" to="/users/invite">
          {t('invite_many.title')}
        </ButtonLink>
      )}
      <ButtonLink to="/users/create">{t('create')}</ButtonLink>
    </>
  );
  const mayView = may('users.view');
  const nameOf = (row: Row) => (mayView ? <UserLink row={row} /> : row.name);
  const roleOptions = useRoleOptions();
  const filters: Filter[] = [
    {
      id: 'active',
      kind: 'choice',
      label: t('filter.active'),
      options: [
        { value: '1', label: t('state.active') },
        { value: '0', label: t('state.deactivated') },
      ],
    },
    ...(roleOptions.length > 0
      ? [{ id: 'role_id', kind: 'choice' as const, label: t('role'), options: roleOptions }]
      : []),
  ];
  const columns: Column<Row>[] = [
    { id: 'name', title: t('column.name'), sort: 'name', render: nameOf },
    { id: 'email', title: t('column.email'), sort: 'email', render: (row) => <span dir="ltr">{row.email}</span> },
    { id: 'state', title: t('column.state'), width: 140, render: (row) => <UserState user={row} /> },
    {
      id: 'role',
      title: t('role'),
      width: 180,
      from: 'medium',
      render: (row) => (row.role_name ? inOwnWords(row.role_name) : <span className="wv-quiet">–</span>),
    },
    {
      id: 'permissions',
      title: t('column.permissions'),
      width: 120,
      align: 'end',
      from: 'wide',
      render: (row) => row.permissions_count,
    },
    {
      id: 'seen',
      title: t('column.seen'),
      width: 140,
      align: 'end',
      from: 'medium',
      render: (row) =>
        row.last_seen_at ? <RelativeTime at={row.last_seen_at} /> : <span className="wv-quiet">–</span>,
    },
  ];
  return (
    <Page title={t('index_title')} heading={t('title')} lead={application ? t('lead') : t('lead_all')} actions={create}>
      {may('users.create') && (
        <>
          <WaitingPeople />
          <OpenInvitations />
        </>
      )}
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/users/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={nameOf(row)}
            aside={row.last_seen_at && <RelativeTime at={row.last_seen_at} />}
            lines={[
              <span key="email" dir="ltr">
                {row.email}
              </span>,
              ...(row.role_name ? [inOwnWords(row.role_name)] : []),
            ]}
            marks={<UserState user={row} />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: create }}
        csv={{ address: csvAddressOf(users.listUsers, search), name: t('title') }}
      />
    </Page>
  );
}

/** Offers the roles of the application. Without one, people have roles in several, which one filter cannot tell apart. */
function useRoleOptions() {
  const mayView = useMay()('users.view');
  const application = useApplication();
  const enabled = mayView && application !== null;
  const { data } = useQuery({ ...ask(roles.listRoles, { query: { paginate: '0' } }), enabled });
  return (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: inOwnWords(name) }));
}

const UserLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/users/$id" params={{ id: String(row.id) }} c="inherit">
    {row.name}
  </AnchorLink>
);
