import { useTranslation } from 'react-i18next';
import type { feedbackRecords } from '@wardvoice/contract';
import { useTerms } from '../../ui/domain/terms.ts';

type Person = Pick<feedbackRecords.FeedbackRecord, 'given_name' | 'family_name' | 'contact_name' | 'kiosk_label'>;

/** Names the patient, else the contact, else the tablet on which somebody unknown answered. */
export function useFeedbackName() {
  const { t } = useTranslation('feedback');
  const { patientName } = useTerms();
  return (record: Person): string => {
    const { given_name, family_name, contact_name, kiosk_label } = record;
    if (given_name !== null || family_name !== null) return patientName(record);
    if (contact_name !== null) return contact_name;
    return kiosk_label === null ? patientName(record) : t('kiosk_name', { label: kiosk_label });
  };
}
