import { reportPacks } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { announce } from '../../../platform/live.ts';
import { systemScope } from '../../../platform/scope.ts';
import { dueAfter, periodBefore } from './report-period.ts';
import { updateSchedule } from './schedules.queries.ts';
import { forgetOldSendings, insertSendings, lockDueSchedules } from './sendings.queries.ts';

export const START_DUE_REPORTS = 'start-due-reports';

/** The job that runs every few minutes. It may run twice, and in two processes at once: a report is due once. */
export async function startDueReports(ctx: Context): Promise<void> {
  const now = ctx.clock();
  await ctx.db.transaction(systemScope('every application'), async (tx) => {
    for (const { id, application_id, rhythm, today } of await lockDueSchedules(tx, reportPacks.REPORT_HOUR, now)) {
      const whose = { applicationId: application_id, scheduleId: id, asked: null, userIds: null };
      await insertSendings(tx, { ...whose, ...periodBefore(rhythm, today) }, now);
      await updateSchedule(tx, application_id, id, { next_on: dueAfter(rhythm, today) });
      await announce(tx, application_id, ['report_schedules']);
    }
    await forgetOldSendings(tx, now);
  });
}
