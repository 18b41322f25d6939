import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { sendToDestinationJob } from '../send-job.ts';

/**
 * Queues the answers of a patient for the destinations of their application that take answers of this ward, in the transaction that
 * stores them. The message is written when it is sent.
 */
export async function queueAnswers(
  tx: Tx,
  applicationId: number,
  { feedbackId, location }: { feedbackId: number; location: string | null },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ destination_id: number }>`
    insert into destination_messages (application_id, destination_id, feedback_id, queued_at)
    select d.application_id, d.id, ${feedbackId}, ${now}
    from destinations d
    where d.application_id = ${applicationId} and d.answers and (d.wards = '{}' or ${location}::text = any(d.wards))
    order by d.id
    returning destination_id`.execute(tx);
  await enqueue(
    tx,
    rows.map(({ destination_id }) => sendToDestinationJob(destination_id)),
  );
}
