import { Select, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { feedback, questions } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { CategorySelect } from '../../../ui/domain/pickers/category-select.tsx';
import { Form } from '../../../ui/kit/form.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { ConditionFields } from './condition-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { questionBody, questionValues, type QuestionValues } from './question-values.ts';

interface QuestionFormProps {
  surveyId: number;
  /** Undefined: a new one, at the end. */
  question?: questions.Question;
  /** Where to go on: below the survey, or in the list of all questions. */
  isBelowSurvey: boolean;
  onReload?: () => void;
}

export function QuestionForm({ surveyId, question, isBelowSurvey, onReload }: QuestionFormProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const navigate = useNavigate();
  const { data: list } = useQuery(
    ask(questions.listSurveyQuestions, { params: { id: surveyId }, query: { paginate: '0' } }),
  );
  const open = (id: number) =>
    isBelowSurvey
      ? void navigate({
          to: '/surveys/$id/questions/$question_id',
          params: { id: String(surveyId), question_id: String(id) },
        })
      : void navigate({ to: '/questions/$id', params: { id: String(id) } });
  const leave = () =>
    isBelowSurvey
      ? void navigate({ to: '/surveys/$id', params: { id: String(surveyId) } })
      : void navigate({ to: '/questions/index' });
  const record = useRecordForm<QuestionValues, { data: { id: number } }>({
    schema: questions.questionForm,
    wrapper: 'question',
    values: questionValues(question),
    save: (values) =>
      question
        ? call(questions.updateQuestion, { params: { id: question.id }, body: questionBody(values) })
        : call(questions.createQuestion, { params: { id: surveyId }, body: questionBody(values) }),
    changes: ['surveys'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { conditions, category_id } = form.values.question;
  const place = question ? (list?.data.findIndex(({ id }) => id === question.id) ?? 0) : undefined;
  const earlier = (list?.data ?? [])
    .slice(0, place)
    .filter(({ type_of, options }) => !feedback.isTyped(type_of) && options[0]);
  return (
    <Form
      of={record}
      submit={question ? t('common:record.save') : t('questions.add')}
      onCancel={() => (question ? open(question.id) : leave())}
    >
      <Textarea
        label={t('questions.text')}
        required
        autosize
        minRows={2}
        maxLength={500}
        dir="auto"
        data-autofocus
        {...form.getInputProps('question.title')}
      />
      <Select
        label={t('questions.type')}
        allowDeselect={false}
        data={feedback.QUESTION_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        {...form.getInputProps('question.type_of')}
      />
      <LimitFields form={form} />
      <CategorySelect
        description={t('questions.category_help')}
        {...form.getInputProps('question.category_id')}
        value={category_id}
        onChange={(id) => form.setFieldValue('question.category_id', id)}
      />
      <Switch label={t('questions.required')} {...form.getInputProps('question.required', { type: 'checkbox' })} />
      {(earlier.length > 0 || conditions.length > 0) && <ConditionFields form={form} earlier={earlier} />}
    </Form>
  );
}
