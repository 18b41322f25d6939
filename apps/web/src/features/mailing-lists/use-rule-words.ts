import { useTranslation } from 'react-i18next';
import type { mailingLists } from '@wardvoice/contract';
import { useTerms } from '../../ui/domain/terms.ts';

/** "Discharge, Ash or Birch, age 18 to 64, in the last 30 days" */
export function useRuleWords(): (rules: mailingLists.ListRules) => string {
  const { t, i18n } = useTranslation('mailing_lists');
  const { eventName, patientClass, sex } = useTerms();
  const oneOf = (values: readonly string[] | undefined, word: (code: string) => string | null = (code) => code) =>
    values && values.length > 0
      ? new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(values.map((code) => word(code) ?? code))
      : null;
  return ({
    event,
    location,
    patient_class,
    hospital_service,
    sex: sexes,
    age_from = null,
    age_to = null,
    last_days,
  }) =>
    [
      oneOf(event, eventName),
      oneOf(location),
      oneOf(patient_class, patientClass),
      oneOf(hospital_service),
      oneOf(sexes, sex),
      age_from === null && age_to === null ? null : t('rules.ages', { from: age_from ?? 0, to: age_to ?? '…' }),
      t('rules.days', { count: last_days }),
    ]
      .filter(Boolean)
      .join(', ');
}
