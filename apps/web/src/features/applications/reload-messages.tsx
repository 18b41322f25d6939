import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/invalidate.ts';
import { confirm } from '../../ui/kit/confirm.ts';
import { noticeFailedRequest, noticeSuccess } from '../../ui/domain/notices.ts';

const POLL_MS = 1_000;

/** Asks, starts, and shows how far it has come; also to somebody who opens the page meanwhile. */
export function ReloadMessages({ id }: { id: number }) {
  const { t } = useTranslation('applications');
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const query = useQuery({
    ...ask(messages.getReload, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.data?.state === 'running' ? POLL_MS : false),
  });
  const reload = query.data?.data ?? null;
  const isRunning = reload?.state === 'running';
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && reload?.state === 'finished') {
      noticeSuccess(t('reload.finished', { count: reload.total }));
      void invalidate('messages');
    }
    wasRunning.current = isRunning;
  }, [isRunning, reload, invalidate, t]);

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(messages.reloadMessages, { params: { id } }),
    onSuccess: (reply) => client.setQueryData(ask(messages.getReload, { params: { id } }).queryKey, reply),
    onError: noticeFailedRequest,
  });
  const start = async () => {
    if (await confirm({ title: t('reload.question'), text: t('reload.text') })) mutate();
  };
  if (isRunning) {
    const label = t('reload.progress', { done: reload.done, total: reload.total });
    return (
      <div role="status" style={{ minWidth: 200 }}>
        <div style={{ fontSize: 12, marginBlockEnd: 4 }}>{label}</div>
        <Progress value={(100 * reload.done) / Math.max(1, reload.total)} size={6} aria-label={t('reload.button')} />
      </div>
    );
  }
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      onClick={() => void start()}
    >
      {t('reload.button')}
    </Button>
  );
}
