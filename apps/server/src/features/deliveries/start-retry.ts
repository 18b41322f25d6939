import { deliveries } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { Scope } from '../../platform/scope.ts';
import { rescheduleDeliveries } from './reschedule-deliveries.ts';
import { insertRetry, lockFailed } from './retries.queries.ts';

/**
 * Tries failed deliveries again, each by a job of its own that asks the gate. Pressed twice, or by two people, each is
 * tried once: the second finds nothing failed. Returns the id to follow it by, and how many.
 */
export async function startRetry(
  tx: Tx,
  house: Context,
  scope: Scope,
  what: deliveries.WhatToRetry,
  includeUnknown: boolean,
): Promise<{ id: number; count: number }> {
  const applicationId = scope.applicationId as number;
  const now = house.clock();
  const ids = await lockFailed(tx, scope, what, { includeUnknown, limit: deliveries.MOST_RETRIED });
  if (ids.length === 0)
    throw new Conflict('None of these can be tried again: they are on their way already, or were left out.');
  const id = await insertRetry(tx, scope, ids.length, now);
  await rescheduleDeliveries(tx, applicationId, ids, now, id);
  await announce(tx, applicationId, ['deliveries']);
  return { id, count: ids.length };
}
