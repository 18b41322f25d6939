import { Anchor } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountEmails } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import { named } from '../../ui/kit/formats.ts';

type Row = accountEmails.AccountEmail;

/** Lists the e-mails to people about their accounts. Where no gateway is configured, they can be read only here. */
export function AccountEmailsPage() {
  const { t } = useTranslation('account');
  const search = useSearch({ from: '/shell/account-emails/index' });
  const list = useQuery({
    ...ask(accountEmails.listAccountEmails, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    { id: 'recipient', title: t('emails.recipient'), render: (row) => row.recipient },
    { id: 'kind', title: t('emails.kind'), render: (row) => t(`emails.kinds.${row.kind}`) },
    { id: 'state', title: t('emails.state'), width: 240, render: (row) => <State row={row} /> },
    { id: 'link', title: t('emails.link'), width: 140, render: (row) => <OpenLink row={row} /> },
    {
      id: 'created_at',
      title: t('emails.created_at'),
      width: 160,
      align: 'end',
      sort: 'created_at',
      render: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
  return (
    <Page title={t('emails.title')} lead={t('emails.lead')}>
      <List
        caption={t('emails.title')}
        query={list}
        search={search}
        searchHint={t('emails.search_hint')}
        columns={columns}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={row.recipient}
            aside={<RelativeTime at={row.created_at} />}
            lines={[t(`emails.kinds.${row.kind}`)]}
            marks={
              <>
                <State row={row} /> <OpenLink row={row} />
              </>
            }
          />
        )}
        empty={{ title: t('emails.empty_title'), text: t('emails.empty_text') }}
      />
    </Page>
  );
}

function State({ row: { state, gateway, last_error } }: { row: Row }) {
  const { t } = useTranslation('account');
  const word = state === 'sent' && gateway === 'outbox' ? t('emails.states.outbox') : t(`emails.states.${state}`);
  return <span>{last_error === null ? word : named(word, last_error)}</span>;
}

function OpenLink({ row: { link, recipient } }: { row: Row }) {
  const { t } = useTranslation('account');
  if (link === null) return null;
  return (
    <Anchor href={link} inherit aria-label={t('emails.open_link_label', { recipient })}>
      {t('emails.open_link')}
    </Anchor>
  );
}
