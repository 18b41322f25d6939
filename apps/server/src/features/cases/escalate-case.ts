import type { Context } from '../../platform/context.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { lockOpenCase } from './escalation.queries.ts';
import { enqueueEscalation, notifyLevel } from './notify-level.ts';

export { ESCALATE_CASE } from './notify-level.ts';

/** The database decides when a job is due, and its clock may differ this much from ours. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Notifies the next level when nobody has claimed a case in time. It may run twice, early or late: under the row's lock
 * it continues only from the level before, and never after a claim.
 */
export async function escalateCase(ctx: Context, applicationId: number, caseId: number, level: number): Promise<void> {
  await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const record = await lockOpenCase(tx, applicationId, caseId);
    if (!record || record.next_level_at === null || record.level !== level - 1) return;
    if (record.next_level_at.getTime() > ctx.clock().getTime() + CLOCKS_DIFFER_MS) {
      // This job is from before the case was reopened.
      await enqueueEscalation(tx, applicationId, caseId, level, record.next_level_at);
      return;
    }
    await notifyLevel(tx, ctx, record, level);
    await announce(tx, applicationId, ['cases', 'inbox', 'deliveries']);
  });
}
