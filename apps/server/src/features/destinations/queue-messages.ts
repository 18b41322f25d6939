import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { sendToDestinationJob } from './send-job.ts';

/**
 * Queues processed messages for the destinations of their application, in the order given and in the transaction that processes
 * them: one commit stores both. A message is queued once for each destination, however often it is processed. Errors are queued
 * when they have been corrected; what was loaded, uploaded or reprocessed silently is not forwarded.
 */
export async function queueMessages(tx: Tx, applicationId: number, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ destination_id: number }>`
    insert into destination_messages (application_id, destination_id, message_id, queued_at)
    select d.application_id, d.id, m.id, ${now}
    from destinations d
      cross join unnest(${ids}::bigint[]) with ordinality as given (id, place)
      join hl7_messages m on m.id = given.id and m.application_id = d.application_id
    where d.application_id = ${applicationId} and d.messages and m.state in ('processed', 'ignored') and not m.silent
      and (d.message_types = '{}' or m.message_type = any(d.message_types)
        or m.message_type || '^' || m.event = any(d.message_types))
      and (d.wards = '{}' or m.location = any(d.wards))
    order by given.place, d.id
    on conflict (destination_id, message_id) do nothing
    returning destination_id`.execute(tx);
  await enqueue(
    tx,
    [...new Set(rows.map(({ destination_id }) => destination_id))].map((id) => sendToDestinationJob(id)),
  );
}
