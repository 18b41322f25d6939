import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { questions } from '@wardvoice/contract';
import { RecordSelect } from '../../../ui/domain/pickers/record-select.tsx';
import { FormSection } from '../../../ui/kit/form.tsx';
import { AddButton, RemoveButton } from '../../../ui/kit/row-buttons.tsx';
import classes from './condition-fields.module.css';
import type { QuestionValues } from './question-values.ts';

interface ConditionFieldsProps {
  form: UseFormReturnType<QuestionValues>;
  /** The questions before this one that have answers to choose from. */
  earlier: readonly questions.Question[];
}

/** Says because of which answers a question is shown. */
export function ConditionFields({ form, earlier }: ConditionFieldsProps) {
  const { t } = useTranslation('surveys');
  const { conditions } = form.values.question;
  return (
    <FormSection title={t('questions.condition')} text={t('questions.condition_text')}>
      {conditions.length === 0 && <p className="wv-quiet">{t('questions.condition_always')}</p>}
      {conditions.length > 1 && (
        <Select
          label={t('questions.match')}
          allowDeselect={false}
          data={questions.CONDITION_MATCHES.map((match) => ({ value: match, label: t(`questions.match_${match}`) }))}
          {...form.getInputProps('question.condition_match')}
        />
      )}
      {conditions.map((_, index) => (
        <ConditionRow key={index} form={form} earlier={earlier} index={index} />
      ))}
      {conditions.length < questions.MAX_CONDITIONS && (
        <AddButton
          className={classes.add}
          onClick={() => form.insertListItem('question.conditions', { question_id: null, option_id: null })}
        >
          {t('questions.condition_add')}
        </AddButton>
      )}
    </FormSection>
  );
}

function ConditionRow({ form, earlier, index }: ConditionFieldsProps & { index: number }) {
  const { t } = useTranslation('surveys');
  const field = `question.conditions.${index}`;
  const condition = form.values.question.conditions[index];
  const before = earlier.find(({ id }) => id === condition?.question_id);
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{t('questions.condition_number', { number: index + 1 })}</legend>
      <RecordSelect
        label={t('questions.condition_question')}
        placeholder={t('questions.condition_select_question')}
        required
        choices={earlier}
        {...form.getInputProps(`${field}.question_id`)}
        value={condition?.question_id}
        onChange={(id) => {
          form.setFieldValue(`${field}.question_id`, id);
          form.setFieldValue(`${field}.option_id`, null);
        }}
      />
      <RecordSelect
        className={classes.answer}
        label={t('questions.condition_option')}
        placeholder={t('questions.condition_select')}
        required
        choices={before?.options ?? []}
        disabled={!before}
        {...form.getInputProps(`${field}.option_id`)}
        value={condition?.option_id}
        onChange={(id) => form.setFieldValue(`${field}.option_id`, id)}
      />
      <RemoveButton
        className={classes.remove}
        label={t('questions.condition_remove', { number: index + 1 })}
        onClick={() => form.removeListItem('question.conditions', index)}
      />
    </fieldset>
  );
}
