import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messages, type BodyInputOf } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { inOwnWords } from '../../../api/sentences.ts';
import { useMay } from '../../../api/session.ts';
import { useTerms } from '../../../ui/domain/terms.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import classes from './message-preview.module.css';

type Fields = BodyInputOf<typeof messages.previewMessage>['hl7_message'];

const TYPING_PAUSE_MS = 500;

export interface PreviewState {
  found: messages.MessagePreview | undefined;
  /** False while something is typed that the server has not been asked about. */
  isCurrent: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * Asks the server what saving these fields would send, once nothing was typed for a short time. Phone and e-mail are checked by
 * the same answer, so by the rules that the message is read with. `addressesOnly` is for a correction, which sends nothing.
 */
export function useMessagePreview(fields: Fields, { addressesOnly }: { addressesOnly: boolean }): PreviewState {
  const mayAsk = useMay()('messages.create');
  const addresses = fields.hl7_message_pid;
  const asked = useMemo(
    () => (addressesOnly ? (addresses ? { hl7_message_pid: addresses } : {}) : fields),
    [addressesOnly, addresses, fields],
  );
  const [settled] = useDebouncedValue(asked, TYPING_PAUSE_MS);
  const query = useQuery({
    queryKey: [messages.previewMessage.path, settled],
    queryFn: ({ signal }) => call(messages.previewMessage, { body: { hl7_message: settled } }, signal),
    enabled: mayAsk && Boolean(settled.patient_identifier || settled.hl7_message_pid?.phone_home),
    placeholderData: keepPreviousData,
    meta: { failureIsShown: true },
    retry: false,
    gcTime: 0,
  });
  return {
    found: query.data?.data,
    isCurrent: settled === asked && !query.isPlaceholderData,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Says what saving sends, to whom, by which rule and when, or why it sends nothing. */
export function MessagePreview({
  of: { found, isCurrent, error, retry },
  isOff,
}: {
  of: PreviewState;
  isOff: boolean;
}) {
  const { t } = useTranslation('messages');
  return (
    <div role="status" aria-busy={!isCurrent} className={classes.preview}>
      {isOff ? (
        <p>{t('preview.off')}</p>
      ) : error ? (
        <>
          <p>{t('preview.failed', { message: asApiError(error).message })}</p>
          <Button variant="default" size="compact-sm" onClick={retry}>
            {t('preview.retry')}
          </Button>
        </>
      ) : found?.outcome ? (
        <Outcome outcome={found.outcome} />
      ) : (
        <p>{t('preview.incomplete')}</p>
      )}
    </div>
  );
}

type OutcomeOf = NonNullable<messages.MessagePreview['outcome']>;

function Outcome({ outcome }: { outcome: OutcomeOf }) {
  const { t, i18n } = useTranslation('messages');
  const ruleName = (action: string) => i18n.t(`patients:action.${action}`, { defaultValue: action });
  const filterName = (filter: string) => i18n.t(`patients:filters.${filter}`, { defaultValue: filter });
  const nothing = useWhyNothing(outcome);
  const sends = outcome.deliveries.some(({ reason }) => reason === null);
  return (
    <>
      {nothing && <p>{nothing}</p>}
      <ul>
        {outcome.deliveries.map((delivery) => (
          <li key={delivery.trigger_id}>
            <Delivery delivery={delivery} rule={ruleName(delivery.action)} />
          </li>
        ))}
        {outcome.not_matched.map(({ trigger_id: id, action, filter }) => (
          <li key={id}>{t('preview.not_matched', { rule: ruleName(action), filter: filterName(filter) })}</li>
        ))}
      </ul>
      {sends && <p>{t('preview.again')}</p>}
    </>
  );
}

/** Returns the reason why no rule sends something; null where a rule fits the message. */
function useWhyNothing({ state, error, ignored_reason, rules, starts_rules, deliveries }: OutcomeOf): string | null {
  const { t } = useTranslation('messages');
  if (state === 'error') return t('preview.error', { text: inOwnWords(error?.text ?? '') });
  if (state === 'ignored') return t('preview.ignored', { text: inOwnWords(ignored_reason ?? '') });
  if (deliveries.length > 0) return null;
  if (rules === 0) return t('preview.no_rules');
  return starts_rules ? t('preview.no_match') : t('preview.no_start');
}

function Delivery({ delivery, rule }: { delivery: OutcomeOf['deliveries'][number]; rule: string }) {
  const { t } = useTranslation('messages');
  const { dateTime } = useFormats();
  const { word } = useTerms();
  const { survey_title: title, channel, recipient, send_at, reason } = delivery;
  const what = title === null ? t('preview.text') : t('preview.survey', { title });
  if (channel === null) return t('preview.would_not', { what, rule, reason: reason ? word('reason', reason) : '' });
  return t('preview.would_send', {
    what,
    rule,
    channel: word('channel', channel),
    recipient: recipient ?? t('preview.known_address'),
    at: dateTime(send_at),
  });
}
