import type { deliveries } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isChosen, type Read } from '../delivery-records/index.ts';
import { PATIENT_PURPOSES } from '../suppression/index.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

export type What = Read<deliveries.WhatToRetry>;

/** SQL: the failed deliveries that are chosen, by id or by filters, in the caller's wards. */
function isMeant(scope: ApplicationScope, { ids, ...which }: What): RawBuilder<boolean> {
  const named = ids?.split(',').map(Number);
  return named
    ? sql<boolean>`${isChosen(scope, { span: null, found: null })} and d.state = 'failed' and d.id = any(${named}::bigint[])`
    : sql<boolean>`${isChosen(scope, which)} and d.state = 'failed'`;
}

const IS_HELD = sql<boolean>`exists (
  select from broadcast_runs r
  join broadcasts b on b.application_id = r.application_id and b.id = r.broadcast_id
  where r.application_id = d.application_id and r.id = d.broadcast_run_id and b.state in ('paused', 'cancelled'))`;

export async function countRetriable(
  tx: Tx,
  scope: ApplicationScope,
  what: What,
): Promise<{ count: number; unknown: number; held: number }> {
  const { rows } = await sql<{ count: number; unknown: number; held: number }>`
    select count(*) filter (where not held and not outcome_unknown) as count,
      count(*) filter (where not held and outcome_unknown) as unknown, count(*) filter (where held) as held
    from (select d.outcome_unknown, ${IS_HELD} as held from deliveries d where ${isMeant(scope, what)}) meant`.execute(
    tx,
  );
  return onlyRow(rows);
}

/** Lists the newest of those that may have arrived. */
export function listUnknown(tx: Tx, scope: ApplicationScope, what: What, limit: number) {
  return tx
    .selectFrom('deliveries as d')
    .leftJoin('patients as p', (join) =>
      join.onRef('p.application_id', '=', 'd.application_id').onRef('p.id', '=', 'd.patient_id'),
    )
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.application_id', '=', 'd.application_id').onRef('c.id', '=', 'd.contact_id'),
    )
    .select([
      'd.id',
      'd.recipient',
      'd.patient_id',
      'd.sent_at',
      'p.given_name',
      'p.family_name',
      'c.name as contact_name',
    ])
    .where(isMeant(scope, what))
    .where('d.outcome_unknown', '=', true)
    .where(sql<boolean>`not ${IS_HELD}`)
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
}

/** Lists the oldest of those that would be retried and have a gate. Notices to staff have none. */
export function listRetriable(tx: Tx, scope: ApplicationScope, what: What, limit: number) {
  return tx
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.patient_id', 'd.outcome_unknown'])
    .where(isMeant(scope, what))
    .where('d.purpose', 'in', PATIENT_PURPOSES)
    .where(sql<boolean>`not ${IS_HELD}`)
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

/**
 * Locks those that are still failed, oldest first and in one order for everybody. A second caller waits, and then finds
 * what the first one left.
 */
export async function lockFailed(
  tx: Tx,
  scope: ApplicationScope,
  what: What,
  { includeUnknown, limit }: { includeUnknown: boolean; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from deliveries d
    where ${isMeant(scope, what)} and not ${IS_HELD} and (${includeUnknown} or not d.outcome_unknown)
    order by d.id limit ${limit}
    for update of d`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function insertRetry(tx: Tx, scope: ApplicationScope, total: number, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('delivery_retries')
    .values({ application_id: scope.applicationId, user_id: scope.userId, total, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Lists retries with the current states of their deliveries. Callers who see only some wards see the retries that they
 * started.
 */
export async function listRetries(
  tx: Tx,
  scope: ApplicationScope,
  paging: Parameters<typeof fetchPage>[2],
  id?: number,
) {
  const counted = (...states: deliveries.DeliveryState[]) => sql<number>`(
    select count(*) from deliveries d where d.retry_id = r.id and d.state = any(${states}::text[]))`;
  const query = tx
    .selectFrom('delivery_retries as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.created_at', 'u.name as user_name', 'r.total'])
    .select([
      counted('sent', 'delivered', 'answered').as('sent'),
      counted('suppressed').as('suppressed'),
      counted('failed').as('failed'),
      counted('scheduled', 'sending').as('waiting'),
    ])
    .where('r.application_id', '=', scope.applicationId)
    .$if(scope.locations.length > 0, (rows) => rows.where('r.user_id', '=', scope.userId))
    .$call((rows) => (id === undefined ? rows : rows.where('r.id', '=', id)))
    .orderBy('r.id', 'desc');
  const page = await fetchPage(tx, query, paging);
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, again: row.total - row.sent - row.suppressed - row.failed - row.waiting })),
  };
}
