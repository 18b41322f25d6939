import { memo } from 'react';
import type { messages } from '@wardvoice/contract';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { useTerms } from '../../../ui/domain/terms.ts';

/** The patient's name, or the control ID of a message whose patient could not be read. */
export function useMessageName(): (message: messages.Message) => string {
  const { patientName } = useTerms();
  return (message) => {
    const named = message.family_name !== null || message.given_name !== null;
    return named ? patientName(message) : (message.message_control_id ?? patientName(message));
  };
}

export const MessageLink = memo(function MessageLink({ message }: { message: messages.Message }) {
  const name = useMessageName()(message);
  return (
    <>
      <AnchorLink to="/messages/$id" params={{ id: String(message.id) }} c="inherit" fw={500}>
        {name}
      </AnchorLink>
      {message.patient_identifier && <span className="wv-quiet"> {message.patient_identifier}</span>}
    </>
  );
});
