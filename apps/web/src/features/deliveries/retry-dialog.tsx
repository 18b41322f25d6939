import { Button, Checkbox, Group, Modal, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveries, type ReplyOf } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { Refusals } from './retry-refusals.tsx';
import { useDeliveryWords } from './use-delivery-words.ts';
import type { RetryChoice } from './use-retries.ts';
import classes from './retries.module.css';

type What = Partial<deliveries.WhatToRetry>;
type Preview = ReplyOf<typeof deliveries.previewRetry>;

interface RetryDialogProps {
  /** Null while the dialog is closed. */
  what: What | null;
  /** Recipient of a single delivery; undefined where several are meant. */
  recipient?: string;
  onClose: () => void;
  onStart: (choice: RetryChoice) => void;
}

/**
 * Names the number and what happens. What may have arrived is apart, and left out unless it is ticked; what would be stopped
 * is said beforehand, with the reason.
 */
export function RetryDialog({ what, recipient, ...on }: RetryDialogProps) {
  const { t } = useTranslation('deliveries');
  const title = t(recipient === undefined ? 'retries.title' : 'retry_title');
  return (
    <Modal opened={what !== null} onClose={on.onClose} title={title} size={480} withCloseButton={false}>
      {what && <Question what={what} {...(recipient === undefined ? {} : { recipient })} {...on} />}
    </Modal>
  );
}

function Question({ what, recipient, onClose, onStart }: RetryDialogProps & { what: What }) {
  const { t } = useTranslation(['deliveries', 'common']);
  const { number } = useFormats();
  const [unknown, setUnknown] = useState(false);
  const [override, setOverride] = useState('');
  const preview = useQuery({
    ...ask(deliveries.previewRetry, { query: what }, { failureIsShown: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const asked = preview.data;
  const all = asked ? asked.count + (unknown ? asked.unknown : 0) : 0;
  const count = Math.min(all, deliveries.MAX_RETRIED);
  const refusals = asked ? refusalsOf(asked, unknown) : [];
  const overridable = refusals.reduce((sum, refusal) => sum + (refusal.overridable ? refusal.count : 0), 0);
  const reason = readReason(override);
  const isSingle = recipient !== undefined;
  const stopped = refusals.reduce(
    (sum, refusal) => sum + (refusal.overridable && reason.value !== undefined ? 0 : refusal.count),
    0,
  );
  return (
    <>
      <p role="status">
        {preview.isError
          ? asApiError(preview.error).message
          : !asked
            ? t('retries.counting')
            : isSingle && count > 0
              ? t('retry_text', { recipient })
              : t('retries.text', { count })}
      </p>
      {all > count && <p className={classes.note}>{t('retries.most', { formatted: number(count) })}</p>}
      {asked && asked.unknown > 0 && <Unknown asked={asked} checked={unknown} onChange={setUnknown} />}
      {asked && asked.held > 0 && <p className={classes.note}>{t('retries.held', { count: asked.held })}</p>}
      <Refusals refusals={refusals} isSingle={isSingle} />
      {overridable > 0 && (
        <Textarea
          mt={16}
          label={isSingle ? t('retries.override_single') : t('retries.override', { count: overridable })}
          description={t('retries.override_hint')}
          autosize
          value={override}
          error={reason.error}
          onChange={({ currentTarget }) => setOverride(currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common:no')}
        </Button>
        <Button
          // Where nothing would leave there is nothing to try, unless somebody says why it is to go all the same.
          disabled={stopped >= count || reason.error !== undefined}
          onClick={() =>
            onStart({ what, unknown, ...(reason.value === undefined ? {} : { overrideReason: reason.value }) })
          }
        >
          {t('common:yes')}
        </Button>
      </Group>
    </>
  );
}

/** Of those that are meant: what may have arrived counts once it is ticked. */
function refusalsOf({ refusals }: Preview, isUnknownMeant: boolean) {
  return refusals
    .map(({ unknown, ...refusal }) => ({ ...refusal, count: refusal.count + (isUnknownMeant ? unknown : 0) }))
    .filter(({ count }) => count > 0);
}

/** Reads the reason. An empty text is neither a reason nor an error. */
function readReason(text: string): { value?: string; error?: string } {
  if (text.trim() === '') return {};
  const read = deliveries.overrideReason.safeParse(text);
  if (read.success) return { value: read.data };
  return { error: inOwnWords(read.error.issues[0]?.message ?? '') };
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
