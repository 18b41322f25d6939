import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from '../consent/index.ts';
import { reserveSlot } from './rate-slot.ts';

export type RateLimits = Record<PatientChannel, { name: string; perSecond: number }[]>;

/** Returns the limits of the gateway and of the application. */
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

/** Returns the lowest limit in whole messages per second; infinite where there is none. */
export const slowestOf = (limits: RateLimits): number =>
  Math.floor(
    Math.min(
      ...Object.values(limits)
        .flat()
        .map(({ perSecond }) => perSecond),
    ),
  );

/** Reserves slots for all these deliveries under every limit. Returns the time from which they may be sent. */
export async function reserveSlots(
  tx: Tx,
  limits: RateLimits,
  open: readonly { channel: PatientChannel }[],
  now: Date,
): Promise<Date> {
  const slots = [now];
  for (const channel of ['email', 'sms'] as const) {
    const count = open.filter((delivery) => delivery.channel === channel).length;
    if (count === 0) continue;
    for (const { name, perSecond } of limits[channel]) slots.push(await reserveSlot(tx, name, perSecond, now, count));
  }
  return new Date(Math.max(...slots.map(Number)));
}
