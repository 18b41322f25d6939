import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contacts, mailingLists, SURVEY_LANGUAGES } from '@wardvoice/contract';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import type { Filter } from '../../ui/kit/filters.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { OptOutMarks } from './opt-out-marks.tsx';

type Row = contacts.Contact;

export function ContactsPage() {
  const { t } = useTranslation('contacts');
  const { languageName } = useTerms();
  const search = useSearch({ from: '/shell/contacts/index' });
  const navigate = useNavigate();
  const may = useMay();
  const list = useQuery({
    ...ask(contacts.listContacts, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const maySeeLists = may('mailing-lists.list');
  const { data: lists } = useQuery({
    ...ask(mailingLists.listMailingLists, { query: { paginate: '0' } }),
    enabled: maySeeLists,
  });
  const create = may('contacts.create') && <ButtonLink to="/contacts/create">{t('create')}</ButtonLink>;
  const mayView = may('contacts.view');
  const nameOf = (row: Row) => (mayView ? <ContactLink row={row} /> : row.name);
  const filters: Filter[] = [
    {
      id: 'opted_out',
      kind: 'choice',
      label: t('opted_out'),
      options: [
        { value: '1', label: t('opted_out') },
        { value: '0', label: t('not_opted_out') },
      ],
    },
    {
      id: 'language',
      kind: 'choice',
      label: t('language'),
      options: SURVEY_LANGUAGES.map((value) => ({ value, label: languageName(value) })),
    },
    ...(lists && lists.data.length > 0
      ? [
          {
            id: 'mailing_list_id',
            kind: 'choice' as const,
            label: t('lists'),
            options: lists.data.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : []),
  ];
  const columns: Column<Row>[] = [
    { id: 'name', title: t('name'), sort: 'name', render: nameOf },
    { id: 'email', title: t('email'), render: ({ email }) => <span dir="ltr">{email}</span> },
    { id: 'phone', title: t('phone'), width: 160, render: ({ phone }) => <span dir="ltr">{phone}</span> },
    { id: 'external_id', title: t('external_id'), width: 140, from: 'medium', render: (row) => row.external_id },
    {
      id: 'language',
      title: t('language'),
      width: 110,
      from: 'wide',
      render: ({ language }) => language && languageName(language),
    },
    { id: 'opted_out', title: t('opted_out'), width: 180, render: (row) => <OptOutMarks contact={row} /> },
  ];
  const firstActions = (
    <Group gap={8}>
      {create}
      {may('contacts.import') && may('mailing-lists.list') && (
        <ButtonLink variant="default" to="/mailingList/index">
          {t('to_lists')}
        </ButtonLink>
      )}
    </Group>
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <ButtonLink variant="default" to="/contacts/duplicates">
            {t('duplicates')}
          </ButtonLink>
          {create}
        </>
      }
    >
      <List
        caption={t('title')}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={mayView ? (row) => void navigate({ to: '/contacts/$id', params: { id: String(row.id) } }) : undefined}
        card={(row) => (
          <RowCard
            title={nameOf(row)}
            lines={[
              <span key="email" dir="ltr">
                {row.email}
              </span>,
              <span key="phone" dir="ltr">
                {row.phone}
              </span>,
            ]}
            marks={row.email_opted_out || row.sms_opted_out ? <OptOutMarks contact={row} /> : undefined}
          />
        )}
        csv={{ address: csvAddressOf(contacts.listContacts, search), name: t('title') }}
        empty={{ title: t('empty_title'), text: t('empty_text'), action: firstActions }}
      />
    </Page>
  );
}

const ContactLink = ({ row }: { row: Row }) => (
  <AnchorLink to="/contacts/$id" params={{ id: String(row.id) }} c="inherit" dir="auto">
    {row.name}
  </AnchorLink>
);
