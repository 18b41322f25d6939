import { Button, Skeleton } from '@mantine/core';
import { IconBuildingHospital, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboard } from '@wardvoice/contract';
import { asApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';
import { ButtonLink } from '../../ui/kit/links.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { EmptyState, FailedState } from '../../ui/kit/state-panels.tsx';
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

/** Applications that are offered at once; more are found in their list. */
const FEW = 5;

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
      <AlarmStrip />
      <UnreadStrip waiting={figures.feedback.waiting} />
      {figures.first_steps && <FirstSteps steps={figures.first_steps} />}
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
  const choose = useChooseApplication();
  if (session?.applications.length === 0 && !may('superuser')) {
    return <EmptyState icon={IconLock} title={t('no_access_title')} text={t('no_access_text')} />;
  }
  const own = session?.applications ?? [];
  const isFirst = own.length === 0;
  return (
    <EmptyState
      icon={IconBuildingHospital}
      title={t(isFirst ? 'first_application_title' : 'no_application_title')}
      text={t(isFirst ? 'first_application_text' : 'no_application_text')}
      action={
        isFirst ? (
          <ButtonLink to="/applications/create">{t('first_application_action')}</ButtonLink>
        ) : (
          <div className={classes.choices}>
            {own.slice(0, FEW).map(({ id, title }) => (
              <Button key={id} disabled={choose.isPending} onClick={() => choose.mutate(id)}>
                {t('open_application', { title })}
              </Button>
            ))}
            {may('superuser') && (
              <ButtonLink variant="default" to="/applications/index">
                {t('no_application_action')}
              </ButtonLink>
            )}
          </div>
        )
      }
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
