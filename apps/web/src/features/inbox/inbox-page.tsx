import { UnstyledButton } from '@mantine/core';
import { IconBellRinging, IconBell, IconInfoCircle, IconMessageReply } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cases, inbox } from '@wardvoice/contract';
import { ask, refreshTopics } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import type { Column } from '../../ui/data-table.tsx';
import { List } from '../../ui/list-page.tsx';
import { Mark, type MarkLook } from '../../ui/mark.tsx';
import { CaseStateMark } from '../../ui/marks.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { RowCard } from '../../ui/row-card.tsx';
import classes from './inbox-page.module.css';

const kindLook: Record<inbox.InboxItem['kind'], MarkLook> = {
  case_opened: { hue: 'accent', icon: IconBell },
  case_escalated: { hue: 'warn', icon: IconBellRinging },
  case_notify: { hue: 'info', icon: IconInfoCircle },
  text_received: { hue: 'info', icon: IconMessageReply },
};

export function InboxPage() {
  const { t } = useTranslation('inbox');
  const search = useSearch({ from: '/shell/inbox' });
  const list = useQuery({
    ...ask(inbox.listInbox, { query: search }, { topics: ['inbox', 'cases'], failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  const open = useOpenItem();

  return (
    <Page title={t('title')} lead={t('lead')}>
      <List
        caption={t('title')}
        query={list}
        search={search}
        filters={[{ id: 'unread', kind: 'flag', label: t('filter.unread') }]}
        columns={useInboxColumns(open)}
        rowKey={(row) => row.id}
        onRow={open}
        isStrong={(row) => row.read_at === null}
        card={(row) => (
          <RowCard
            title={<ItemButton item={row} onOpen={open} />}
            aside={<Moment at={row.created_at} />}
            lines={[row.question, [row.department_title, row.location].filter(Boolean).join(' · ')]}
            marks={<Mark look={kindLook[row.kind]}>{t(`kind.${row.kind}`)}</Mark>}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
    </Page>
  );
}

/** Opening an item is reading it; where it tells of a case or a text, that is opened. */
function useOpenItem(): (item: inbox.InboxItem) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: (id: number) => call(inbox.readInboxItem, { params: { id } }),
    onSuccess: () => refreshTopics(client, ['inbox']),
  });
  return (item) => {
    if (item.read_at === null) read.mutate(item.id);
    if (item.case_id === null && item.text_id !== null)
      void navigate({ to: '/texts/$id', params: { id: String(item.text_id) } });
    if (item.case_id !== null) void navigate({ to: '/cases/$id', params: { id: String(item.case_id) } });
  };
}

function ItemButton({ item, onOpen }: { item: inbox.InboxItem; onOpen: (item: inbox.InboxItem) => void }) {
  const { t } = useTranslation('inbox');
  const isUnread = item.read_at === null;
  return (
    <UnstyledButton
      role={item.case_id === null && item.text_id === null ? undefined : 'link'}
      fz="inherit"
      onClick={() => onOpen(item)}
    >
      {isUnread && <span className={classes.dot} role="img" aria-label={t('unread')} />}
      <bdi>{item.answer}</bdi>
    </UnstyledButton>
  );
}

function useInboxColumns(onOpen: (item: inbox.InboxItem) => void): Column<inbox.InboxItem>[] {
  const { t } = useTranslation('inbox');
  return [
    {
      id: 'what',
      title: t('column.what'),
      render: (row) => (
        <>
          <ItemButton item={row} onOpen={onOpen} /> <span className="wv-quiet">{row.question}</span>
        </>
      ),
    },
    {
      id: 'kind',
      title: t('column.kind'),
      width: 220,
      render: (row) => <Mark look={kindLook[row.kind]}>{t(`kind.${row.kind}`)}</Mark>,
    },
    {
      id: 'department',
      title: t('column.department'),
      width: 160,
      from: 'medium',
      render: (row) => row.department_title,
    },
    { id: 'ward', title: t('column.ward'), width: 100, from: 'wide', render: (row) => row.location },
    {
      id: 'state',
      title: t('column.state'),
      width: 130,
      from: 'medium',
      render: (row) => {
        const state = cases.CASE_STATES.find((known) => known === row.case_state);
        return state && <CaseStateMark state={state} />;
      },
    },
    { id: 'when', title: t('column.when'), width: 116, align: 'end', render: (row) => <Moment at={row.created_at} /> },
  ];
}
