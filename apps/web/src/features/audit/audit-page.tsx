import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { apiKeys, audit, users } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useApplication, useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { AuditState } from './audit-state.tsx';
import { useAuditWords } from './use-audit-words.ts';
import { ChainResult, useVerifyChain, VerifyChain } from './verify-chain.tsx';

type Row = audit.AuditEntry;

export function AuditPage() {
  const { t } = useTranslation('audit');
  const search = useSearch({ from: '/shell/audit/index' });
  const words = useAuditWords();
  const chain = useVerifyChain();
  const list = useQuery({
    ...ask(audit.listAudit, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={search.patient_id ? t('who_saw') : t('title')}
      lead={t('lead')}
      actions={
        <>
          <VerifyChain {...chain} />
          {search.patient_id && (
            <ButtonLink
              variant="default"
              to="/audit/sheet"
              search={{ patient_id: search.patient_id, from: search.from, to: search.to }}
            >
              {t('sheet.open')}
            </ButtonLink>
          )}
        </>
      }
    >
      <AuditState />
      <ChainResult {...chain} />
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useAuditFilters(list.data?.data ?? [], search)}
        columns={useAuditColumns()}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={words.who(row)}
            aside={<RelativeTime at={row.at} />}
            lines={[[words.action(row), words.record(row)].join(' · '), words.details(row)]}
            marks={row.refused && <Refused />}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(audit.listAudit, search), name: t('title') }}
      />
    </Page>
  );
}

function Refused() {
  const { t } = useTranslation('audit');
  return <StatusBadge badge={{ hue: 'bad', icon: IconBan }}>{t('refused')}</StatusBadge>;
}

function useAuditFilters(
  rows: readonly Row[],
  { user_id, api_key_id }: { user_id?: number | undefined; api_key_id?: number | undefined },
): Filter[] {
  const { t } = useTranslation('audit');
  const { actions, types } = useAuditWords();
  const people = usePeople(rows, user_id);
  const keys = useKeys(rows, api_key_id);
  return [
    { id: 'action', kind: 'choice', label: t('filter.action'), options: actions },
    { id: 'record_type', kind: 'choice', label: t('filter.record_type'), options: types },
    { id: 'record_id', kind: 'text', label: t('filter.record_id') },
    { id: 'patient_id', kind: 'text', label: t('filter.patient_id') },
    { id: 'user_id', kind: 'choice', label: t('filter.user_id'), options: people },
    ...(keys.length > 0
      ? [{ id: 'api_key_id', kind: 'choice' as const, label: t('filter.api_key_id'), options: keys }]
      : []),
    { id: 'from', kind: 'date', label: t('filter.from') },
    { id: 'to', kind: 'date', label: t('filter.to') },
    { id: 'refused', kind: 'flag', label: t('filter.refused') },
  ];
}

/** Offers everybody to people who may list users, and to others those of the page. */
function usePeople(rows: readonly Row[], chosen: number | undefined) {
  const enabled = useMay()('users.list');
  const { data } = useQuery({ ...ask(users.listUsers, { query: { paginate: '0' } }), enabled });
  const names = new Map(chosen === undefined ? [] : [[chosen, `#${chosen}`]]);
  for (const { user_id, user_name } of rows) if (user_id !== null && user_name !== null) names.set(user_id, user_name);
  for (const { id, name } of data?.data ?? []) names.set(id, name);
  return asOptions(names);
}

/** Offers the API keys to people who may list them, and to others those of the page. */
function useKeys(rows: readonly Row[], chosen: number | undefined) {
  const may = useMay();
  const application = useApplication();
  const enabled = may('api_keys.list') && application !== null;
  const { data } = useQuery({ ...ask(apiKeys.listApiKeys, { query: { paginate: '0' } }), enabled });
  const names = new Map(chosen === undefined ? [] : [[chosen, `#${chosen}`]]);
  for (const { details } of rows) if (details.as?.api_key) names.set(details.as.api_key.id, details.as.api_key.name);
  for (const { id, name } of data?.data ?? []) names.set(id, name);
  return asOptions(names);
}

const asOptions = (names: ReadonlyMap<number, string>) =>
  [...names].map(([id, label]) => ({ value: String(id), label })).toSorted((a, b) => a.label.localeCompare(b.label));

function useAuditColumns(): Column<Row>[] {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const application = useApplication();
  return [
    { id: 'at', title: t('column.at'), width: 120, sort: 'at', render: (row) => <RelativeTime at={row.at} /> },
    { id: 'who', title: t('column.who'), width: 240, render: (row) => <Who row={row} /> },
    {
      id: 'action',
      title: t('column.action'),
      width: 190,
      render: (row) => (row.refused ? <RefusedAction action={words.action(row)} /> : words.action(row)),
    },
    { id: 'record', title: t('column.record'), width: 170, render: words.record },
    ...(application
      ? []
      : [
          {
            id: 'application',
            title: t('column.application'),
            width: 180,
            from: 'wide' as const,
            render: (row: Row) => row.application_title,
          },
        ]),
    {
      id: 'details',
      title: t('column.details'),
      from: 'medium',
      render: (row) => (
        <span className="wv-quiet" dir="auto" title={words.details(row)}>
          {words.details(row)}
        </span>
      ),
    },
  ];
}

function Who({ row }: { row: Row }) {
  const words = useAuditWords();
  const as = words.actedAs(row);
  return (
    <>
      <bdi>{words.who(row)}</bdi>
      {as && <span className="wv-quiet"> {as}</span>}
    </>
  );
}

function RefusedAction({ action }: { action: string }) {
  const { t } = useTranslation('audit');
  return <StatusBadge badge={{ hue: 'bad', icon: IconBan }}>{t('refused_action', { action })}</StatusBadge>;
}
