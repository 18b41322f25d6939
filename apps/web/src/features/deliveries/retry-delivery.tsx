import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { deliveries } from '@wardvoice/contract';
import { RetryDialog } from './retry-dialog.tsx';
import { useRetries } from './use-retries.ts';

export function RetryDelivery({ delivery: { id, recipient } }: { delivery: deliveries.Delivery }) {
  const { t } = useTranslation('deliveries');
  const { start } = useRetries(false);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button loading={start.isPending} onClick={open}>
        {t('retry')}
      </Button>
      <RetryDialog
        what={opened ? { ids: String(id) } : null}
        recipient={recipient ?? t('no_recipient')}
        onClose={close}
        onStart={(choice) => {
          close();
          start.mutate(choice);
        }}
      />
    </>
  );
}
