import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { triggers, type outcomeScores } from '@wardvoice/contract';
import { SurveySelect, type RecordChoice } from '../../../ui/domain/pickers/record-select.tsx';
import { RemoveButton } from '../../../ui/kit/row-buttons.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { moveStep, type PathwayValues } from './pathway-values.ts';
import classes from './pathway-form.module.css';

interface StepFieldsProps {
  form: UseFormReturnType<PathwayValues>;
  index: number;
  choices: readonly RecordChoice[] | undefined;
  scores: readonly outcomeScores.OutcomeScore[];
}

const PLACEHOLDERS = triggers.TEXT_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');

/** One step: what is asked, when, by which way and on which condition. */
export function StepFields({ form, index, choices, scores }: StepFieldsProps) {
  const { t } = useTranslation(['pathways', 'triggers']);
  const { steps } = form.values.pathway;
  const step = steps[index];
  if (!step) return null;
  const at = `pathway.steps.${index}` as const;
  const number = (field: 'window_days' | 'reminder_days' | 'reminders') => ({
    required: true,
    clampBehavior: 'none' as const,
    allowDecimal: false,
    min: field === 'reminders' ? 0 : 1,
    ...form.getInputProps(`${at}.${field}`),
  });
  return (
    <fieldset className={classes.step}>
      <legend className={classes.legend}>{t('form.step', { number: index + 1 })}</legend>
      {steps.length > 1 && (
        <RemoveButton
          className={classes.remove}
          label={t('form.remove', { number: index + 1 })}
          onClick={() => form.removeListItem('pathway.steps', index)}
        />
      )}
      <div className={classes.wide}>
        <TextInput
          label={t('form.step_title')}
          placeholder={t('form.step_title_example')}
          required
          maxLength={80}
          dir="auto"
          {...form.getInputProps(`${at}.title`)}
        />
        <SurveySelect
          label={t('form.survey')}
          withAsterisk
          choices={choices}
          {...form.getInputProps(`${at}.survey_id`)}
          value={step.survey_id}
          onChange={(id) => form.setFieldValue(`${at}.survey_id`, id)}
        />
      </div>
      <div className={classes.narrow}>
        <NumberInput
          className={classes.short}
          label={t('form.after_days')}
          required
          clampBehavior="none"
          allowDecimal={false}
          min={0}
          {...form.getInputProps(`${at}.after_days`)}
          value={step.after_days}
          onChange={(day) => form.setFieldValue('pathway.steps', moveStep(steps, index, day === '' ? '' : Number(day)))}
        />
        <NumberInput label={t('form.window_days')} {...number('window_days')} />
        <Select
          className={classes.long}
          label={t('form.channel')}
          allowDeselect={false}
          data={triggers.TRIGGER_CHANNELS.map((channel) => ({
            value: channel,
            label: t(`triggers:channel.${channel}`),
          }))}
          {...form.getInputProps(`${at}.channel`)}
        />
        <NumberInput label={t('form.reminders')} {...number('reminders')} max={2} />
        {step.reminders > 0 && <NumberInput label={t('form.reminder_days')} {...number('reminder_days')} />}
      </div>
      {index > 0 && <ConditionFields form={form} index={index} scores={scores} />}
      <details className={classes.words}>
        <summary>{t('form.words')}</summary>
        <div className={classes.stack}>
          <TextInput
            label={t('form.subject')}
            maxLength={200}
            dir="auto"
            placeholder={t('form.standard')}
            {...form.getInputProps(`${at}.subject`)}
          />
          <Textarea
            label={t('form.text')}
            description={t('triggers:form.placeholders_standard', { names: PLACEHOLDERS })}
            autosize
            minRows={2}
            maxLength={2000}
            dir="auto"
            {...form.getInputProps(`${at}.text`)}
          />
        </div>
      </details>
    </fieldset>
  );
}
