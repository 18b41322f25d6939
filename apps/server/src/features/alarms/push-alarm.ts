import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { PermanentFailure } from '../../platform/errors.ts';
import type { Gateway, Push } from '../../platform/gateways/gateway.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { systemScope } from '../../platform/scope.ts';
import { findAlarm } from './alarms.queries.ts';
import { describeAlarm } from './describe-alarm.ts';

export const PUSH_ALARM = 'push-alarm';

/** Where the operator's monitoring receives alarms (`ALARM_WEBHOOK_URL`). */
export interface AlarmReceiver {
  url: string;
  secret: string;
  gateway: Gateway<Push>;
}

export type AlarmEvent = 'alarm.opened' | 'alarm.closed';

/** Enqueues the pushes in the transaction that opens or closes the alarms. */
export async function planPushes(tx: Tx, alarmIds: readonly number[], event: AlarmEvent): Promise<void> {
  await enqueue(
    tx,
    alarmIds.map((id) => ({ task: PUSH_ALARM, payload: { alarm_id: id, event } })),
  );
}

/**
 * The job: sends one event as JSON with a signature (Standard Webhooks). It is retried until the receiver accepts it; a
 * receiver recognises a repeated event by its `webhook-id`.
 */
export async function pushAlarm(
  ctx: Context,
  receiver: AlarmReceiver | null,
  { alarmId, event }: { alarmId: number; event: AlarmEvent },
): Promise<void> {
  if (!receiver) return;
  const alarm = await ctx.db.transaction(systemScope('every application'), (tx) => findAlarm(tx, alarmId));
  if (!alarm) return;
  const { title, advice } = describeAlarm(alarm);
  const at = event === 'alarm.closed' ? (alarm.closed_at ?? ctx.clock()) : alarm.opened_at;
  const result = await receiver.gateway.send({
    endpoint: receiver.url,
    id: `alarm_${alarm.id}_${event}`,
    at: ctx.clock(),
    secrets: [Buffer.from(receiver.secret)],
    body: JSON.stringify({ type: event, timestamp: at, data: { ...alarm, title, advice } }),
  });
  if (result.ok) return;
  if (result.outcome === 'refused')
    throw new PermanentFailure(`ALARM_WEBHOOK_URL did not take an alarm: ${result.error}`);
  throw new Error(`ALARM_WEBHOOK_URL did not take an alarm, it is tried again: ${result.error}`);
}
