import { useTranslation } from 'react-i18next';
import type { pathways } from '@wardvoice/contract';

/** Says "Missed: admitted again" of a step of a pathway. */
export function useOccasionWords(): (occasion: pathways.Occasion) => string {
  const { t } = useTranslation(['common', 'terms']);
  return ({ state, reason }) => {
    const word = t(`pathways.occasion.${state}`);
    if (reason === null) return word;
    const why =
      reason === 'condition' || reason === 'answered_elsewhere' || reason === 'late'
        ? t(`pathways.reason.${reason}`)
        : t(`terms:reason.${reason}`);
    return t('pathways.because', { word, why });
  };
}
