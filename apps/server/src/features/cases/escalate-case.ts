import type { Context } from '../../platform/context.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { lockOpenCase } from './escalation.queries.ts';
import { enqueueEscalation, tellLevel } from './tell-level.ts';

export { ESCALATE_CASE } from './tell-level.ts';

/** The database says when a job is due, this process what time it is; they need not agree to the second. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Tells the next people when nobody has claimed a case in time. May run twice, early or late: under the row's lock it
 * goes on only from the level before, and never after a claim.
 */
export async function escalateCase(
  house: Context,
  applicationId: number,
  caseId: number,
  level: number,
): Promise<void> {
  await house.db.transaction(applicationScope(applicationId), async (tx) => {
    const record = await lockOpenCase(tx, applicationId, caseId);
    if (!record || record.next_level_at === null || record.level !== level - 1) return;
    if (record.next_level_at.getTime() > house.clock().getTime() + CLOCKS_DIFFER_MS) {
      // Left over from before the case was reopened.
      await enqueueEscalation(tx, applicationId, caseId, level, record.next_level_at);
      return;
    }
    await tellLevel(tx, house, record, level);
    await announce(tx, applicationId, ['cases', 'inbox', 'deliveries']);
  });
}
