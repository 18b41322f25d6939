import { dataExports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { replyWithFile, route, type Routes } from '../../platform/http/route.ts';
import type { Scope } from '../../platform/scope.ts';
import { StoreProblem } from '../../platform/store/file-store.ts';
import { askForExport, refuseComments, requirePlan } from './ask-for-export.ts';
import { getExport, listExports, type ExportRecord } from './data-exports.queries.ts';
import { openExportStore, type ExportPlan } from './export-plan.ts';
import { getNightly, saveNightly } from './nightly-exports.queries.ts';

const COLUMNS = {
  id: (row: ExportRecord) => row.id,
  subject: (row: ExportRecord) => row.subject,
  format: (row: ExportRecord) => row.format,
  with_comments: (row: ExportRecord) => row.with_comments,
  from_day: (row: ExportRecord) => row.from_day,
  to_day: (row: ExportRecord) => row.to_day,
  state: (row: ExportRecord) => row.state,
  rows: (row: ExportRecord) => row.row_count,
  bytes: (row: ExportRecord) => row.bytes,
  file: (row: ExportRecord) => row.file,
  asked_by: (row: ExportRecord) => row.asked_by?.name,
  is_nightly: (row: ExportRecord) => row.is_nightly,
  asked_at: (row: ExportRecord) => row.asked_at,
  started_at: (row: ExportRecord) => row.started_at,
  finished_at: (row: ExportRecord) => row.finished_at,
  error: (row: ExportRecord) => row.error,
};

/** Files of rows for analysts: who has asked for which, and the files themselves. */
export function dataExportRoutes(routes: Routes, ctx: Context, plan: ExportPlan | null): void {
  route(routes, dataExports.listDataExports, async ({ tx, scope, query }) => ({
    ...(await listExports(tx, scope, query)),
    place: plan && openExportStore(plan.url).place,
    keep_days: plan?.keepDays ?? 0,
  }));
  csvRoute(routes, dataExports.listDataExports, COLUMNS, ({ tx, scope, query }) => listExports(tx, scope, query));

  route(routes, dataExports.getNightlyExport, async ({ tx, scope }) => ({
    data: await getNightly(tx, scope.applicationId),
  }));

  route(
    routes,
    dataExports.updateNightlyExport,
    async ({ tx, scope, session, body: { nightly_export: chosen }, note }) => {
      refuseSomeWards(scope);
      refuseComments(session, chosen.active && chosen.with_comments);
      const subjects = [...new Set(chosen.subjects)];
      note.changed(await getNightly(tx, scope.applicationId), { ...chosen, subjects });
      await saveNightly(tx, scope.applicationId, { ...chosen, subjects });
      return { data: await getNightly(tx, scope.applicationId) };
    },
  );

  route(routes, dataExports.getDataExport, async ({ tx, scope, params }) => ({
    data: await getExport(tx, scope, params.id),
  }));

  route(routes, dataExports.createDataExport, async ({ tx, scope, session, body: { data_export: wanted }, note }) => {
    refuseSomeWards(scope);
    refuseComments(session, wanted.with_comments);
    requirePlan(plan);
    note.changed({}, wanted);
    const id = await askForExport(tx, scope.applicationId, {
      ...wanted,
      is_nightly: false,
      asked_by: scope.userId,
      asked_at: ctx.clock(),
    });
    return { data: await getExport(tx, scope, id) };
  });

  route(routes, dataExports.getDataExportFile, async ({ tx, scope, session, params, reply, note }) => {
    const found = await getExport(tx, scope, params.id);
    refuseSomeWards(scope);
    refuseComments(session, found.with_comments);
    if (found.state !== 'done' || found.file === null)
      throw new Conflict('This export has no file: it is not done, it failed, or its file was removed.');
    const stream = await readFile(requirePlan(plan), found.file);
    note.count = found.row_count;
    const name = found.file.split('/').at(-1) ?? '';
    reply
      .type('application/octet-stream')
      .header('content-length', found.bytes ?? 0)
      .header('content-disposition', `attachment; filename="${name}"`);
    replyWithFile(reply, stream);
    return '';
  });
}

async function readFile({ url }: ExportPlan, file: string) {
  const stream = await openExportStore(url)
    .read(file)
    .catch((error: unknown) => {
      throw error instanceof StoreProblem ? new Conflict(error.message) : error;
    });
  if (!stream) throw new NotFound('The file of this export');
  return stream;
}

/** A file has the rows of every ward, so whoever sees some of them neither asks for one nor reads it. */
function refuseSomeWards({ locations }: Scope): void {
  if (locations.length > 0)
    throw new Forbidden('An export has the rows of all wards, and you see some of them. Ask somebody who sees all.');
}
