import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages, type ReplyOf } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { upload } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import { noticeFailedRequest, noticeSuccess } from '../../../ui/domain/notices.ts';

export type ImportOutcome = ReplyOf<typeof messages.importMessages>['data'];

const LOOK_AGAIN_MS = 1000;

/** Imports of the application that are under way or of the last day, looked at again while it matters. */
export function useImports({ isExpected = false } = {}) {
  return useQuery({
    ...ask(messages.listImports, {}, { topics: ['messages'], failureIsShown: true }),
    refetchInterval: ({ state }) =>
      isExpected || state.data?.data.some((one) => one.state === 'running') ? LOOK_AGAIN_MS : false,
  });
}

/** Sends a file and follows it. It goes on when `isWatched` is over, and then says in a notice what became of it. */
export function useImportFile(isWatched: boolean) {
  const { t } = useTranslation('messages');
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const [sent, setSent] = useState(0);
  const watched = useRef(isWatched);
  useEffect(() => {
    watched.current = isWatched;
    return () => {
      watched.current = false;
    };
  }, [isWatched]);
  const { mutate, isPending, data, error, variables, reset } = useMutation({
    mutationFn: async ({ file, send, key }: { file: File; send: boolean; key: string }): Promise<ImportOutcome> => {
      const form = new FormData();
      form.append('send', send ? '1' : '0');
      form.append('key', key);
      form.append('file', file);
      const response = await upload(messages.importMessages, form, setSent);
      return ((await response.json()) as ReplyOf<typeof messages.importMessages>).data;
    },
    meta: { failureIsShown: true },
    onMutate: () => setSent(0),
    onSuccess: ({ total }) => {
      if (!watched.current) noticeSuccess(t('import.finished', { count: total, formatted: number(total) }));
    },
    onError: (cause) => {
      if (!watched.current) noticeFailedRequest(cause);
    },
    onSettled: () => void invalidate('messages', 'errors'),
  });
  useWarningBeforeLeaving(isPending && sent < 1);
  const { data: imports } = useImports({ isExpected: isPending });
  return {
    start: (file: File, send: boolean) => mutate({ file, send, key: newKey() }),
    isPending,
    /** Share of the file that has left, 0 to 1. */
    sent,
    /** Undefined until the server has begun with it. */
    progress: imports?.data.find(({ key }) => key !== null && key === variables?.key),
    outcome: data,
    error: error && asApiError(error),
    reset,
  };
}

/** What has not left the browser is lost with it. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** Not `randomUUID`, which is missing where there is no TLS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
