import { useTranslation } from 'react-i18next';
import { useTerms } from '../terms.ts';

interface Answerer {
  given_name: string | null;
  family_name: string | null;
  contact_name: string | null;
  kiosk_label: string | null;
}

/** Names the patient, else the contact, else the tablet on which somebody unknown answered. */
export function useAnswererName() {
  const { t } = useTranslation();
  const { patientName } = useTerms();
  return (record: Answerer): string => {
    const { given_name, family_name, contact_name, kiosk_label } = record;
    if (given_name !== null || family_name !== null) return patientName(record);
    if (contact_name !== null) return contact_name;
    return kiosk_label === null ? patientName(record) : t('answers.at_kiosk', { label: kiosk_label });
  };
}
