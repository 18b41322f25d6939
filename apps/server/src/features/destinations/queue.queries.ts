import type { destinations, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import { QUEUED_LIFECYCLE } from './queued-state.ts';

const ofDestination = (tx: Tx, applicationId: number, destinationId: number) =>
  tx
    .selectFrom('destination_messages as q')
    .leftJoin('hl7_messages as m', 'm.id', 'q.message_id')
    .select(['q.id', 'q.message_id', 'q.feedback_id', 'q.queued_at'])
    .select(['q.attempts', 'q.attempted_at', 'q.answer', 'q.application_answer', 'q.error'])
    .select([
      sql<string | null>`case when q.feedback_id is null then m.message_control_id else 'WVR' || q.feedback_id end`.as(
        'message_control_id',
      ),
      sql<string | null>`case when q.feedback_id is null then m.message_type else 'ORU' end`.as('message_type'),
      sql<string | null>`case when q.feedback_id is null then m.event else 'R01' end`.as('event'),
      sql<destinations.DestinationMessageState>`q.state`.as('state'),
      sql<Date | null>`case when q.state = 'waiting' and q.due_at > '-infinity' then q.due_at end`.as(
        'next_attempt_at',
      ),
    ])
    .where('q.application_id', '=', applicationId)
    .where('q.destination_id', '=', destinationId);

export function listQueued(
  tx: Tx,
  applicationId: number,
  destinationId: number,
  { state, ...paging }: QueryOf<typeof destinations.listDestinationMessages>,
) {
  const query = ofDestination(tx, applicationId, destinationId)
    .$if(state !== undefined, (rows) => rows.where('q.state', '=', state ?? 'failed'))
    .orderBy('q.id', 'desc');
  return fetchPage(tx, query, paging);
}

export async function getQueued(tx: Tx, applicationId: number, destinationId: number, id: number) {
  const found = await ofDestination(tx, applicationId, destinationId).where('q.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This message');
  return found;
}

/** Lets a message be sent now, in all attempts. Returns false while it is just being sent. */
export async function resendQueued(tx: Tx, applicationId: number, destinationId: number, id: number) {
  const { numUpdatedRows } = await tx
    .updateTable('destination_messages')
    .set({
      state: QUEUED_LIFECYCLE.resent.failed,
      attempts: 0,
      refusals: 0,
      application_answer: null,
      due_at: sql<Date>`'-infinity'::timestamptz`,
    })
    .where('application_id', '=', applicationId)
    .where('destination_id', '=', destinationId)
    .where('id', '=', id)
    .where('state', '<>', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes what was sent or given up before this time. Returns how many rows it deleted, at most so many. */
export async function deleteDoneBefore(tx: Tx, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from destination_messages where id in (
      select id from destination_messages where queued_at < ${until} and state in ('sent', 'failed')
      order by queued_at limit ${limit} for update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
