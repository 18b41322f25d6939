import type { listMessages } from './messages.queries.ts';

export type MessageRow = Awaited<ReturnType<typeof listMessages>>['data'][number];

/** Columns of the list of messages as a file. */
export const MESSAGE_COLUMNS = {
  id: (row: MessageRow) => row.id,
  event: (row: MessageRow) => row.event,
  event_at: (row: MessageRow) => row.event_at,
  received_at: (row: MessageRow) => row.received_at,
  state: (row: MessageRow) => row.state,
  patient_identifier: (row: MessageRow) => row.patient_identifier,
  family_name: (row: MessageRow) => row.family_name,
  given_name: (row: MessageRow) => row.given_name,
  birth_date: (row: MessageRow) => row.birth_date,
  visit_number: (row: MessageRow) => row.visit_number,
  location: (row: MessageRow) => row.location,
  patient_class: (row: MessageRow) => row.patient_class,
  phone: (row: MessageRow) => row.phone,
  email: (row: MessageRow) => row.email,
  feedback_state: (row: MessageRow) => row.feedback_state,
  message_control_id: (row: MessageRow) => row.message_control_id,
  sending_application: (row: MessageRow) => row.sending_application,
  sending_facility: (row: MessageRow) => row.sending_facility,
};
