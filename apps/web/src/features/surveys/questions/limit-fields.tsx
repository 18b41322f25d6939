import { NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { consent, feedback, questions } from '@wardvoice/contract';
import { FormSection } from '../../../ui/kit/form.tsx';
import classes from './limit-fields.module.css';
import type { QuestionValues } from './question-values.ts';

interface LimitFieldsProps {
  form: UseFormReturnType<QuestionValues>;
}

/** Says which numbers or days can be the answer, and what a consent is given to. Other types need nothing more. */
export function LimitFields({ form }: LimitFieldsProps) {
  const { t } = useTranslation('surveys');
  switch (form.values.question.type_of) {
    case 'number':
      return (
        <FormSection title={t('limits.numbers')} text={t('limits.numbers_text')}>
          <div className={classes.pair}>
            <NumberLimit form={form} limit="smallest" />
            <NumberLimit form={form} limit="largest" />
            <NumberLimit form={form} limit="step" description={t('limits.step_help')} />
            <UnitField form={form} />
          </div>
        </FormSection>
      );
    case 'date':
      return (
        <FormSection title={t('limits.days')} text={t('limits.days_text')}>
          <DayLimit form={form} limit="earliest" />
          <DayLimit form={form} limit="latest" />
        </FormSection>
      );
    case 'consent':
      return (
        <Select
          label={t('questions.purpose')}
          description={t('questions.purpose_help')}
          placeholder={t('questions.purpose_none')}
          clearable
          data={consent.PURPOSES.map((purpose) => ({ value: purpose, label: t(`questions.purpose_${purpose}`) }))}
          {...form.getInputProps('question.purpose')}
        />
      );
    case 'radio':
    case 'checkbox':
    case 'rating':
    case 'nps':
    case 'yes_no':
    case 'text':
      return null;
  }
}

interface NumberLimitProps extends LimitFieldsProps {
  limit: 'smallest' | 'largest' | 'step';
  description?: string;
}

function NumberLimit({ form, limit, description }: NumberLimitProps) {
  const { t } = useTranslation('surveys');
  const field = `question.${limit}`;
  return (
    <NumberInput
      label={t(`limits.${limit}`)}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      decimalScale={feedback.MAX_DECIMALS}
      allowNegative={limit !== 'step'}
      clampBehavior="none"
      hideControls
      {...form.getInputProps(field)}
      value={form.values.question[limit] ?? ''}
      onChange={(value) => form.setFieldValue(field, value === '' ? null : value)}
    />
  );
}

function UnitField({ form }: LimitFieldsProps) {
  const { t } = useTranslation('surveys');
  return (
    <TextInput
      label={t('limits.unit')}
      description={t('limits.unit_help')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      maxLength={20}
      dir="auto"
      {...form.getInputProps('question.unit')}
      value={form.values.question.unit ?? ''}
      onChange={(event) => form.setFieldValue('question.unit', event.currentTarget.value || null)}
    />
  );
}

const KINDS = ['none', 'today', 'day'] as const;

/** No limit, the day on which the patient answers, or a fixed day. */
function DayLimit({ form, limit }: LimitFieldsProps & { limit: 'earliest' | 'latest' }) {
  const { t } = useTranslation('surveys');
  const value = form.values.question[limit];
  const kind = value === null ? 'none' : value === questions.TODAY ? 'today' : 'day';
  const field = `question.${limit}`;
  const starting = { none: null, today: questions.TODAY, day: '' };
  return (
    <div className={classes.pair}>
      <Select
        label={t(`limits.${limit}`)}
        allowDeselect={false}
        data={KINDS.map((one) => ({ value: one, label: t(`limits.${one}`) }))}
        value={kind}
        onChange={(chosen) => {
          const next = KINDS.find((one) => one === chosen);
          if (next && next !== kind) form.setFieldValue(field, starting[next]);
        }}
        error={kind === 'day' ? undefined : form.errors[field]}
      />
      {kind === 'day' && (
        <TextInput type="date" label={t(`limits.${limit}_day`)} required {...form.getInputProps(field)} />
      )}
    </div>
  );
}
