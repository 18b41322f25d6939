import { useTranslation } from 'react-i18next';
import type { patients } from '@wardvoice/contract';
import { useFormats } from '../kit/formats.ts';

/** Formats a birth date as far as it is known. Of a year alone, no day is made up. */
export function useBirthDate() {
  const { t } = useTranslation('patients');
  const { plainDate } = useFormats();
  return ({
    birth_date: date,
    birth_date_precision: precision,
  }: Pick<patients.PatientSummary, 'birth_date' | 'birth_date_precision'>): string | null => {
    if (date === null) return null;
    if (precision === 'year') return t('year_only', { year: date.slice(0, 4) });
    return precision === 'month' ? t('month_only', { month: date.slice(0, 7) }) : plainDate(date);
  };
}
