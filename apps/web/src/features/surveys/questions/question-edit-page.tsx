import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/kit/page.tsx';
import { Record } from '../../../ui/domain/record.tsx';
import { QuestionForm } from './question-form.tsx';
import { useQuestion } from './use-question.ts';

export function QuestionEditPage() {
  const { t } = useTranslation('surveys');
  const { query, isBelowSurvey, pathOf, addressOf } = useQuestion();
  return (
    <Record query={query} title={t('questions.edit_title')} path={pathOf()}>
      {(question) => (
        <Page
          title={t('questions.edit_title')}
          path={[...pathOf(question), { label: question.title, to: addressOf(question) }]}
        >
          <QuestionForm
            key={question.version}
            surveyId={question.survey_id}
            question={question}
            isBelowSurvey={isBelowSurvey}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
