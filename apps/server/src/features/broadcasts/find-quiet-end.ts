import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { afterQuietHours } from '../deliveries/index.ts';
import { getHospital } from './broadcasts.queries.ts';

/** When the quiet hours of the hospital end; null outside of them. */
export async function findQuietEnd(tx: Tx, house: Context, applicationId: number): Promise<Date | null> {
  const now = house.clock();
  const { time_zone, quiet_from, quiet_to } = await getHospital(tx, applicationId);
  const end = afterQuietHours(now, { timeZone: time_zone, from: quiet_from, to: quiet_to });
  return end > now ? end : null;
}
