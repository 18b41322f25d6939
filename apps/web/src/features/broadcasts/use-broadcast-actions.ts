import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { broadcasts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { useMay } from '../../api/session.ts';
import { useClockTime } from '../../ui/kit/time/relative-time.tsx';
import { confirm } from '../../ui/kit/confirm.ts';
import { noticeFailedRequest, noticeSuccess } from '../../ui/domain/notices.ts';
import { isEndless } from './broadcast-state.tsx';

const calls = {
  execute: broadcasts.executeBroadcast,
  pause: broadcasts.pauseBroadcast,
  resume: broadcasts.resumeBroadcast,
  cancel: broadcasts.cancelBroadcast,
};
export type BroadcastAction = keyof typeof calls;

/** Returns what may be done with a broadcast now. Actions that cannot be taken back ask first. */
export function useBroadcastActions(broadcast: broadcasts.Broadcast) {
  const { id, survey_id, state, schedule, mailing_list } = broadcast;
  const { t } = useTranslation('broadcasts');
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const clockOf = useClockTime();
  const mayExecute = useMay()('broadcasts.execute');
  const params = { id: survey_id, broadcastId: id };
  const { mutate, isPending } = useMutation({
    mutationFn: (action: BroadcastAction) => call(calls[action], { params }),
    onSuccess: (_reply, action) => {
      noticeSuccess(t(action === 'cancel' && isEndless(broadcast) ? 'done.end' : `done.${action}`));
      return invalidate('broadcasts', 'deliveries');
    },
    onError: noticeFailedRequest,
  });
  const offered: Record<BroadcastAction, boolean> = {
    execute: (state === 'scheduled' || state === 'finished') && mailing_list !== null,
    pause: state === 'running' || (state === 'scheduled' && schedule === 1),
    resume: state === 'paused',
    cancel: state === 'running' || state === 'paused' || (state === 'scheduled' && schedule === 1),
  };
  const list = mailing_list?.name ?? '';

  async function act(action: BroadcastAction): Promise<void> {
    if (action === 'execute') {
      const { data } = await client
        .fetchQuery({ ...ask(broadcasts.getBroadcastAudience, { params }), staleTime: 0 })
        .catch((error: unknown) => (noticeFailedRequest(error), { data: null }));
      if (!data) return;
      const { reachable, total, without_address, opted_out, quiet_until } = data;
      const isSure = await confirm({
        title: t('execute.title', { count: reachable }),
        text: [
          t('execute.text', { list, count: total }),
          without_address > 0 ? t('execute.without_address', { count: without_address }) : '',
          opted_out > 0 ? t('execute.opted_out', { count: opted_out }) : '',
          quiet_until ? t('execute.quiet', { time: clockOf(quiet_until) }) : '',
          t('execute.rules'),
        ]
          .filter(Boolean)
          .join(' '),
      });
      if (!isSure) return;
    }
    if (action === 'cancel') {
      const words = isEndless(broadcast) ? 'end' : 'cancel';
      const isSure = await confirm({ title: t(`${words}.title`, { id }), text: t(`${words}.text`), dangerous: true });
      if (!isSure) return;
    }
    mutate(action);
  }
  const actions = (Object.keys(offered) as BroadcastAction[]).filter((action) => mayExecute && offered[action]);
  const nameOf = (action: BroadcastAction): string =>
    t(action === 'cancel' && isEndless(broadcast) ? 'action.end' : `action.${action}`);
  return { actions, act, isPending, nameOf };
}
