import { NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { outcomeScores, type BodyInputOf, type questions } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { BandFields } from './band-fields.tsx';
import { ItemFields } from './item-fields.tsx';
import { canBeScored, valuesOf, type ScoreValues } from './score-values.ts';
import classes from './score-form.module.css';

interface ScoreFormProps {
  surveyId: number;
  /** The questions of the survey in their order. */
  asked: readonly questions.Question[];
  /** Undefined: a new one. */
  score?: outcomeScores.OutcomeScore;
  onReload?: () => void;
}

type Body = BodyInputOf<typeof outcomeScores.createOutcomeScore>;

export function ScoreForm({ surveyId, asked, score, onReload }: ScoreFormProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/surveys/$id', params: { id: String(surveyId) } });
  const record = useRecordForm<ScoreValues, { data: { id: number } }>({
    schema: score ? outcomeScores.updateOutcomeScore.body : outcomeScores.createOutcomeScore.body,
    wrapper: 'outcome_score',
    values: valuesOf(surveyId, score),
    // The schema has refused fields for numbers that are empty.
    save: (values) =>
      score
        ? call(outcomeScores.updateOutcomeScore, { params: { id: score.id }, body: values as Body })
        : call(outcomeScores.createOutcomeScore, { body: values as Body }),
    changes: ['surveys', 'feedback'],
    onSaved: back,
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { items, important_change, higher_is_better } = form.values.outcome_score;
  return (
    <Form of={record} submit={score ? t('common:record.save') : t('scores.add')} onCancel={back}>
      <TextInput
        label={t('common:record.title')}
        description={t('scores.title_help')}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        {...form.getInputProps('outcome_score.title')}
      />
      <ItemFields form={form} asked={asked.filter(canBeScored)} />
      <Select
        label={t('scores.method')}
        allowDeselect={false}
        data={outcomeScores.METHODS.map((method) => ({ value: method, label: t(`scores.method_${method}`) }))}
        {...form.getInputProps('outcome_score.method')}
      />
      <Radio.Group
        label={t('scores.direction')}
        value={higher_is_better ? 'higher' : 'lower'}
        onChange={(value) => form.setFieldValue('outcome_score.higher_is_better', value === 'higher')}
      >
        <div className={classes.pair}>
          <Radio value="higher" label={t('scores.higher')} />
          <Radio value="lower" label={t('scores.lower')} />
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        <NumberInput
          label={t('scores.needed')}
          description={t('scores.needed_help', { number: items.length })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          required
          clampBehavior="none"
          allowDecimal={false}
          min={1}
          {...form.getInputProps('outcome_score.needed')}
        />
        <NumberInput
          label={t('scores.important_change')}
          description={t('scores.important_change_help')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          clampBehavior="none"
          hideControls
          decimalScale={2}
          {...form.getInputProps('outcome_score.important_change')}
          value={important_change ?? ''}
          onChange={(value) =>
            form.setFieldValue('outcome_score.important_change', value === '' ? null : Number(value))
          }
        />
      </div>
      <BandFields form={form} />
    </Form>
  );
}
