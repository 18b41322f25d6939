import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { confirm } from '../../ui/confirm.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Fact, FactLine } from '../../ui/facts.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Moment } from '../../ui/moment.tsx';
import { noticeSuccess } from '../../ui/notices.ts';
import { Page } from '../../ui/page.tsx';
import { Record } from '../../ui/record.tsx';
import { ActiveMark } from './active-mark.tsx';
import { LanguagesPanel } from './languages-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { QuestionsPanel } from './questions-panel.tsx';
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
            {last_answered_at ? <Moment at={last_answered_at} /> : t('never_answered')}
          </Fact>
        </FactLine>
      }
      actions={<SurveyActions survey={survey} />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <QuestionsPanel surveyId={id} />
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
  const client = useQueryClient();
  const duplicate = useMutation({
    mutationFn: () => call(surveys.duplicateSurvey, { params: { id } }),
    onSuccess: ({ data }) => {
      noticeSuccess(t('duplicated'));
      void client.invalidateQueries();
      void navigate({ to: '/surveys/$id', params: { id: String(data.id) } });
    },
  });
  const activate = useMutation({
    mutationFn: (next: boolean) =>
      call(surveys.updateSurvey, { params: { id }, body: { survey: { active: next, version } } }),
    onSuccess: ({ data }) => {
      noticeSuccess(t(data.active ? 'activated' : 'deactivated'));
      void client.invalidateQueries();
    },
  });
  async function toggle(): Promise<void> {
    const asks = active && offered;
    if (asks && !(await confirm({ title: t('deactivate_title', { title }), text: t('deactivate_text') }))) return;
    activate.mutate(!active);
  }
  return (
    <>
      <ButtonLink variant="default" to="/surveys/$id/results" params={{ id: String(id) }}>
        {t('results')}
      </ButtonLink>
      {may('surveys.update') && (
        <>
          <Button variant="default" loading={activate.isPending} onClick={() => void toggle()}>
            {t(active ? 'deactivate' : 'activate')}
          </Button>
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
          consequence={t('delete_text')}
          remove={() => call(surveys.deleteSurvey, { params: { id } })}
          onDeleted={() => void navigate({ to: '/surveys/index' })}
        />
      )}
    </>
  );
}
