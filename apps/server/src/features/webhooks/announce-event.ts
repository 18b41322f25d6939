import type { webhooks } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Writes events for the webhooks of an application that are told of this type, in the transaction of their cause: one commit stores
 * both. Where no webhook is told of it, this is one look into an index. `at` null: now, by the clock of the database.
 */
export async function announceEvents<T extends webhooks.EventType>(
  tx: Tx,
  applicationId: number,
  type: T,
  events: readonly webhooks.EventData<T>[],
  at: Date | null = null,
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    select announce_webhook_events(${applicationId}, ${type}, ${JSON.stringify(events)}::jsonb, coalesce(${at}::timestamptz, now()))`.execute(
    tx,
  );
}

/** The same for one event. */
export const announceEvent = <T extends webhooks.EventType>(
  tx: Tx,
  applicationId: number,
  type: T,
  event: webhooks.EventData<T>,
  at: Date | null = null,
): Promise<void> => announceEvents(tx, applicationId, type, [event], at);
