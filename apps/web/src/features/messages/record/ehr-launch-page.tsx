import { Skeleton } from '@mantine/core';
import { IconPlugConnectedX, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ehrLaunch } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { EmptyState, FailedState } from '../../../ui/kit/state-panels.tsx';

/** Why the record system was not asked at all. */
export type LaunchProblem = 'unknown' | 'away';

/** Where staff land who come from a patient's record in another system: it leads on to the survey of that patient. */
export function EhrLaunchPage() {
  const { t } = useTranslation('messages');
  const { problem } = useSearch({ from: '/shell/ehr-launch' });
  const query = useQuery({
    queryKey: [ehrLaunch.finishEhrLaunch.path],
    queryFn: () => call(ehrLaunch.finishEhrLaunch, {}),
    enabled: problem === undefined,
    meta: { failureIsShown: true },
    retry: false,
    gcTime: 0,
  });
  if (query.data)
    return <Navigate to="/messages/$id/feedback" params={{ id: String(query.data.data.message_id) }} replace />;
  const failed = query.error && asApiError(query.error);
  return (
    <Page title={t('launch.title')} heading={t('launch.title')}>
      {problem ? (
        <EmptyState icon={IconPlugConnectedX} title={t(`launch.${problem}_title`)} text={t(`launch.${problem}_text`)} />
      ) : failed?.status === 409 ? (
        <EmptyState icon={IconUserQuestion} title={t('launch.nobody')} text={failed.message} />
      ) : failed ? (
        <FailedState error={failed} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label={t('launch.looking')}>
          <p className="wv-quiet">{t('launch.looking')}</p>
          <Skeleton height={160} mt={12} />
        </div>
      )}
    </Page>
  );
}
