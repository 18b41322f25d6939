import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { questions } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { DeleteButton } from '../../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { Page } from '../../../ui/kit/page.tsx';
import type { Crumb } from '../../../ui/kit/page-store.ts';
import { Record } from '../../../ui/domain/record.tsx';
import { OptionsPanel } from '../options/options-panel.tsx';
import { useConditionText } from './use-condition-text.ts';
import { useLimitText } from './use-limit-text.ts';
import { useQuestion } from './use-question.ts';

export function QuestionPage() {
  const { t } = useTranslation('surveys');
  const { query, isBelowSurvey, pathOf } = useQuestion();
  return (
    <Record query={query} title={t('questions.what')} path={pathOf()}>
      {(question) => <QuestionRecord question={question} path={pathOf(question)} isBelowSurvey={isBelowSurvey} />}
    </Record>
  );
}

interface QuestionRecordProps {
  question: questions.Question;
  path: Crumb[];
  isBelowSurvey: boolean;
}

function QuestionRecord({ question, path, isBelowSurvey }: QuestionRecordProps) {
  const { t } = useTranslation('surveys');
  const condition = useConditionText()(question);
  const limits = useLimitText()(question);
  const { title, type_of, required, category, survey_id, survey_title, purpose } = question;
  return (
    <Page
      title={title}
      path={path}
      lead={
        <FactLine>
          {!isBelowSurvey && (
            <Fact label={t('questions.survey')}>
              <AnchorLink to="/surveys/$id" params={{ id: String(survey_id) }}>
                {survey_title}
              </AnchorLink>
            </Fact>
          )}
          <Fact label={t('questions.type')}>{t(`type.${type_of}`)}</Fact>
          {limits && <Fact label={t('limits.title')}>{limits}</Fact>}
          {purpose && <Fact label={t('questions.purpose')}>{t(`questions.purpose_${purpose}`)}</Fact>}
          <Fact label={t('questions.category')}>{category?.title ?? t('questions.no_category')}</Fact>
          {required && <Fact label={t('questions.must')}>✓</Fact>}
          {condition && <Fact label={t('questions.condition')}>{condition}</Fact>}
        </FactLine>
      }
      actions={<QuestionActions question={question} isBelowSurvey={isBelowSurvey} />}
    >
      <OptionsPanel question={question} />
    </Page>
  );
}

function QuestionActions({ question, isBelowSurvey }: Omit<QuestionRecordProps, 'path'>) {
  const { t } = useTranslation(['surveys', 'common']);
  const may = useMay();
  const navigate = useNavigate();
  const { id, survey_id } = question;
  if (!may('surveys.update')) return null;
  const leave = () =>
    isBelowSurvey
      ? void navigate({ to: '/surveys/$id', params: { id: String(survey_id) } })
      : void navigate({ to: '/questions/index' });
  return (
    <>
      {isBelowSurvey ? (
        <ButtonLink
          variant="default"
          to="/surveys/$id/questions/$question_id/edit"
          params={{ id: String(survey_id), question_id: String(id) }}
        >
          {t('common:record.edit')}
        </ButtonLink>
      ) : (
        <ButtonLink variant="default" to="/questions/$id/edit" params={{ id: String(id) }}>
          {t('common:record.edit')}
        </ButtonLink>
      )}
      <DeleteButton
        what={t('questions.what')}
        id={id}
        consequence={t('questions.delete_text')}
        remove={() => call(questions.deleteQuestion, { params: { id } })}
        changes={['surveys']}
        onDeleted={leave}
      />
    </>
  );
}
