import { Skeleton } from '@mantine/core';
import { IconBuildingHospital, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboard } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, FailedState } from '../../ui/state-panels.tsx';
import classes from './dashboard.module.css';
import { FeedHealth } from './feed-health.tsx';
import { LatestComments } from './latest-comments.tsx';
import { OpenCases } from './open-cases.tsx';
import { SurveyFunnel } from './survey-funnel.tsx';
import { TodayStrip } from './today-strip.tsx';
import { WeekPanel } from './week-panel.tsx';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const query = useQuery(ask(dashboard.getDashboard, {}, { topics: dashboard.LIVE_TOPICS, failureIsShown: true }));
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
      <TodayStrip today={figures.today} />
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

function NoApplication() {
  const { t } = useTranslation('dashboard');
  const may = useMay();
  const session = useSession();
  if (session?.applications.length === 0 && !may('superuser')) {
    return <EmptyState icon={IconLock} title={t('no_access_title')} text={t('no_access_text')} />;
  }
  return (
    <EmptyState
      icon={IconBuildingHospital}
      title={t('no_application_title')}
      text={t('no_application_text')}
      action={may('superuser') && <ButtonLink to="/applications/index">{t('no_application_action')}</ButtonLink>}
    />
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
