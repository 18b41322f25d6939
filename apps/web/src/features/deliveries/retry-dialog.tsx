import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useFormats } from '../../ui/formats.ts';
import { useDeliveryWords } from './use-delivery-words.ts';
import classes from './retries.module.css';

type What = Partial<deliveries.WhatToRetry>;

interface RetryDialogProps {
  /** Null: closed. */
  what: What | null;
  onClose: () => void;
  onStart: (what: What, unknown: boolean) => void;
}

/** Names the number and what happens. What may have arrived is apart, and left out unless it is ticked. */
export function RetryDialog({ what, onClose, onStart }: RetryDialogProps) {
  const { t } = useTranslation('deliveries');
  return (
    <Modal opened={what !== null} onClose={onClose} title={t('retries.title')} size={480} withCloseButton={false}>
      {what && <Question what={what} onClose={onClose} onStart={onStart} />}
    </Modal>
  );
}

function Question({ what, onClose, onStart }: RetryDialogProps & { what: What }) {
  const { t } = useTranslation(['deliveries', 'common']);
  const { number } = useFormats();
  const [unknown, setUnknown] = useState(false);
  const preview = useQuery({
    ...ask(deliveries.previewRetry, { query: what }, { failureIsShown: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const asked = preview.data;
  const all = asked ? asked.count + (unknown ? asked.unknown : 0) : 0;
  const count = Math.min(all, deliveries.MOST_RETRIED);
  return (
    <>
      <p role="status">
        {preview.isError
          ? asApiError(preview.error).message
          : asked
            ? t('retries.text', { count })
            : t('retries.counting')}
      </p>
      {all > count && <p className={classes.note}>{t('retries.most', { count: number(count) as never })}</p>}
      {asked && asked.unknown > 0 && <Unknown asked={asked} checked={unknown} onChange={setUnknown} />}
      {asked && asked.held > 0 && <p className={classes.note}>{t('retries.held', { count: asked.held })}</p>}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common:no')}
        </Button>
        <Button disabled={count === 0} onClick={() => onStart(what, unknown)}>
          {t('common:yes')}
        </Button>
      </Group>
    </>
  );
}

interface UnknownProps {
  asked: { data: readonly Parameters<ReturnType<typeof useDeliveryWords>['recipientOf']>[0][]; unknown: number };
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Unknown({ asked, checked, onChange }: UnknownProps) {
  const { t } = useTranslation('deliveries');
  const { recipientOf } = useDeliveryWords();
  const more = asked.unknown - asked.data.length;
  return (
    <>
      <Checkbox
        mt={16}
        label={t('retries.unknown', { count: asked.unknown })}
        description={t('retries.unknown_text')}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <ul className={classes.names} aria-label={t('retries.unknown_list')}>
        {asked.data.map((delivery, index) => (
          <li key={index}>
            {recipientOf(delivery)} {delivery.recipient && <bdi className="wv-quiet">{delivery.recipient}</bdi>}
          </li>
        ))}
        {more > 0 && <li>{t('retries.more', { count: more })}</li>}
      </ul>
    </>
  );
}
