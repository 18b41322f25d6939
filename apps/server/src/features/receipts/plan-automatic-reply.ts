import type { deliveries } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { planDeliveries } from '../deliveries/index.ts';

/** What a patient wrote, as it is stored. */
interface WrittenText {
  id: number;
  application_id: number;
  from_address: string;
  received_at: Date;
  patient_id: number | null;
  contact_id: number | null;
  visit_id: number | null;
  location: string | null;
}

interface AutomaticReply {
  channel: Extract<deliveries.Channel, 'email' | 'sms'>;
  text: string;
  subject?: string;
  payload?: { in_reply_to: string | null };
}

/** Plans the automatic reply to a text, in the transaction that stores the text. */
export async function planAutomaticReply(tx: Tx, written: WrittenText, reply: AutomaticReply): Promise<void> {
  const { id, application_id, from_address, received_at, patient_id, contact_id, visit_id, location } = written;
  await planDeliveries(
    tx,
    application_id,
    [
      {
        ...reply,
        purpose: 'automatic_reply',
        cause: `text:${id}:automatic`,
        send_at: received_at,
        recipient: from_address,
        addressed: true,
        patient_id,
        contact_id: patient_id === null ? contact_id : null,
        visit_id,
        location,
      },
    ],
    received_at,
  );
}
