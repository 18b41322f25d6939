import type { Context } from '../../platform/context.ts';
import { codeOf } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { compareClaims, confirmServer, forgetAllClaims } from '../deliveries/index.ts';
import { holdEverything } from './hold-everything.ts';

const CHECK_EVERY_MS = 2_000;
/** After another server of the database has answered, each worker has this long to compare, before any of them sends again. */
const OTHERS_COMPARE_MS = 5_000;

/**
 * Compares the claims that this worker knows to be committed with each server of the database that answers: a machine that took
 * over without the last commits, or a disk that lost them, would let the same SMS leave again. When one is missing, sending is on
 * hold for all applications. Until the comparison nothing is claimed. Resolves before the first delivery can be claimed.
 */
export async function startClaimsCheck(ctx: Context): Promise<{ stop(): Promise<void> }> {
  confirmServer(ctx, (await check(ctx)).server);
  /** The server that was compared last, and when that was first done. */
  let compared: { server: string; at: number } | null = null;
  let checking: Promise<void> = Promise.resolve();
  async function checkAgain(): Promise<void> {
    const { server, isKnown } = await check(ctx);
    if (isKnown) return;
    if (compared?.server !== server) compared = { server, at: performance.now() };
    else if (performance.now() - compared.at >= OTHERS_COMPARE_MS) confirmServer(ctx, server);
  }
  const timer = setInterval(() => {
    checking = checking
      .then(checkAgain)
      .catch((error: unknown) =>
        ctx.log.warn({ code: codeOf(error) }, 'claimed deliveries could not be compared with the database'),
      );
  }, CHECK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Compares once, and puts sending on hold when a claim is missing. */
async function check(ctx: Context): Promise<{ server: string; isKnown: boolean }> {
  const { lost, ...found } = await ctx.db.transaction(systemScope('start'), async (tx) => {
    const compared = await compareClaims(tx, ctx);
    if (compared.lost > 0) await holdEverything(tx, ctx, `the database has lost ${compared.lost} deliveries that left`);
    return compared;
  });
  if (lost > 0) forgetAllClaims(ctx);
  return found;
}
