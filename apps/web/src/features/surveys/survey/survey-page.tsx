import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { useMay } from '../../../api/session.ts';
import { DeleteButton } from '../../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../../ui/kit/facts.tsx';
import { ButtonLink } from '../../../ui/kit/links.tsx';
import { RelativeTime } from '../../../ui/kit/time/relative-time.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { ActiveMark } from './active-mark.tsx';
import { LanguagesPanel } from './languages-panel.tsx';
import { PreviewPanel } from '../preview-panel.tsx';
import { QuestionsPanel } from '../questions/questions-panel.tsx';
import { ScoresPanel } from '../scores/scores-panel.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';
import classes from './survey-page.module.css';

interface SurveyPageProps {
  /** Widget of another slice, below the questions. */
  broadcasts: (surveyId: number) => ReactNode;
}

export function SurveyPage({ broadcasts }: SurveyPageProps) {
  const { t } = useTranslation('surveys');
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(ask(surveys.getSurvey, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/surveys/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(survey) => <SurveyRecord survey={survey} path={path} broadcasts={broadcasts} />}
    </Record>
  );
}

interface SurveyRecordProps extends SurveyPageProps {
  survey: surveys.SurveyDetail;
  path: { label: string; to: string }[];
}

function SurveyRecord({ survey, path, broadcasts }: SurveyRecordProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const { id, title, active, last_answered_at } = survey;
  return (
    <Page
      title={title}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('column.state')}>
            <ActiveMark active={active} />
          </Fact>
          <Fact label={t('column.last_answered')}>
            {last_answered_at ? <RelativeTime at={last_answered_at} /> : t('never_answered')}
          </Fact>
        </FactLine>
      }
      actions={<SurveyActions survey={survey} />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <QuestionsPanel survey={survey} />
          <ScoresPanel surveyId={id} />
          <LanguagesPanel survey={survey} />
          {broadcasts(id)}
        </div>
        <PreviewPanel survey={survey} />
      </div>
    </Page>
  );
}

function SurveyActions({ survey: { id, title, active, version, offered } }: Pick<SurveyRecordProps, 'survey'>) {
  const { t } = useTranslation(['surveys', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const duplicate = useMutation({
    mutationFn: () => call(surveys.duplicateSurvey, { params: { id } }),
    onSuccess: ({ data }) => {
      noticeSuccess(t('duplicated'));
      void invalidate('surveys');
      void navigate({ to: '/surveys/$id', params: { id: String(data.id) } });
    },
  });
  const activate = useMutation({
    mutationFn: () => call(surveys.updateSurvey, { params: { id }, body: { survey: { active: true, version } } }),
    onSuccess: () => {
      noticeSuccess(t('activated'));
      void invalidate('surveys');
    },
  });
  return (
    <>
      <ButtonLink variant="default" to="/surveys/$id/results" params={{ id: String(id) }}>
        {t('results')}
      </ButtonLink>
      {may('deliveries.list') && (
        <ButtonLink variant="default" to="/deliveries/calendar">
          {t('calendar')}
        </ButtonLink>
      )}
      {may('surveys.update') && (
        <>
          {active ? (
            <SwitchOffDialog survey={{ id, title, version, offered }} />
          ) : (
            <Button variant="default" loading={activate.isPending} onClick={() => activate.mutate()}>
              {t('activate')}
            </Button>
          )}
          <ButtonLink variant="default" to="/surveys/$id/edit" params={{ id: String(id) }}>
            {t('common:record.edit')}
          </ButtonLink>
        </>
      )}
      {may('surveys.create') && (
        <Button variant="default" loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
          {t('duplicate')}
        </Button>
      )}
      {may('surveys.delete') && !offered && (
        <DeleteButton
          what={t('what')}
          id={id}
          consequence={async () => {
            const { data } = await call(surveys.listSurveyUses, { params: { id } });
            return { text: t('delete_text'), refusal: data.deletion_refusal };
          }}
          remove={() => call(surveys.deleteSurvey, { params: { id } })}
          changes={['surveys', 'triggers']}
          onDeleted={() => void navigate({ to: '/surveys/index' })}
        />
      )}
    </>
  );
}
