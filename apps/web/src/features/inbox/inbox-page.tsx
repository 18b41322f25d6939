import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconBell,
  IconInfoCircle,
  IconMessageReply,
  IconUserCheck,
} from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cases, inbox } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import type { Column } from '../../ui/kit/data-table.tsx';
import { List } from '../../ui/domain/list-page.tsx';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';
import { CaseStateMark } from '../../ui/domain/marks.tsx';
import { RelativeTime } from '../../ui/kit/relative-time.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { RowCard } from '../../ui/kit/row-card.tsx';
import classes from './inbox-page.module.css';

const kindBadge: Record<inbox.InboxItem['kind'], BadgeStyle> = {
  case_opened: { hue: 'accent', icon: IconBell },
  case_escalated: { hue: 'warn', icon: IconBellRinging },
  case_notify: { hue: 'info', icon: IconInfoCircle },
  case_assigned: { hue: 'accent', icon: IconUserCheck },
  text_received: { hue: 'info', icon: IconMessageReply },
  alarm_opened: { hue: 'warn', icon: IconAlertTriangle },
  feedback_assigned: { hue: 'accent', icon: IconUserCheck },
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
            aside={<RelativeTime at={row.created_at} />}
            lines={[row.answer && row.question, [row.department_title, row.location].filter(Boolean).join(' · ')]}
            marks={<StatusBadge badge={kindBadge[row.kind]}>{t(`kind.${row.kind}`)}</StatusBadge>}
          />
        )}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
    </Page>
  );
}

/** Marks an item as read, and opens what it is about. */
function useOpenItem(): (item: inbox.InboxItem) => void {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const read = useMutation({
    mutationFn: (id: number) => call(inbox.readInboxItem, { params: { id } }),
    onSuccess: () => void invalidate('inbox'),
  });
  const targetOf = useTarget();
  return (item) => {
    if (item.read_at === null) read.mutate(item.id);
    const target = targetOf(item);
    if (target) void navigate(target);
  };
}

/** The record that an item is about; null when the person may not open it. */
function useTarget() {
  const may = useMay();
  return ({ case_id, text_id, alarm_id, feedback_id }: inbox.InboxItem) => {
    if (case_id !== null) return { to: '/cases/$id', params: { id: String(case_id) } };
    if (text_id !== null) return { to: '/texts/$id', params: { id: String(text_id) } };
    if (alarm_id !== null) return { to: '/alarms/index' };
    if (feedback_id !== null && may('feedback.list'))
      return { to: '/feedback/records/$id', params: { id: String(feedback_id) } };
    return null;
  };
}

function ItemButton({ item, onOpen }: { item: inbox.InboxItem; onOpen: (item: inbox.InboxItem) => void }) {
  const { t } = useTranslation('inbox');
  const isUnread = item.read_at === null;
  const opens = useTarget()(item) !== null;
  return (
    <UnstyledButton role={opens ? 'link' : undefined} fz="inherit" onClick={() => onOpen(item)}>
      {isUnread && <span className={classes.dot} role="img" aria-label={t('unread')} />}
      <bdi>{item.answer || item.question || t(`kind.${item.kind}`)}</bdi>
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
          <ItemButton item={row} onOpen={onOpen} /> {row.answer && <span className="wv-quiet">{row.question}</span>}
        </>
      ),
    },
    {
      id: 'kind',
      title: t('column.kind'),
      width: 220,
      render: (row) => <StatusBadge badge={kindBadge[row.kind]}>{t(`kind.${row.kind}`)}</StatusBadge>,
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
    {
      id: 'when',
      title: t('column.when'),
      width: 116,
      align: 'end',
      render: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
}
