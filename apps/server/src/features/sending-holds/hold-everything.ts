import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { insertHolds } from './sending-holds.queries.ts';

/** Puts sending of all applications on hold as after a restore, because the database lacks what it had. Logs what shows that. */
export async function holdEverything(tx: Tx, ctx: Context, sign: string): Promise<void> {
  const held = await insertHolds(tx, { application_id: null, reason: 'restored', user_id: null }, ctx.clock());
  for (const id of held) await announce(tx, id, ['deliveries']);
  ctx.log.error({ applications: held.length }, `${sign}: sending is held until it is released`);
}
