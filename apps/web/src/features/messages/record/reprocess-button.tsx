import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { inOwnWords } from '../../../api/sentences.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
import type { Failure } from '../../../ui/kit/failure.ts';
import { ErrorDialog } from '../../../ui/kit/error-dialog.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';

interface ReprocessButtonProps {
  id: number;
  /** In a row of a list. */
  compact?: boolean;
  /** For screen readers, where several stand on one screen. */
  label?: string;
}

/** Processes one message again; its displayed data is replaced by the answer. */
export function ReprocessButton({ id, compact = false, label }: ReprocessButtonProps) {
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const reprocess = useMutation({
    mutationFn: () => call(messages.reprocessMessage, { params: { id } }),
    meta: { failureIsShown: true },
    onMutate: () => setFailure(null),
    onSuccess: (reply) => {
      client.setQueryData([messages.getMessage.path, { params: { id } }], reply);
      void invalidate('messages', 'errors');
      const { error, state } = reply.data;
      // The call did what it was asked to; the message is still wrong, and says why.
      if (error) setFailure({ status: 200, message: inOwnWords(error.text), title: causeOf(error) });
      else noticeSuccess(t(state === 'ignored' ? 'reprocessed_ignored' : 'reprocessed'));
    },
    onError: (error) => setFailure(asApiError(error)),
  });
  const causeOf = ({ code, field }: NonNullable<messages.Message['error']>) =>
    [t('error_code', { code }), field && t('error_field', { field })].filter(Boolean).join(' · ');
  const start = async () => {
    if (await confirm({ title: t('reprocess_title'), text: t('reprocess_text') })) reprocess.mutate();
  };
  return (
    <>
      <Button
        variant={compact ? 'subtle' : 'default'}
        size={compact ? 'compact-xs' : 'sm'}
        loading={reprocess.isPending}
        aria-label={label}
        leftSection={!compact && <IconRefresh size={16} stroke={1.75} aria-hidden />}
        onClick={() => void start()}
      >
        {t('reprocess')}
      </Button>
      <ErrorDialog title={t('reprocess_failed')} error={failure} onRetry={() => reprocess.mutate()} />
    </>
  );
}
