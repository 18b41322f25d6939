import { Readable } from 'node:stream';
import { contactImports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { cell } from '../../platform/http/csv-cell.ts';
import { replyWithFile, route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { getCountry } from '../contacts/index.ts';
import { getMailingList, lockStatic } from '../mailing-lists/index.ts';
import {
  deleteChunks,
  getImport,
  isImportRunning,
  listImportErrors,
  listImports,
  lockImport,
  updateImport,
} from './contact-imports.queries.ts';
import { importStateAfter, moveImport } from './import-state.ts';
import { readAgain, saveReading } from './read-again.ts';
import { importJson } from './read-import.ts';
import { receiveUpload } from './receive-upload.ts';
import { IMPORT_CONTACTS } from './run-import.ts';

const PROBLEMS: Record<contactImports.RowProblem, string> = {
  nobody: 'No e-mail, phone or external id: nobody could be reached or found again.',
  email_invalid: 'This is no e-mail address.',
  phone_invalid: 'This cannot be a phone number.',
  name_too_long: 'The name has more than 200 characters.',
  external_id_too_long: 'The external id has more than 100 characters.',
  too_many_cells: 'The row has more cells than the first row. Put text that holds the separator in quotes.',
  duplicate: 'The same person as in another row, which was imported.',
  cut_off: 'The file ends in the middle of this row.',
};

export function contactImportRoutes(routes: Routes, ctx: Context): void {
  const json = async (tx: Tx, scope: ApplicationScope, listId: number, importId: number) => {
    const row = await getImport(tx, scope, listId, importId);
    return importJson(row, await getCountry(tx, scope.applicationId));
  };

  sessionRoute(routes, contactImports.uploadImport, async ({ scope, params, query, request }) => {
    const isHeld = query.hold === '1';
    const importId = await receiveUpload(ctx, scope, params.id, request, { mustMatch: !isHeld });
    return ctx.db.transaction(scope, async (tx) => {
      if (!isHeld) await start(tx, scope, params.id, importId);
      return { data: await json(tx, scope, params.id, importId) };
    });
  });

  route(routes, contactImports.listImports, async ({ tx, scope, params, query }) => {
    await getMailingList(tx, scope, params.id);
    const country = await getCountry(tx, scope.applicationId);
    const page = await listImports(tx, scope, params.id, query);
    return { ...page, data: page.data.map((row) => importJson(row, country)) };
  });

  route(routes, contactImports.getImport, async ({ tx, scope, params }) => ({
    data: await json(tx, scope, params.id, params.importId),
  }));

  sessionRoute(routes, contactImports.mapImport, async ({ scope, params, body }) => {
    const { columns, encoding } = body.import;
    // The file is read without a transaction, because that may take a while.
    const reading = encoding && (await readAgain(ctx, scope, params, encoding));
    return ctx.db.transaction(scope, async (tx) => {
      if (reading) await saveReading(tx, scope, params, reading);
      await chooseColumns(tx, scope, params, columns);
      return { data: await json(tx, scope, params.id, params.importId) };
    });
  });

  route(routes, contactImports.startImport, async ({ tx, scope, params, body }) => {
    await chooseColumns(tx, scope, params, body.import.columns);
    await start(tx, scope, params.id, params.importId);
    return { data: await json(tx, scope, params.id, params.importId) };
  });

  route(routes, contactImports.cancelImport, async ({ tx, scope, params }) => {
    const { applicationId } = scope;
    const found = await lockImport(tx, scope, params.id, params.importId);
    if (found.state === 'running') await updateImport(tx, applicationId, found.id, { cancel_requested: true });
    else {
      await moveImport(tx, applicationId, found, 'cancelled', { finished_at: ctx.clock() });
      await deleteChunks(tx, applicationId, found.id);
    }
    return { data: await json(tx, scope, params.id, params.importId) };
  });

  route(routes, contactImports.getImportErrors, async ({ tx, scope, params, reply, note }) => {
    const { preview } = await getImport(tx, scope, params.id, params.importId);
    const errors = await listImportErrors(tx, scope.applicationId, params.importId);
    const lines = [['line', 'problem', ...preview.header], ...errors.map(errorLine)].map((row) =>
      row.map(cell).join(','),
    );
    note.count = errors.length;
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="import-${params.importId}-errors.csv"`);
    // A client that reads slowly must not keep the transaction open.
    replyWithFile(reply, Readable.from([`\uFEFF${lines.join('\r\n')}\r\n`]));
    return '';
  });
}

type ErrorRow = Awaited<ReturnType<typeof listImportErrors>>[number];

function errorLine({ line, problem, other_line, cells }: ErrorRow): (string | number)[] {
  const words = PROBLEMS[problem as contactImports.RowProblem] ?? problem;
  return [line, other_line === null ? words : `${words} (line ${other_line})`, ...cells];
}

async function chooseColumns(
  tx: Tx,
  scope: ApplicationScope,
  { id, importId }: { id: number; importId: number },
  columns: contactImports.ImportColumns | undefined,
): Promise<void> {
  const found = await lockImport(tx, scope, id, importId);
  importStateAfter('started', found);
  if (!columns) return;
  const { preview } = found;
  const width = preview.header.length;
  const beyond = Object.entries(columns).filter(([, at]) => at >= width);
  if (beyond.length > 0)
    throw new Invalid(Object.fromEntries(beyond.map(([field]) => [`columns.${field}`, ['There is no such column.']])));
  await updateImport(tx, scope.applicationId, importId, { columns });
}

/** Starts the import. The list is locked meanwhile, because each list may have one import at a time. */
async function start(tx: Tx, scope: ApplicationScope, listId: number, importId: number): Promise<void> {
  const { applicationId } = scope;
  await lockStatic(tx, scope, listId);
  const found = await lockImport(tx, scope, listId, importId);
  if (!contactImports.hasIdentity(found.columns))
    throw new Invalid({ columns: ['Choose the column of the e-mail, the phone or the external id.'] });
  if (await isImportRunning(tx, applicationId, listId))
    throw new Conflict('An import into this list is running. Wait for it, or stop it first.');
  await moveImport(tx, applicationId, found, 'started');
  await enqueue(tx, [
    {
      task: IMPORT_CONTACTS,
      payload: { application_id: applicationId, mailing_list_id: listId, import_id: importId },
    },
  ]);
}
