import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';

export interface Sender {
  sending_application: string;
  sending_facility: string;
}

const MAX_SENDERS = 50;

/** Lists the senders of the newest messages, the busiest first. */
export async function listSenders(tx: Tx, applicationId: number): Promise<Sender[]> {
  const { rows } = await sql<Sender>`
    select sending_application, sending_facility from (
      select sending_application, sending_facility from hl7_messages
      where application_id = ${applicationId} order by event_at desc, id desc limit 20000) newest
    group by 1, 2 order by count(*) desc, 1, 2 limit ${MAX_SENDERS}`.execute(tx);
  return rows;
}

export async function listNewestOf(
  tx: Tx,
  applicationId: number,
  { sending_application, sending_facility }: Sender,
  limit: number,
): Promise<{ raw: Buffer; state: string; received_at: Date }[]> {
  const { rows } = await sql<{ raw: Buffer; state: string; received_at: Date }>`
    select coalesce(corrected, raw) as raw, state, received_at from hl7_messages
    where application_id = ${applicationId} and sending_application = ${sending_application}
      and sending_facility = ${sending_facility} and raw_removed_at is null
    order by event_at desc, id desc limit ${limit}`.execute(tx);
  return rows;
}

export interface ReadingRow {
  country: string;
  date_order: 'day_first' | 'month_first' | null;
  death_dispositions: string[];
}

export async function getReadingRules(tx: Tx, applicationId: number): Promise<ReadingRow> {
  const { rows } = await sql<ReadingRow>`
    select country, date_order, death_dispositions from applications where id = ${applicationId}`.execute(tx);
  const [rules] = rows;
  if (!rules) throw new NotFound('This application');
  return rules;
}
