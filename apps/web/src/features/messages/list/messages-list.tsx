import { ActionIcon } from '@mantine/core';
import { IconEye, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messages, type QueryOf } from '@wardvoice/contract';
import { csvAddressOf } from '../../../api/address.ts';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import type { Column } from '../../../ui/kit/data-table.tsx';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { List } from '../../../ui/domain/list-page.tsx';
import { EventMark, FeedbackStateMark, MessageStateMark } from '../../../ui/domain/marks.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import { RowCard } from '../../../ui/kit/row-card.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';
import { ImportMessages } from '../imports/import-messages.tsx';
import { MessageLink } from '../record/message-link.tsx';
import { MessageQuickLook } from './message-quick-look.tsx';
import { RecentImports } from '../imports/recent-imports.tsx';
import { useMessageFilters, type MessageFilterName } from './use-message-filters.ts';

interface MessagesListProps {
  title: string;
  lead: string;
  /** From the address of the screen. */
  search: QueryOf<typeof messages.listMessages>;
  /** The same, with what the screen itself stands for. */
  query: QueryOf<typeof messages.listMessages>;
  filters: readonly MessageFilterName[];
  empty?: { title: string; text: string };
  /** Before those that every list of messages has. */
  actions?: ReactNode;
}

export function MessagesList({ title, lead, search, query, filters, empty, actions }: MessagesListProps) {
  const { t } = useTranslation(['messages', 'common']);
  const navigate = useNavigate();
  const may = useMay();
  const [looked, setLooked] = useState<messages.Message | null>(null);
  const columns = useMessageColumns(setLooked);
  const list = useQuery({
    ...ask(messages.listMessages, { query }, { topics: ['messages', 'deliveries', 'feedback'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });

  return (
    <Page
      title={title}
      lead={lead}
      path={[{ label: t('title.messages'), to: '/messages/index' }]}
      actions={
        <>
          {actions}
          {may('messages.create') && (
            <>
              <ImportMessages />
              <ButtonLink to="/messages/messages/create" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
                {t('form.create')}
              </ButtonLink>
            </>
          )}
        </>
      }
    >
      {may('messages.create') && <RecentImports />}
      <List
        caption={title}
        query={list}
        search={search}
        searchHint={t('search_hint')}
        filters={useMessageFilters(filters)}
        columns={columns}
        rowKey={(row) => row.id}
        onRow={(row) => void navigate({ to: '/messages/$id', params: { id: String(row.id) } })}
        card={(row) => <MessageCard message={row} />}
        empty={empty ?? { title: t('empty_title'), text: t('empty_text') }}
        csv={{ address: csvAddressOf(messages.listMessages, query), name: title }}
      />
      <MessageQuickLook message={looked} onClose={() => setLooked(null)} />
    </Page>
  );
}

function useMessageColumns(onLook: (message: messages.Message) => void): Column<messages.Message>[] {
  const { t } = useTranslation(['messages', 'common', 'terms']);
  const { patientName } = useTerms();
  return [
    { id: 'patient', title: t('column.patient'), render: (row) => <MessageLink message={row} /> },
    { id: 'event', title: t('column.event'), width: 204, render: (row) => <EventMark event={row.event} /> },
    { id: 'ward', title: t('column.ward'), width: 96, from: 'medium', render: (row) => row.location },
    { id: 'visit', title: t('column.visit'), width: 120, from: 'widest', render: (row) => row.visit_number },
    { id: 'sender', title: t('column.sender'), width: 120, from: 'widest', render: (row) => row.sending_application },
    {
      id: 'state',
      title: t('column.state'),
      width: 116,
      fits: messages.MESSAGE_STATES.map((state) => t(`terms:message_state.${state}`)),
      render: (row) => <MessageStateMark state={row.state} />,
    },
    {
      id: 'survey',
      title: t('column.survey'),
      width: 158,
      from: 'wide',
      render: (row) => <FeedbackStateMark state={row.feedback_state} />,
    },
    {
      id: 'event_at',
      title: t('column.event_at'),
      width: 112,
      align: 'end',
      sort: 'event_at',
      render: (row) => <RelativeTime at={row.event_at} />,
    },
    {
      id: 'received_at',
      title: t('column.received_at'),
      width: 112,
      align: 'end',
      sort: 'received_at',
      from: 'widest',
      render: (row) => <RelativeTime at={row.received_at} />,
    },
    {
      id: 'look',
      title: t('column.look'),
      titleHidden: true,
      width: 56,
      align: 'end',
      from: 'medium',
      render: (row) => (
        <ActionIcon
          size={28}
          aria-label={t('common:list.quick_look', { name: patientName(row) })}
          onClick={() => onLook(row)}
        >
          <IconEye size={17} stroke={1.5} />
        </ActionIcon>
      ),
    },
  ];
}

function MessageCard({ message }: { message: messages.Message }) {
  return (
    <RowCard
      title={<MessageLink message={message} />}
      aside={<RelativeTime at={message.event_at} />}
      lines={[[message.location, message.visit_number].filter(Boolean).join(' · ')]}
      marks={
        <>
          <EventMark event={message.event} />
          {message.state !== 'processed' && <MessageStateMark state={message.state} />}
          <FeedbackStateMark state={message.feedback_state} />
        </>
      }
    />
  );
}
