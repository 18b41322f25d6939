import type { Context } from '../../platform/context.ts';
import { codeOf } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { anchorCheckpoint } from './anchor-checkpoint.ts';
import type { AnchorPlaces } from './anchor-file.ts';
import { chainAudit } from './chain-audit.ts';
import { checkAudit } from './check-audit.ts';
import { cutAudit, type AuditRetention } from './retention/cut-audit.ts';
import { repeatWork } from './repeat-work.ts';
import { findLastVerified } from './verification.queries.ts';

const CHAIN_EVERY_MS = 5_000;
const ANCHOR_EVERY_MS = 60_000;
/** Hour of the day in UTC at which the audit is verified. A night that was missed is made up for. */
const VERIFY_AT_HOUR = 3;
const DAY_MS = 86_400_000;
const FAILURE = 'the audit could not be chained or checked; it is tried again';

/**
 * Chains entries every few seconds, writes checkpoints and verifies all each night, until stopped. Each worker does so with
 * the files of its own machine, so this is no job of the queue, which would run on any of them.
 */
export function startAuditGuard(
  ctx: Context,
  places: AnchorPlaces,
  retention: AuditRetention | null,
): { stop(): Promise<void> } {
  const loops = [
    repeatWork(ctx, { everyMs: CHAIN_EVERY_MS, failure: FAILURE }, () => chainAudit(ctx)),
    repeatWork(ctx, { everyMs: ANCHOR_EVERY_MS, failure: FAILURE }, () => anchorAndVerify(ctx, places, retention)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/**
 * Writes the checkpoints that are due, and verifies the audit once a night. When it is intact, entries that `retention` no longer
 * keeps are removed; null keeps all.
 */
export async function anchorAndVerify(
  ctx: Context,
  places: AnchorPlaces,
  retention: AuditRetention | null,
): Promise<void> {
  for (const folder of places.folders)
    await anchorCheckpoint(ctx, { instance: places.instance, folder }).catch((error: unknown) => {
      ctx.log.warn({ code: codeOf(error), folder }, 'a checkpoint of the audit was not written; it is tried again');
    });
  const last = await ctx.db.transaction(systemScope('audit'), (tx) => findLastVerified(tx, places.instance));
  if (last && last >= lastNight(ctx.clock())) return;
  const isIntact = await checkAudit(ctx, places);
  if (isIntact && retention) await cutAudit(ctx, retention);
}

/** The last time that the hour of verification began. */
function lastNight(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), VERIFY_AT_HOUR);
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}
