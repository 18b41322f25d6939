import { Drawer, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { triggers, type BodyInputOf } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { LongTrial } from './trial/long-trial.tsx';
import { TrialFailure, TrialOutcome, TrialSkeleton } from './trial/trial-outcome.tsx';
import classes from './triggers.module.css';

interface TriggerPreviewProps {
  applicationId: number;
  /** Null while nothing is tried. */
  trigger: BodyInputOf<typeof triggers.previewTrigger>['trigger'] | null;
  onClose: () => void;
}

/** What is counted at once, and what in the background. */
const DAYS = [1, 7, 14, 31];
const LONG_DAYS = [92, 365, 1095];

/** Says "Would have sent 214 in the last 7 days", and lists each decision with its reason. */
export function TriggerPreview({ applicationId, trigger, onClose }: TriggerPreviewProps) {
  const { t } = useTranslation(['triggers', 'common']);
  const [days, setDays] = useState(triggers.PREVIEW_DAYS);
  const isLong = LONG_DAYS.includes(days);
  const query = useQuery({
    queryKey: [triggers.previewTrigger.path, applicationId, trigger, days],
    queryFn: () =>
      call(triggers.previewTrigger, {
        params: { id: applicationId },
        body: { trigger: trigger as NonNullable<typeof trigger>, days },
      }),
    enabled: trigger !== null && !isLong,
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
        data={[...DAYS, ...LONG_DAYS].map((value) => ({
          value: String(value),
          label: t('trial.last', { count: value }),
        }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      {isLong && trigger !== null ? (
        <LongTrial key={days} applicationId={applicationId} trigger={trigger} days={days} />
      ) : (
        <div className={classes.trial} aria-busy={query.isFetching}>
          {query.isError ? (
            <TrialFailure error={asApiError(query.error)} onRetry={() => void query.refetch()} />
          ) : query.data ? (
            <TrialOutcome preview={query.data.data} applicationId={applicationId} />
          ) : (
            <TrialSkeleton />
          )}
        </div>
      )}
    </Drawer>
  );
}
