import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboard } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { HoldStrip } from '../../ui/domain/hold-strip.tsx';
import { NoApplication } from '../../ui/domain/no-application/no-application.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { FailedState } from '../../ui/kit/state-panels.tsx';
import classes from './dashboard.module.css';
import { AlarmStrip } from './alarm-strip.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FeedHealth } from './feed-health.tsx';
import { LatestComments } from './latest-comments.tsx';
import { OpenCases } from './open-cases.tsx';
import { SurveyFunnel } from './survey-funnel.tsx';
import { TodayStrip } from './today-strip.tsx';
import { UnreadStrip } from './unread-strip.tsx';
import { WeekPanel } from './week-panel.tsx';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const query = useQuery(ask(dashboard.getDashboard, {}, { topics: dashboard.DASHBOARD_TOPICS, failureIsShown: true }));
  const figures = query.data?.data;

  return (
    <Page title={t('title')}>
      {query.isError && !query.data ? (
        <FailedState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      ) : figures ? (
        <Figures figures={figures} />
      ) : figures === null ? (
        <NoApplication />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Figures({ figures }: { figures: dashboard.Dashboard }) {
  const may = useMay();
  return (
    <>
      <HoldStrip hold={figures.sending_hold} />
      <AlarmStrip />
      <UnreadStrip waiting={figures.feedback.waiting} />
      {figures.first_steps && <FirstSteps steps={figures.first_steps} />}
      <TodayStrip today={figures.today} week={figures.week} />
      <div className={classes.grid}>
        <WeekPanel week={figures.week} />
        <FeedHealth feed={figures.feed} />
        <SurveyFunnel funnel={figures.funnel} />
        <OpenCases cases={figures.cases} linked={may('cases.list')} />
        <LatestComments feedback={figures.feedback} />
      </div>
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={84} mb={16} />
      <div className={classes.grid}>
        <Skeleton height={300} className={classes.wide ?? ''} />
        <Skeleton height={300} />
        <Skeleton height={300} className={classes.wide ?? ''} />
        <Skeleton height={300} />
      </div>
    </div>
  );
}
