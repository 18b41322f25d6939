import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '@wardvoice/contract';
import { asApiError, type ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { confirm } from '../../../ui/kit/confirm.ts';
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
  const [failure, setFailure] = useState<ApiError | null>(null);
  const reprocess = useMutation({
    mutationFn: () => call(messages.reprocessMessage, { params: { id } }),
    meta: { failureIsShown: true },
    onMutate: () => setFailure(null),
    onSuccess: (reply) => {
      client.setQueryData([messages.getMessage.path, { params: { id } }], reply);
      void invalidate('messages', 'errors');
      noticeSuccess(t('reprocessed'));
    },
    onError: (error) => setFailure(asApiError(error)),
  });
  const start = async () => {
    if (await confirm({ title: t('reprocess_title'), text: t('reprocess_text') })) reprocess.mutate();
  };
  return (
    <>
      <Button
        variant={compact ? 'subtle' : 'filled'}
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
