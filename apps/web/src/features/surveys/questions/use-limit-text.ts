import { useTranslation } from 'react-i18next';
import { questions } from '@wardvoice/contract';
import { useFormats } from '../../../ui/kit/formats.ts';

/** Returns a function that puts the limits of a question into words; null when it has none. */
export function useLimitText() {
  const { t } = useTranslation('surveys');
  const { number, plainDate } = useFormats();
  const inWords = (limit: number | string | null): string | null => {
    if (limit === null) return null;
    if (typeof limit === 'number') return number(limit, { maximumFractionDigits: 6 });
    return limit === questions.TODAY ? t('limits.today') : plainDate(limit);
  };
  return ({ smallest, largest, step, unit, earliest, latest }: questions.Question): string | null => {
    const [from, to] = [inWords(smallest ?? earliest), inWords(largest ?? latest)];
    const range =
      from !== null && to !== null
        ? t('limits.between', { from, to })
        : from !== null
          ? t('limits.from', { from })
          : to !== null && t('limits.to', { to });
    const parts = [range, step !== null && t('limits.steps', { step: inWords(step) }), unit];
    return parts.filter(Boolean).join(', ') || null;
  };
}
