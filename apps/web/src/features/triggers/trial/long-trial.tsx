import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { triggers, type BodyInputOf } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { noticeFailedRequest } from '../../../ui/domain/notices.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import classes from '../triggers.module.css';
import { TrialBreakdown } from './trial-breakdown.tsx';
import { TrialFailure, TrialOutcome, TrialSkeleton } from './trial-outcome.tsx';

const POLL_MS = 1_000;
/** For so long one finds a trial again. */
const FOUND_AGAIN_MS = 15 * 60_000;

interface LongTrialProps {
  applicationId: number;
  trigger: BodyInputOf<typeof triggers.startTrial>['trigger'];
  days: number;
}

const isUnderWay = (trial: triggers.TriggerTrial | undefined) =>
  trial?.state === 'waiting' || trial?.state === 'running';

/** Starts a trial that is counted in the background, shows how far it is, and then what it counted. */
export function LongTrial({ applicationId, trigger, days }: LongTrialProps) {
  const { t } = useTranslation(['triggers', 'common']);
  const client = useQueryClient();
  const key = [triggers.startTrial.path, applicationId, trigger, days];
  const started = useQuery({
    queryKey: key,
    queryFn: () => call(triggers.startTrial, { params: { id: applicationId }, body: { trigger, days } }),
    meta: { failureIsShown: true },
    retry: false,
    // Asking again would count again, so it is asked for once, whatever changes meanwhile.
    enabled: client.getQueryData(key) === undefined,
    staleTime: Infinity,
    gcTime: FOUND_AGAIN_MS,
  });
  const trialId = started.data?.data.id;
  const shown = [triggers.getTrial.path, applicationId, trialId];
  const query = useQuery({
    queryKey: shown,
    queryFn: () => call(triggers.getTrial, { params: { id: applicationId, trialId: trialId ?? 0 } }),
    enabled: trialId !== undefined,
    meta: { failureIsShown: true },
    gcTime: FOUND_AGAIN_MS,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data) ? POLL_MS : false),
  });
  const { mutate: cancel, isPending: isCancelling } = useMutation({
    mutationFn: (id: number) => call(triggers.cancelTrial, { params: { id: applicationId, trialId: id } }),
    onSuccess: (reply) => client.setQueryData(shown, reply),
    onError: async (cause) => {
      noticeFailedRequest(cause);
      await query.refetch();
    },
  });
  const failed = started.error ?? (query.data ? null : query.error);
  const trial = query.data?.data;
  return (
    <div className={classes.trial} aria-busy={!failed && (!trial || isUnderWay(trial))}>
      {failed ? (
        <TrialFailure
          error={asApiError(failed)}
          onRetry={() => void (started.error ? started.refetch() : query.refetch())}
        />
      ) : !trial ? (
        <TrialSkeleton />
      ) : trial.outcome ? (
        <TrialOutcome
          preview={trial.outcome}
          applicationId={applicationId}
          breakdown={<TrialBreakdown outcome={trial.outcome} />}
        />
      ) : isUnderWay(trial) ? (
        <Counting trial={trial} isCancelling={isCancelling} onCancel={() => cancel(trial.id)} />
      ) : (
        <div role="alert">
          <p>{t(trial.state === 'cancelled' ? 'trial.cancelled' : 'trial.failed')}</p>
          <Button mt={12} variant="default" onClick={() => void started.refetch()}>
            {t('trial.again')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface CountingProps {
  trial: triggers.TriggerTrial;
  isCancelling: boolean;
  onCancel: () => void;
}

function Counting({ trial: { examined, expected }, isCancelling, onCancel }: CountingProps) {
  const { t } = useTranslation(['triggers', 'common']);
  const { number } = useFormats();
  return (
    <>
      <div role="status">
        <p className={classes.result}>
          {expected === 0
            ? t('trial.begins')
            : t('trial.counting', { examined: number(examined), expected: number(expected) })}
        </p>
        <Progress mb={8} size={8} value={(100 * examined) / Math.max(1, expected)} aria-label={t('trial.title')} />
      </div>
      <p className={classes.details}>{t('trial.goes_on')}</p>
      <Button mt={12} variant="default" loading={isCancelling} onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </>
  );
}
