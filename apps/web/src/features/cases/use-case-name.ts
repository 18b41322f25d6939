import { useTranslation } from 'react-i18next';
import type { cases } from '@wardvoice/contract';
import { useTerms } from '../../ui/domain/terms.ts';

/** Names the patient, else the contact, else the tablet on which somebody unknown answered. */
export function useCaseName() {
  const { t } = useTranslation('cases');
  const { patientName } = useTerms();
  return (record: cases.CaseSummary): string => {
    const { given_name, family_name, contact_name, kiosk_label } = record;
    if (given_name !== null || family_name !== null) return patientName(record);
    if (contact_name !== null) return contact_name;
    return kiosk_label === null ? patientName(record) : t('kiosk_name', { label: kiosk_label });
  };
}
