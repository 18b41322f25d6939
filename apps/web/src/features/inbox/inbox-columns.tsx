import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cases, type inbox } from '@wardvoice/contract';
import { CaseStateMark } from '../../ui/domain/marks.tsx';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import { UnreadDot } from '../../ui/domain/unread-dot.tsx';
import type { Column } from '../../ui/kit/data-table.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { kindBadge } from './kind-badge.ts';
import { useTarget } from './use-open-item.ts';

export interface ItemActions {
  open: (item: inbox.InboxItem) => void;
  done: (items: readonly inbox.InboxItem[]) => void;
  undone: (ids: number[]) => void;
  isBusy: boolean;
}

function useItemName(): (item: inbox.InboxItem) => string {
  const { t } = useTranslation('inbox');
  return ({ answer, question, kind }) => answer || question || t(`kind.${kind}`);
}

export function ItemButton({ item, onOpen }: { item: inbox.InboxItem; onOpen: ItemActions['open'] }) {
  const { t } = useTranslation('inbox');
  const nameOf = useItemName();
  const isUnread = item.read_at === null;
  const opens = useTarget()(item) !== null;
  return (
    <UnstyledButton role={opens ? 'link' : undefined} fz="inherit" onClick={() => onOpen(item)}>
      <bdi>
        {isUnread && <UnreadDot label={t('unread')} />}
        {nameOf(item)}
      </bdi>
    </UnstyledButton>
  );
}

/** Marks an item as done, or takes that back. */
export function DoneButton({ item, actions }: { item: inbox.InboxItem; actions: ItemActions }) {
  const { t } = useTranslation('inbox');
  const what = useItemName()(item);
  const isDone = item.done_at !== null;
  const Picture = isDone ? IconArrowBackUp : IconCheck;
  return (
    <ActionIcon
      aria-label={t(isDone ? 'undone_item' : 'done_item', { what })}
      title={t(isDone ? 'undone' : 'done')}
      disabled={actions.isBusy}
      onClick={() => (isDone ? actions.undone([item.id]) : actions.done([item]))}
    >
      <Picture size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** Says what an item was told as or, where nothing is left to do about it, why. */
export function KindMark({ item: { kind, over } }: { item: inbox.InboxItem }) {
  const { t } = useTranslation('inbox');
  return over ? (
    <StatusBadge badge={{ hue: 'good', icon: IconCircleCheck }}>{t(`over.${over}`)}</StatusBadge>
  ) : (
    <StatusBadge badge={kindBadge[kind]}>{t(`kind.${kind}`)}</StatusBadge>
  );
}

export function useInboxColumns(actions: ItemActions): Column<inbox.ItemOfPerson>[] {
  const { t } = useTranslation('inbox');
  return [
    {
      id: 'what',
      title: t('column.what'),
      render: (row) => (
        <>
          <ItemButton item={row} onOpen={actions.open} />{' '}
          {row.answer && <span className="wv-quiet">{row.question}</span>}
        </>
      ),
    },
    { id: 'kind', title: t('column.kind'), width: 220, render: (row) => <KindMark item={row} /> },
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
      width: 124,
      align: 'end',
      render: (row) => <RelativeTime at={row.created_at} />,
    },
    {
      id: 'done',
      title: t('column.done'),
      titleHidden: true,
      width: 64,
      align: 'end',
      render: (row) => <DoneButton item={row} actions={actions} />,
    },
  ];
}
