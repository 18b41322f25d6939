import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { afterQuietHours } from '../suppression/index.ts';
import { getHospital } from './broadcasts.queries.ts';

/** Returns when the current quiet hours of the hospital end; null outside of quiet hours. */
export async function findQuietEnd(tx: Tx, ctx: Context, applicationId: number): Promise<Date | null> {
  const now = ctx.clock();
  const { time_zone, quiet_from, quiet_to } = await getHospital(tx, applicationId);
  const end = afterQuietHours(now, { timeZone: time_zone, from: quiet_from, to: quiet_to });
  return end > now ? end : null;
}
