import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AuditNote } from '../../../platform/http/audit-calls.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import type { AnyResource } from '../fhir-resource.ts';
import type { Position } from '../search/cursor.ts';
import { listRows } from '../search/rows.queries.ts';
import { show } from '../show.ts';

/** Resources of a transaction. It is short, so that an export of an hour does not keep the database from cleaning up. */
const PAGE = 1_000;
/** Resources that are written before other work of the process has its turn. */
const PIECE = 100;

interface Wanted {
  resource: AnyResource;
  scope: ApplicationScope;
  /** Only what changed at this instant or later. */
  since: string | undefined;
}

const begin = ({ since }: Wanted): Position | null =>
  since === undefined ? null : { changedAt: new Date(since), microseconds: 0, id: 0 };

/**
 * Yields the lines of a file, page after page in the order of change. What changes meanwhile moves to the end and is read there, so
 * nothing is missed, and a resource may come twice. `audit` is called in the transaction of each page that shows patients.
 */
export async function* writeLines(
  ctx: Context,
  wanted: Wanted,
  audit: (tx: Tx, note: AuditNote) => Promise<void>,
): AsyncGenerator<string, void> {
  const { scope, resource } = wanted;
  const shown = { publicUrl: ctx.publicUrl, applicationId: scope.applicationId };
  const read = (after: Position | null) =>
    within(ctx, wanted, async (tx) => {
      const found = await list(tx, ctx, wanted, after, PAGE);
      const note = new AuditNote();
      note.saw(found.rows);
      note.count = found.rows.length;
      if (note.patientIds.size > 0) await audit(tx, note);
      return found;
    });
  let page = read(begin(wanted));
  for (;;) {
    const { rows, positions } = await page;
    const next = rows.length < PAGE ? undefined : positions.at(-1);
    if (next) page = readAhead(read(next));
    for (let from = 0; from < rows.length; from += PIECE) {
      const piece = rows.slice(from, from + PIECE);
      yield piece.map((row) => `${JSON.stringify(show(row, shown, resource))}\n`).join('');
      // Other calls, and what the database answers, have their turn.
      await setImmediate();
    }
    if (!next) return;
  }
}

/**
 * Lets the database read a page while the one before is written. Its error is thrown when the page is asked for, which a client that
 * has gone never does.
 */
function readAhead<T>(page: Promise<T>): Promise<T> {
  page.catch(() => {});
  return page;
}

export const hasRows = (ctx: Context, wanted: Wanted): Promise<boolean> =>
  within(ctx, wanted, async (tx) => (await list(tx, ctx, wanted, begin(wanted), 1)).rows.length > 0);

const list = (
  tx: Tx,
  { publicUrl }: Context,
  { resource, scope }: Wanted,
  after: Position | null,
  limit: number,
): ReturnType<typeof listRows> =>
  listRows(tx, resource, { scope, publicUrl, filters: [] }, { direction: 'asc', after, until: null, limit });

/** Runs `work` with row-level security as the reads of this resource have it. */
const within = <T>(ctx: Context, { resource, scope }: Wanted, work: (tx: Tx) => Promise<T>): Promise<T> =>
  (resource.beyondWards === undefined ? ctx.db.reading : ctx.db.transaction)(scope, work);
