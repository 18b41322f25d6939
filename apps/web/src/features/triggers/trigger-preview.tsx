import { Drawer, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { triggers, type BodyInputOf } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useApplication } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './triggers.module.css';

interface TriggerPreviewProps {
  applicationId: number;
  /** Null while nothing is tried. */
  trigger: BodyInputOf<typeof triggers.previewTrigger>['trigger'] | null;
  onClose: () => void;
}

const DAYS = ['1', '7', '14', '31'];

/** Says "Would have sent 214 in the last 7 days", and lists each decision with its reason. */
export function TriggerPreview({ applicationId, trigger, onClose }: TriggerPreviewProps) {
  const { t } = useTranslation(['triggers', 'common']);
  const [days, setDays] = useState(triggers.PREVIEW_DAYS);
  const query = useQuery({
    queryKey: [triggers.previewTrigger.path, applicationId, trigger, days],
    queryFn: () =>
      call(triggers.previewTrigger, {
        params: { id: applicationId },
        body: { trigger: trigger as NonNullable<typeof trigger>, days },
      }),
    enabled: trigger !== null,
    meta: { failureIsShown: true },
    retry: false,
    gcTime: 0,
  });
  return (
    <Drawer
      opened={trigger !== null}
      onClose={onClose}
      title={t('trial.title')}
      size={560}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <NativeSelect
        label={t('trial.days')}
        w={200}
        value={String(days)}
        data={DAYS.map((value) => ({ value, label: t('trial.last', { count: Number(value) }) }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      <div className={classes.trial} aria-busy={query.isFetching}>
        {query.isError ? (
          <Failure error={asApiError(query.error)} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Outcome preview={query.data.data} applicationId={applicationId} />
        ) : (
          <Stack gap={12} role="status" aria-label={t('common:loading')}>
            <Skeleton height={28} width="70%" />
            <Skeleton height={120} />
          </Stack>
        )}
      </div>
    </Drawer>
  );
}

function Failure({ error, onRetry }: { error: ReturnType<typeof asApiError>; onRetry: () => void }) {
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

function Outcome({ preview, applicationId }: { preview: triggers.TriggerPreview; applicationId: number }) {
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
