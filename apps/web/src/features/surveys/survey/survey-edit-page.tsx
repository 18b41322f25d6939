import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { SurveyForm } from './survey-form.tsx';

export function SurveyEditPage() {
  const { t } = useTranslation('surveys');
  const { id } = useParams({ from: '/shell/surveys/$id/edit' });
  const query = useQuery(ask(surveys.getSurvey, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/surveys/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(survey) => (
        <Page title={t('edit_title')} path={[...path, { label: survey.title, to: `/surveys/${id}` }]}>
          <SurveyForm key={survey.version} survey={survey} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
