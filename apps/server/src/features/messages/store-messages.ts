import type pg from 'pg';
import type { MessageError } from './judge-message.ts';

/** Patients are spread over so many lanes; each is worked through by one worker at a time. */
export const PATIENT_LANES = 64;

export interface NewMessage {
  applicationId: number | null;
  state: 'received' | 'ignored' | 'error';
  source: 'mllp' | 'http' | 'file' | 'form';
  receivedAt: Date;
  sendingApplication: string;
  sendingFacility: string;
  /** MSH-10; null when there is none: such a message is never taken for a duplicate. */
  controlId: string | null;
  messageType: string | null;
  event: string | null;
  version: string | null;
  processingId: string | null;
  lane: number;
  silent: boolean;
  raw: Uint8Array;
  rawTruncated: boolean;
  error: MessageError | null;
}

/**
 * One statement, one commit, for all that came together. The bytes travel as a single binary parameter and are cut up
 * by PostgreSQL: as an array they would be sent in hexadecimal, at twice the size and five times the cost.
 * The same message again changes nothing but its count.
 */
const INSERT = `
  insert into hl7_messages (
    application_id, state, source, received_at, event_at, sending_application, sending_facility, message_control_id,
    message_type, event, version, processing_id, lane, silent, raw_truncated, error_code, error_field, error_text,
    duplicate_count, raw, content_hash, control_id_reused)
  select
    m.application_id, m.state, m.source, m.received_at, m.received_at, m.sending_application, m.sending_facility,
    m.control_id, m.message_type, m.event, m.version, m.processing_id, m.lane, m.silent, m.raw_truncated, m.error_code,
    m.error_field, m.error_text, m.repeats, b.raw, sha256(b.raw),
    m.reused or earlier.found is not null
  from unnest(
    $2::int[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::smallint[], $16::boolean[], $17::boolean[], $18::text[],
    $19::text[], $20::text[], $21::int[], $22::boolean[]
  ) with ordinality as m (
    start, length, application_id, state, source, received_at, sending_application, sending_facility, control_id,
    message_type, event, version, processing_id, lane, silent, raw_truncated, error_code, error_field, error_text,
    repeats, reused, place),
  lateral (select substring($1::bytea from m.start for m.length) as raw) b
  left join lateral (
    select true as found from hl7_messages same
    where same.application_id = m.application_id and same.sending_application = m.sending_application
      and same.sending_facility = m.sending_facility and same.message_control_id = m.control_id
    limit 1) earlier on true
  order by m.place
  on conflict (application_id, sending_application, sending_facility, message_control_id, content_hash)
    where message_control_id is not null
  do update set duplicate_count = hl7_messages.duplicate_count + 1 + excluded.duplicate_count`;

/** Stores messages in the order given. The connection must see all applications (see platform/db/database.ts). */
export async function storeMessages(client: pg.ClientBase, messages: readonly NewMessage[]): Promise<void> {
  const rows = withoutRepeats(messages);
  let start = 1;
  const starts = rows.map(({ message }) => {
    const here = start;
    start += message.raw.length;
    return here;
  });
  const column = <T>(read: (message: NewMessage) => T): T[] => rows.map(({ message }) => read(message));
  await client.query({
    name: 'store-messages',
    text: INSERT,
    values: [
      Buffer.concat(column((m) => m.raw)),
      starts,
      column((m) => m.raw.length),
      column((m) => m.applicationId),
      column((m) => m.state),
      column((m) => m.source),
      column((m) => m.receivedAt.toISOString()),
      column((m) => m.sendingApplication),
      column((m) => m.sendingFacility),
      column((m) => m.controlId),
      column((m) => m.messageType),
      column((m) => m.event),
      column((m) => m.version),
      column((m) => m.processingId),
      column((m) => m.lane),
      column((m) => m.silent),
      column((m) => m.rawTruncated),
      column((m) => m.error?.code ?? null),
      column((m) => m.error?.field ?? null),
      column((m) => m.error?.text ?? null),
      rows.map(({ repeats }) => repeats),
      rows.map(({ reused }) => reused),
    ],
  });
}

interface Row {
  message: NewMessage;
  /** How often the same came again in this very batch; one statement cannot meet the same row twice. */
  repeats: number;
  /** An earlier one of this batch has the same control id and other bytes. */
  reused: boolean;
}

function withoutRepeats(messages: readonly NewMessage[]): Row[] {
  const rows: Row[] = [];
  const bySender = new Map<string, Row[]>();
  for (const message of messages) {
    const row = { message, repeats: 0, reused: false };
    if (message.controlId !== null) {
      const key = [message.applicationId, message.sendingApplication, message.sendingFacility, message.controlId].join(
        '\0',
      );
      const earlier = bySender.get(key);
      const same = earlier?.find((other) => Buffer.compare(other.message.raw, message.raw) === 0);
      if (same) {
        same.repeats += 1;
        continue;
      }
      row.reused = earlier !== undefined && message.applicationId !== null;
      if (earlier) earlier.push(row);
      else bySender.set(key, [row]);
    }
    rows.push(row);
  }
  return rows;
}
