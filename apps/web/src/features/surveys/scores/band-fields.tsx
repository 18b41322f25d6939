import { NumberInput, TextInput, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { outcomeScores } from '@wardvoice/contract';
import { FormSection } from '../../../ui/kit/form.tsx';
import { AddButton, RemoveButton } from '../../../ui/kit/row-buttons.tsx';
import type { ScoreValues } from './score-values.ts';
import classes from './score-form.module.css';

/** What a value is called from which number on. */
export function BandFields({ form }: { form: UseFormReturnType<ScoreValues> }) {
  const { t } = useTranslation('surveys');
  const { bands } = form.values.outcome_score;
  return (
    <FormSection title={t('scores.bands')} text={t('scores.bands_text')}>
      {bands.map((band, index) => (
        <fieldset key={index} className={classes.band}>
          <VisuallyHidden component="legend">{t('scores.band_number', { number: index + 1 })}</VisuallyHidden>
          <NumberInput
            label={t('scores.band_from')}
            required
            clampBehavior="none"
            hideControls
            decimalScale={2}
            {...form.getInputProps(`outcome_score.bands.${index}.from`)}
            value={band.from}
          />
          <TextInput
            label={t('scores.band_title')}
            required
            maxLength={60}
            dir="auto"
            {...form.getInputProps(`outcome_score.bands.${index}.title`)}
          />
          <RemoveButton
            className={classes.remove}
            label={t('scores.band_remove', { number: index + 1 })}
            onClick={() => form.removeListItem('outcome_score.bands', index)}
          />
        </fieldset>
      ))}
      {bands.length < outcomeScores.MAX_BANDS && (
        <AddButton
          className={classes.add}
          onClick={() => form.insertListItem('outcome_score.bands', { from: '', title: '' })}
        >
          {t('scores.band_add')}
        </AddButton>
      )}
    </FormSection>
  );
}
