import type { Context } from '../../platform/context.ts';
import { codeOf } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { findNewestMessage, isMessageStored, type MessageMark } from '../acknowledged/index.ts';
import { compareClaims, confirmServer, forgetAllClaims } from '../deliveries/index.ts';
import { holdEverything } from './hold-everything.ts';

const CHECK_EVERY_MS = 2_000;
/** After another server of the database has answered, each worker has this long to compare, before any of them sends again. */
const OTHERS_COMPARE_MS = 5_000;

/**
 * Compares what this worker knows to be committed with each server of the database that answers: its last claims, and the newest
 * message. A machine that took over without the last commits, or a disk that lost them, would let the same SMS leave again, and nobody
 * would miss a message that was acknowledged. When something is missing, sending is on hold for all applications. Until the comparison
 * nothing is claimed. Resolves before the first delivery can be claimed.
 */
export async function startCommitsCheck(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const check = createCommitsCheck(ctx);
  confirmServer(ctx, (await check()).server);
  /** The server that was compared last, and when that was first done. */
  let compared: { server: string; at: number } | null = null;
  let checking: Promise<void> = Promise.resolve();
  async function checkAgain(): Promise<void> {
    const { server, isKnown } = await check();
    if (isKnown) return;
    if (compared?.server !== server) compared = { server, at: performance.now() };
    else if (performance.now() - compared.at >= OTHERS_COMPARE_MS) confirmServer(ctx, server);
  }
  const timer = setInterval(() => {
    checking = checking
      .then(checkAgain)
      .catch((error: unknown) =>
        ctx.log.warn({ code: codeOf(error) }, 'what was committed could not be compared with the database'),
      );
  }, CHECK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

/** Returns a function that compares once, and puts sending on hold when something is missing. */
export function createCommitsCheck(ctx: Context): () => Promise<{ server: string; isKnown: boolean }> {
  let newest: MessageMark | null = null;
  return () =>
    ctx.db
      .transaction(systemScope('start'), async (tx) => {
        const { lost, ...found } = await compareClaims(tx, ctx);
        const isMessageLost = !found.isKnown && newest !== null && !(await isMessageStored(tx, newest));
        if (lost > 0) await holdEverything(tx, ctx, `the database has lost the claims of ${lost} deliveries`);
        else if (isMessageLost) await holdEverything(tx, ctx, 'the database has lost messages that were acknowledged');
        return { found, isLost: lost > 0 || isMessageLost, newest: await findNewestMessage(tx) };
      })
      .then(({ found, isLost, newest: next }) => {
        newest = next;
        if (isLost) forgetAllClaims(ctx);
        return found;
      });
}
