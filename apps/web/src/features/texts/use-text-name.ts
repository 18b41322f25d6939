import type { texts } from '@wardvoice/contract';
import { useTerms } from '../../ui/domain/terms.ts';

type Sender = Pick<texts.InboundText, 'given_name' | 'family_name' | 'contact_name' | 'from_address'>;

/** Names the patient, else the contact, else the address that the text came from. */
export function useTextName() {
  const { patientName } = useTerms();
  return (text: Sender): string =>
    text.given_name !== null || text.family_name !== null
      ? patientName(text)
      : (text.contact_name ?? text.from_address);
}
