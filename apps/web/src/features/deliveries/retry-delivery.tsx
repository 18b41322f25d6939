import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { refreshTopics } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/confirm.ts';
import { noticeSuccess } from '../../ui/notices.ts';

export function RetryDelivery({ delivery: { id, recipient } }: { delivery: deliveries.Delivery }) {
  const { t } = useTranslation('deliveries');
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call(deliveries.retryDelivery, { params: { id } }),
    onSuccess: () => {
      refreshTopics(client, ['deliveries']);
      noticeSuccess(t('retried', { id }));
    },
  });
  const start = async () => {
    const text = t('retry_text', { recipient: recipient ?? t('no_recipient') });
    if (await confirm({ title: t('retry_title'), text })) retry.mutate();
  };
  return (
    <Button loading={retry.isPending} onClick={() => void start()}>
      {t('retry')}
    </Button>
  );
}
