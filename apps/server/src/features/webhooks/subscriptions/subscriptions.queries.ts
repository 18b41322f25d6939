import { webhooks, type fhirSubscriptions } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { NumberedEvent, SubscriptionStatus } from './notification.ts';

export interface SubscriptionRow {
  id: number;
  url: string;
  description: string;
  topic: webhooks.Topic;
  payload: fhirSubscriptions.Payload;
  status: SubscriptionStatus;
  event_count: number;
  off_reason: 'gone' | 'failing' | null;
  changed_at: Date;
}

/** SQL: the status of a subscription `w`, in the words of FHIR. */
export const STATUS = sql<SubscriptionStatus>`(case when w.off_reason is not null then 'error' when not w.active then 'off'
  when w.confirmed_at is null then 'requested' else 'active' end)`;

/** SQL: how many events webhook `w` had; null: it is no subscription. */
export const EVENT_COUNT = sql<number | null>`(select c.events from subscription_counters c where c.webhook_id = w.id)`;

/** Lists the subscriptions of an application, or the one with this id. */
export async function listSubscriptions(tx: Tx, applicationId: number, id: number | null): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select w.id, w.url, w.description, w.topic, w.payload, ${STATUS} as status, ${EVENT_COUNT} as event_count, w.off_reason, w.changed_at
    from webhooks w
    where w.application_id = ${applicationId} and w.topic is not null and ${id === null ? sql`true` : sql`w.id = ${id}`}
    order by w.id`.execute(tx);
  return rows;
}

interface NewSubscription {
  id: number;
  url: string;
  description: string;
  topic: webhooks.Topic;
  payload: fhirSubscriptions.Payload;
  secret: Buffer;
  /** Encrypted. */
  headers: Buffer | null;
  /** Null: a program made it. */
  created_by: number | null;
  created_at: Date;
}

/** Inserts a subscription under an id that was drawn before, because its secrets are encrypted for that id. */
export async function insertSubscription(
  tx: Tx,
  applicationId: number,
  { id, url, description, topic, payload, secret, headers, created_by, created_at }: NewSubscription,
): Promise<void> {
  await sql`
    insert into webhooks (id, application_id, url, description, events, topic, payload, secret, headers, created_by, created_at, changed_at)
    overriding system value
    values (${id}, ${applicationId}, ${url}, ${description}, ${[...webhooks.TOPICS[topic]]}::text[], ${topic}, ${payload}, ${secret},
      ${headers}, ${created_by}, ${created_at}, change_time())`.execute(tx);
  await sql`insert into subscription_counters (webhook_id, application_id) values (${id}, ${applicationId})`.execute(
    tx,
  );
}

/** Asks the receiver once more whether it wants to be told; until it says so, its events wait. */
export async function requestHandshake(tx: Tx, applicationId: number, id: number, now: Date): Promise<void> {
  await sql`update webhooks set confirmed_at = null where application_id = ${applicationId} and id = ${id}`.execute(tx);
  await sql`
    insert into webhook_events (application_id, webhook_id, type, data, happened_at)
    select ${applicationId}, ${id}, ${webhooks.HANDSHAKE_EVENT}, '{}'::jsonb, ${now}
    where not exists (
      select from webhook_events e
      where e.webhook_id = ${id} and e.type = ${webhooks.HANDSHAKE_EVENT} and e.state = 'waiting')`.execute(tx);
}

/** Removes what its program wanted to have sent along: it was meant for the address of then. */
export async function forgetHeaders(tx: Tx, applicationId: number, id: number): Promise<void> {
  await sql`update webhooks set headers = null where application_id = ${applicationId} and id = ${id}`.execute(tx);
}

export async function confirmSubscription(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update webhooks set confirmed_at = ${now} where id = ${id} and topic is not null`.execute(tx);
}

/** Lists events of a subscription by their numbers, from the first to the last that are asked for, as far as the log has them. */
export async function listNumberedEvents(
  tx: Tx,
  applicationId: number,
  id: number,
  { since, until, limit }: { since: number; until: number; limit: number },
): Promise<NumberedEvent[]> {
  const { rows } = await sql<NumberedEvent>`
    select number, type, data, happened_at from webhook_events
    where application_id = ${applicationId} and webhook_id = ${id} and number between ${since} and ${until}
    order by number limit ${limit}`.execute(tx);
  return rows;
}
