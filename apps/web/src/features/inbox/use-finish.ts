import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inbox } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { noticeSuccess } from '../../ui/domain/notices.ts';
import { noticeDone } from '../../ui/domain/undo-notice.tsx';

interface Finish {
  /** Marks these items as done, each as it is shown: one that became new again meanwhile stays. */
  done: (items: readonly inbox.InboxItem[]) => void;
  /** Marks every item as done about which nothing is left to do. */
  doneOver: () => void;
  undone: (ids: number[]) => void;
  isBusy: boolean;
}

/** Finishes items of the inbox. What was finished is taken back by the notice that says so. */
export function useFinish(): Finish {
  const { t } = useTranslation('inbox');
  const invalidate = useInvalidate();
  const taken = useMutation({
    mutationFn: (ids: number[]) => call(inbox.undoneInboxItems, { body: { inbox: { ids } } }),
    onSuccess: ({ data: { count } }) => {
      noticeSuccess(t('was_undone', { count }));
      void invalidate('inbox');
    },
  });
  const done = useMutation({
    mutationFn: (what: WhatIsDone) => call(inbox.doneInboxItems, { body: { inbox: what } }),
    onSuccess: ({ data: { count, ids } }) => {
      const message = t('was_done', { count });
      if (count === 0) noticeSuccess(message);
      else noticeDone(message, () => taken.mutate(ids));
      void invalidate('inbox');
    },
  });
  return {
    done: (items) => {
      const last = items
        .map(({ created_at }) => created_at)
        .toSorted((a, b) => a.localeCompare(b))
        .at(-1);
      if (last !== undefined) done.mutate({ ids: items.map(({ id }) => id), seen_until: last });
    },
    doneOver: () => done.mutate({ over: true }),
    undone: (ids) => taken.mutate(ids),
    isBusy: done.isPending || taken.isPending,
  };
}

type WhatIsDone = Parameters<typeof call<typeof inbox.doneInboxItems>>[1]['body']['inbox'];
