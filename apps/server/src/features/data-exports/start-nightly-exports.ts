import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { StoreProblem } from '../../platform/store/file-store.ts';
import { askForExport } from './ask-for-export.ts';
import { listOldFiles } from './data-exports.queries.ts';
import { openExportStore, type ExportPlan } from './export-plan.ts';
import { moveExports } from './export-state.ts';
import { claimDueNightly } from './nightly-exports.queries.ts';

export const START_NIGHTLY_EXPORTS = 'start-nightly-exports';

const FILES_AT_ONCE = 100;

/** The job of each night: asks for what applications export nightly, and removes files that are older than they are kept. */
export async function startNightlyExports(ctx: Context, plan: ExportPlan | null): Promise<void> {
  if (plan === null) return;
  const now = ctx.clock();
  await ctx.db.transaction(systemScope('every application'), async (tx) => {
    for (const { application_id: applicationId, subjects, format, with_comments, first_day } of await claimDueNightly(
      tx,
      now,
    ))
      for (const subject of subjects)
        await askForExport(tx, applicationId, {
          subject,
          format,
          with_comments,
          from_day: first_day,
          to_day: null,
          is_nightly: true,
          asked_by: null,
          asked_at: now,
        });
  });
  await removeOldFiles(ctx, plan, now);
}

async function removeOldFiles(ctx: Context, { url, keepDays }: ExportPlan, now: Date): Promise<void> {
  const store = openExportStore(url);
  const before = new Date(now.getTime() - keepDays * 86_400_000);
  for (;;) {
    const old = await ctx.db.transaction(systemScope('every application'), (tx) =>
      listOldFiles(tx, before, FILES_AT_ONCE),
    );
    for (const { id, file } of old) {
      try {
        await store.remove(file);
      } catch (error) {
        if (!(error instanceof StoreProblem)) throw error;
        ctx.log.warn({ reason: error.message }, 'an old export could not be removed; it is tried again tomorrow');
        return;
      }
      await ctx.db.transaction(systemScope('every application'), (tx) => moveExports(tx, [id], 'expired'));
    }
    if (old.length < FILES_AT_ONCE) return;
  }
}
