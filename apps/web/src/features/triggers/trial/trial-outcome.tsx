import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { triggers } from '@wardvoice/contract';
import type { asApiError } from '../../../api/api-error.ts';
import { useApplication } from '../../../api/session.ts';
import { useTerms } from '../../../ui/domain/terms.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { FailedState } from '../../../ui/kit/state-panels.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import classes from '../triggers.module.css';

export function TrialSkeleton() {
  const { t } = useTranslation('common');
  return (
    <Stack gap={12} role="status" aria-label={t('loading')}>
      <Skeleton height={28} width="70%" />
      <Skeleton height={120} />
    </Stack>
  );
}

/** Says what is missing in a trigger that is not whole, and else why it could not be tried. */
export function TrialFailure({ error, onRetry }: { error: ReturnType<typeof asApiError>; onRetry: () => void }) {
  const { t } = useTranslation('triggers');
  const fields = Object.values(error.errors).flat();
  if (fields.length === 0) return <FailedState error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <p>{t('trial.incomplete')}</p>
      <ul>
        {fields.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

interface TrialOutcomeProps {
  preview: triggers.TriggerPreview;
  applicationId: number;
  /** Shown between the reasons and the decisions. */
  breakdown?: ReactNode;
}

/** Shows how many would have been asked, who not and why, and the newest decisions. */
export function TrialOutcome({ preview, applicationId, breakdown }: TrialOutcomeProps) {
  const { t } = useTranslation('triggers');
  const { number } = useFormats();
  const { word, eventName, patientName } = useTerms();
  // Only people who work in the application of a message may open it.
  const mayOpen = useApplication()?.id === applicationId;
  const nameOf = (decision: triggers.PreviewDecision) =>
    decision.family_name ? patientName(decision) : t('trial.message', { id: decision.message_id });
  const { would_send, matched, examined, refused, sample, decisions, bounded } = preview;
  return (
    <>
      <p className={classes.result} role="status">
        {t('trial.result', {
          count: would_send,
          number: number(would_send),
          days: t('trial.last', { count: preview.days }),
        })}
      </p>
      <p className={classes.details}>
        {t('trial.matched', { matched: number(matched), examined: number(examined) })} {t('trial.nothing_sent')}
      </p>
      {sample && (
        <p className={classes.details}>
          {sample.percent === 100
            ? t('trial.frame', { frame: number(sample.frame) })
            : t(sample.seed ? 'trial.sample' : 'trial.sample_no_seed', {
                frame: number(sample.frame),
                drawn: number(sample.drawn),
                percent: number(sample.percent),
                seed: sample.seed,
              })}
          {sample.quota !== null && (
            <> {t('trial.quota', { quota: number(sample.quota), over: number(sample.over_quota) })}</>
          )}
        </p>
      )}
      {bounded && (
        <p className={classes.details}>
          {t('trial.bounded')} <RelativeTime at={preview.since} />
        </p>
      )}
      {refused.length > 0 && (
        <table className={classes.reasons} aria-label={t('trial.refused')}>
          <tbody>
            {refused.map(({ reason, count }) => (
              <tr key={reason}>
                <th scope="row">{word('reason', reason)}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {breakdown}
      <ul className={classes.decisions} aria-label={t('trial.decisions')}>
        {decisions.map((decision, index) => (
          <li key={decision.message_id ?? index} data-refused={decision.reason !== null || undefined}>
            <span className={classes.who}>
              {decision.message_id === null ? (
                t('trial.answer')
              ) : !mayOpen ? (
                <span>{nameOf(decision)}</span>
              ) : (
                <AnchorLink to="/messages/$id" params={{ id: String(decision.message_id) }}>
                  {nameOf(decision)}
                </AnchorLink>
              )}
              <span className={classes.details}>
                {[decision.event && eventName(decision.event), decision.location].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={classes.verdict}>
              {decision.reason
                ? word('reason', decision.reason)
                : t('trial.would_send', { channel: word('channel', decision.channel ?? '') })}
              <span className={classes.details}>
                <RelativeTime at={decision.at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {matched > decisions.length && (
        <p className={classes.details}>{t('trial.newest', { count: decisions.length })}</p>
      )}
    </>
  );
}
