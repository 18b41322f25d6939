import type { QueryOf, webhooks } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import { EVENT_LIFECYCLE } from './event-state.ts';

const ofWebhook = (tx: Tx, applicationId: number, webhookId: number) =>
  tx
    .selectFrom('webhook_events as e')
    .select([
      'e.id',
      'e.message_id',
      'e.type',
      sql<Record<string, unknown>>`e.data`.as('data'),
      'e.happened_at',
      sql<webhooks.EventState>`e.state`.as('state'),
      'e.attempts',
      sql<Date | null>`case when e.state = 'waiting' and e.attempts > 0 and e.due_at > '-infinity' then e.due_at end`.as(
        'next_attempt_at',
      ),
      'e.attempted_at',
      'e.took_ms',
      'e.status',
      'e.answer',
      'e.error',
    ])
    .where('e.application_id', '=', applicationId)
    .where('e.webhook_id', '=', webhookId);

export function listEvents(
  tx: Tx,
  applicationId: number,
  webhookId: number,
  { state, ...paging }: QueryOf<typeof webhooks.listWebhookEvents>,
) {
  const query = ofWebhook(tx, applicationId, webhookId)
    .$if(state !== undefined, (rows) => rows.where('e.state', '=', state ?? 'failed'))
    .orderBy('e.id', 'desc');
  return fetchPage(tx, query, paging);
}

export async function getEvent(tx: Tx, applicationId: number, webhookId: number, id: number) {
  const found = await ofWebhook(tx, applicationId, webhookId).where('e.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This event');
  return found;
}

const AT_ONCE = sql<Date>`'-infinity'::timestamptz`;

/** Lets an event be sent now, in all attempts. One that is just being sent is left alone. */
export async function replayEvent(tx: Tx, applicationId: number, webhookId: number, id: number, now: Date) {
  await tx
    .updateTable('webhook_events')
    .set({ state: EVENT_LIFECYCLE.replayed.delivered, attempts: 0, due_at: AT_ONCE, claim: null, claimed_until: null })
    .where('application_id', '=', applicationId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]))
    .execute();
}

/** The same for everything since a time that was given up, except tests. Returns how many. */
export async function replayFailed(tx: Tx, applicationId: number, webhookId: number, since: Date, test: string) {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_events')
    .set({ state: EVENT_LIFECYCLE.replayed.failed, attempts: 0, due_at: AT_ONCE })
    .where('application_id', '=', applicationId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .where('happened_at', '>=', since)
    .where('type', '<>', test)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What came of an attempt. */
export interface Attempt {
  attempted_at: Date;
  took_ms: number;
  status: number | null;
  answer: string | null;
  error: string | null;
}

/** Stores a test, which is sent once and never waits. */
export async function insertTest(
  tx: Tx,
  applicationId: number,
  webhookId: number,
  test: Attempt & { message_id: string; type: string; happened_at: Date; state: 'delivered' | 'failed' },
): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_events')
    .values({ ...test, application_id: applicationId, webhook_id: webhookId, data: '{}', attempts: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the log up to this time, whatever became of the events. Returns how many it deleted, at most so many. */
export async function deleteEventsBefore(tx: Tx, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events where happened_at < ${until} order by happened_at limit ${limit} for update skip locked)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
