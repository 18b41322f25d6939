import { webhooks } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isRestored } from '../../platform/db/is-restored.ts';
import { EVENT_COUNT, STATUS } from './subscriptions/subscriptions.queries.ts';
import type { Sending } from './attempt-event.ts';
import type { Attempt } from './webhook-events.queries.ts';

/** Attempts at one webhook at once, over all processes. */
const MAX_AT_ONCE = 3;
/** A receiver that fails gets one at a time. */
const MAX_WHILE_FAILING = 1;
/** An attempt takes ten seconds at most. After this time its process is taken for dead, and the event is sent again. */
const CLAIM_SECONDS = 60;

export interface ClaimedEvent extends Sending {
  id: number;
  application_id: number;
  attempts: number;
}

/**
 * Claims due events for one process, a few of each webhook, so that a receiver that is slow or is sent a flood delays no other. The
 * rows of the webhooks are locked first, so that two processes do not count the attempts at one of them at the same time. Who comes
 * second waits, for the other's claim is short: passing over the webhook could leave its events to nobody, where the first finds no
 * place free and the second, which has just freed one, finds the webhook locked.
 * A database that was restored tells nobody until a person has released its sending: it may be a copy.
 */
export async function claimEvents(
  tx: Tx,
  { claim, limit, now }: { claim: string; limit: number; now: Date },
): Promise<ClaimedEvent[]> {
  const isDue = sql`e.state = 'waiting' and e.due_at <= ${now} and (e.claimed_until is null or e.claimed_until <= ${now})
    and (w.topic is null or w.confirmed_at is not null or e.type = ${webhooks.HANDSHAKE_EVENT})`;
  const { rows: open } = await sql<{ id: number }>`
    select w.id from webhooks w
    where w.active
      and not ${isRestored(sql`w.application_id`)}
      and exists (select from webhook_events e where e.webhook_id = w.id and ${isDue})
    order by w.id
    for no key update of w`.execute(tx);
  if (open.length === 0) return [];
  // A statement of its own, which sees what was claimed while this process waited.
  const { rows } = await sql<ClaimedEvent>`
    with picked as materialized (
      select due.id from webhooks w cross join lateral (
        select e.id from webhook_events e where e.webhook_id = w.id and ${isDue}
        order by e.due_at, e.id
        limit greatest(0, case when w.failing_since is null then ${sql.lit(MAX_AT_ONCE)} else ${sql.lit(MAX_WHILE_FAILING)} end - (
          select count(*) from webhook_events busy where busy.webhook_id = w.id and busy.claimed_until > ${now}))
        for update skip locked) due
      where w.id = any(${open.map(({ id }) => id)}::bigint[])
      limit ${limit})
    update webhook_events e set claim = ${claim}, claimed_until = ${now}::timestamptz + make_interval(secs => ${CLAIM_SECONDS})
    from picked, webhooks w
    where e.id = picked.id and w.id = e.webhook_id
    returning e.id, e.application_id, e.webhook_id, e.message_id, e.type, e.data, e.happened_at, e.attempts, w.url, w.secret,
      case when w.previous_until > ${now} then w.previous_secret end as previous_secret,
      w.topic, w.payload, ${STATUS} as subscription_status, w.headers, ${EVENT_COUNT} as event_count, e.number`.execute(
    tx,
  );
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Stores what came of an attempt. Returns false when the claim ended meanwhile: another process sends the event. */
export async function recordAttempt(
  tx: Tx,
  { id, claim }: { id: number; claim: string },
  outcome: Attempt & { state: 'waiting' | 'delivered' | 'failed'; due_at?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_events')
    .set(({ eb }) => ({ ...outcome, attempts: eb('attempts', '+', 1), claim: null, claimed_until: null }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The receiver has accepted an event, so it does not fail any more. */
export async function endFailing(tx: Tx, webhookId: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Remembers the first failure since the last success. Returns it; undefined when the webhook was switched off or deleted. */
export async function beginFailing(tx: Tx, webhookId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ failing_since: Date }>`
    update webhooks set failing_since = coalesce(failing_since, ${now}) where id = ${webhookId} and active
    returning failing_since`.execute(tx);
  return rows[0]?.failing_since;
}

export async function switchOff(tx: Tx, webhookId: number, reason: 'gone' | 'failing', now: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ active: false, off_reason: reason, off_at: now })
    .where('id', '=', webhookId)
    .execute();
}
