import { NumberInput, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { pathways, type outcomeScores } from '@wardvoice/contract';
import { useFormats } from '../../../ui/kit/formats.ts';
import type { PathwayValues } from './pathway-values.ts';
import classes from './pathway-form.module.css';

interface ConditionFieldsProps {
  form: UseFormReturnType<PathwayValues>;
  index: number;
  scores: readonly outcomeScores.OutcomeScore[];
}

const ALWAYS = 'always';

/** On which outcome of an earlier step a step depends. Scores can be chosen where the survey of that step has some. */
export function ConditionFields({ form, index, scores }: ConditionFieldsProps) {
  const { t } = useTranslation('pathways');
  const { number } = useFormats();
  const { steps } = form.values.pathway;
  const step = steps[index];
  if (!step) return null;
  const { only_if } = step;
  const at = `pathway.steps.${index}.only_if` as const;
  const earlier = steps.filter(
    ({ after_days }) => after_days !== '' && step.after_days !== '' && after_days < step.after_days,
  );
  const meant = earlier.find(({ after_days }) => after_days === only_if?.day);
  const scoresOfMeant = scores.filter(({ survey_id }) => survey_id === meant?.survey_id);
  const choose = (is: string | null) =>
    form.setFieldValue(
      at,
      is === null || is === ALWAYS
        ? null
        : {
            day: only_if?.day ?? earlier.at(-1)?.after_days ?? null,
            is: is as pathways.ConditionKind,
            score_id: only_if?.score_id ?? null,
            value: only_if?.value ?? null,
          },
    );
  return (
    <div className={classes.narrow}>
      <Select
        className={classes.long}
        label={t('form.condition')}
        allowDeselect={false}
        data={[
          { value: ALWAYS, label: t('form.always') },
          ...pathways.CONDITIONS.map((is) => ({ value: is, label: t(`form.is.${is}`) })),
        ]}
        error={form.errors[`${at}.is`]}
        value={only_if?.is ?? ALWAYS}
        onChange={choose}
      />
      {only_if && (
        <Select
          className={classes.long}
          label={t('form.earlier')}
          allowDeselect={false}
          data={earlier.map(({ after_days, title }) => ({
            value: String(after_days),
            label: t('form.earlier_step', { day: number(Number(after_days)), title }),
          }))}
          error={form.errors[`${at}.day`]}
          value={only_if.day === null ? null : String(only_if.day)}
          onChange={(day) => form.setFieldValue(`${at}.day`, day === null ? null : Number(day))}
        />
      )}
      {only_if?.is.startsWith('score_') && (
        <>
          <Select
            className={classes.long}
            label={t('form.score')}
            allowDeselect={false}
            placeholder={t(scoresOfMeant.length === 0 ? 'form.no_scores' : 'form.choose_score')}
            data={scoresOfMeant.map(({ id, title }) => ({ value: String(id), label: title }))}
            error={form.errors[`${at}.score_id`]}
            value={only_if.score_id === null ? null : String(only_if.score_id)}
            onChange={(id) => form.setFieldValue(`${at}.score_id`, id === null ? null : Number(id))}
          />
          <NumberInput
            label={t('form.value')}
            hideControls
            decimalScale={2}
            error={form.errors[`${at}.value`]}
            value={only_if.value ?? ''}
            onChange={(value) => form.setFieldValue(`${at}.value`, value === '' ? null : Number(value))}
          />
        </>
      )}
    </div>
  );
}
