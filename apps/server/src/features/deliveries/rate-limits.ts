import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from '../consent/index.ts';
import { takeSlot } from './take-slot.ts';

export type RateLimits = Record<PatientChannel, { name: string; perSecond: number }[]>;

/** Under the gateway's limit and the application's. */
export function readRateLimits(ctx: Context, applicationId: number, sendsPerMinute: number | null): RateLimits {
  const of = (channel: PatientChannel) => {
    const { name, perSecond } = ctx.gateways[channel];
    return [
      ...(perSecond === undefined ? [] : [{ name: `gateway:${channel}:${name}`, perSecond }]),
      ...(sendsPerMinute === null ? [] : [{ name: `application:${applicationId}`, perSecond: sendsPerMinute / 60 }]),
    ];
  };
  return { email: of('email'), sms: of('sms') };
}

/** Messages per second, whole; infinite where there is no limit. */
export const slowestOf = (limits: RateLimits): number =>
  Math.floor(
    Math.min(
      ...Object.values(limits)
        .flat()
        .map(({ perSecond }) => perSecond),
    ),
  );

/** Reserves room for all of them under every limit; returns the moment from which on they may leave. */
export async function takeSlots(
  tx: Tx,
  limits: RateLimits,
  open: readonly { channel: PatientChannel }[],
  now: Date,
): Promise<Date> {
  const slots = [now];
  for (const channel of ['email', 'sms'] as const) {
    const count = open.filter((delivery) => delivery.channel === channel).length;
    if (count === 0) continue;
    for (const { name, perSecond } of limits[channel]) slots.push(await takeSlot(tx, name, perSecond, now, count));
  }
  return new Date(Math.max(...slots.map(Number)));
}
