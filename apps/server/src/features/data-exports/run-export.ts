import type { dataExports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { listLargeGroups } from '../results/index.ts';
import { RUN_EXPORT } from './ask-for-export.ts';
import { lockExport, recordProgress } from './data-exports.queries.ts';
import type { ExportPlan } from './export-plan.ts';
import { moveExports } from './export-state.ts';
import { hasGroups } from './file/columns.ts';
import { writeInThread, type Written } from './file/write-in-thread.ts';

/** An export that began three times and never ended is given up, because its process was probably killed by it. */
const MAX_ATTEMPTS = 3;
const PROGRESS_EVERY_MS = 2_000;

/** Returns the job that writes the file of an export. After a kill it runs again and writes a new file. */
export const createExportRunner = (ctx: Context, plan: ExportPlan | null) =>
  oneAtATime(ctx, { task: RUN_EXPORT, record: 'export_id' }, (applicationId, exportId) =>
    runExport(ctx, plan, applicationId, exportId),
  );

async function runExport(
  ctx: Context,
  plan: ExportPlan | null,
  applicationId: number,
  exportId: number,
): Promise<void> {
  const begun = await begin(ctx, plan, applicationId, exportId);
  if (!begun || plan === null) return;
  const { attempts: attempt, subject, format, with_comments: withComments, largeGroups } = begun;
  const path = `application-${applicationId}/${subject}/${nameOf(begun, ctx.clock())}`;
  let toldAt = performance.now();
  const written = await writeInThread(
    {
      connectionString: plan.connectionString,
      url: plan.url,
      path,
      applicationId,
      subject: subject as dataExports.ExportSubject,
      format: format as dataExports.ExportFormat,
      withComments,
      fromDay: begun.from_day,
      toDay: begun.to_day,
      largeGroups,
    },
    async (rows) => {
      if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
      toldAt = performance.now();
      await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
        await recordProgress(tx, exportId, attempt, rows);
        await announce(tx, applicationId, ['data_exports']);
      });
    },
  );
  await end(ctx, applicationId, exportId, { attempt, path, written });
}

/** Says that the export is begun, and returns it; null: it is over, or has been given up just now. */
async function begin(ctx: Context, plan: ExportPlan | null, applicationId: number, exportId: number) {
  const scope = applicationScope(applicationId);
  return ctx.db.transaction(scope, async (tx) => {
    const found = await lockExport(tx, applicationId, exportId);
    if (!found) return null;
    const now = ctx.clock();
    await announce(tx, applicationId, ['data_exports']);
    if (plan === null) {
      const error = 'There is no place for exports any more: the operator names one in the setting EXPORT_URL.';
      await moveExports(tx, [exportId], 'refused', { error, finished_at: now });
      return null;
    }
    if (found.attempts >= MAX_ATTEMPTS) {
      const error = 'It was begun three times and never finished. The log of the worker says more.';
      await moveExports(tx, [exportId], 'given_up', { error, finished_at: now });
      return null;
    }
    const attempts = found.attempts + 1;
    const moved = await moveExports(tx, [exportId], 'begun', { attempts, started_at: now, row_count: 0 });
    if (moved.length === 0) return null;
    const isGrouped = hasGroups(found.subject as dataExports.ExportSubject);
    return { ...found, attempts, largeGroups: isGrouped ? await listLargeGroups(tx, scope) : [] };
  });
}

async function end(
  ctx: Context,
  applicationId: number,
  exportId: number,
  { attempt, path, written }: { attempt: number; path: string; written: Written },
): Promise<void> {
  await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const current = await lockExport(tx, applicationId, exportId);
    // Another attempt has begun, because this process was taken for dead: that one's file counts.
    if (current?.attempts !== attempt) return;
    const finished_at = ctx.clock();
    if (written.kind === 'refused')
      await moveExports(tx, [exportId], 'refused', { error: written.message, finished_at });
    else
      await moveExports(tx, [exportId], 'written', {
        row_count: written.rows,
        bytes: written.bytes,
        file: path,
        finished_at,
      });
    await announce(tx, applicationId, ['data_exports']);
  });
}

/** Such as answers-20260131T020304Z-17-1.parquet: when it was begun, the export, and which attempt. */
function nameOf(
  { id, subject, format, attempts }: { id: number; subject: string; format: string; attempts: number },
  now: Date,
): string {
  const at = now.toISOString().replaceAll(/[-:]|[.]\d+/g, '');
  return `${subject}-${at}-${id}-${attempts}.${format}`;
}
