import { useTranslation } from 'react-i18next';
import type { outcomeScores } from '@wardvoice/contract';
import { useFormats } from '../../kit/formats.ts';

type Value = Pick<
  outcomeScores.OutcomeValue,
  'value' | 'most' | 'answered' | 'items' | 'change' | 'higher_is_better' | 'important_change'
>;

/** Puts a value of a score, and how it has changed, into words. */
export function useOutcomeWords() {
  const { t } = useTranslation();
  const { number } = useFormats();
  return {
    inWords: ({ value, most, answered, items }: Value) =>
      value === null
        ? t('outcomes.too_few', { answered: number(answered), items: number(items) })
        : t('outcomes.value', { value: number(value), most: number(most) }),
    /** Null for the first value. */
    changeInWords: ({ change, higher_is_better, important_change }: Value) => {
      if (change === null) return null;
      const gain = higher_is_better ? change : -change;
      const isFelt = change !== 0 && Math.abs(change) >= (important_change ?? 0);
      const direction = !isFelt ? 'same' : gain > 0 ? 'better' : 'worse';
      return t(`outcomes.${direction}`, { change: number(change, { signDisplay: 'exceptZero' }) });
    },
  };
}
