import { useTranslation } from 'react-i18next';
import type { deliveries } from '@wardvoice/contract';
import { useTerms } from '../../ui/domain/terms.ts';

export function useDeliveryWords() {
  const { t } = useTranslation(['deliveries', 'terms']);
  const { patientName, word } = useTerms();
  return {
    /** Names the patient, else the contact, else the address. */
    recipientOf: (
      delivery: Pick<deliveries.Delivery, 'family_name' | 'given_name' | 'contact_name' | 'recipient'>,
    ): string =>
      delivery.family_name || delivery.given_name
        ? patientName(delivery)
        : (delivery.contact_name ?? delivery.recipient ?? t('no_recipient')),
    whatOf: (delivery: deliveries.Delivery): string => delivery.survey_title ?? t(`terms:purpose.${delivery.purpose}`),
    /** Says why it was not sent, or why it is tried again; null when it was sent, or has not been tried. */
    whyOf: ({ reason, state, last_error: error }: deliveries.Delivery): string | null =>
      reason ? word('reason', reason) : state === 'failed' || state === 'scheduled' ? error : null,
  };
}
