import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AuditNote } from '../../../platform/http/audit-calls.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import type { AnyResource, ResourceRow } from '../fhir-resource.ts';
import { listRows } from '../search/rows.queries.ts';
import { show } from '../show.ts';

/** Resources of a transaction. It is short, so that an export of an hour does not keep the database from cleaning up. */
const PAGE = 1_000;

interface Wanted {
  resource: AnyResource;
  scope: ApplicationScope;
  /** Only what changed at this instant or later. */
  since: string | undefined;
}

type Position = Parameters<typeof listRows>[3]['after'];

const begin = ({ since }: Wanted): Position => (since === undefined ? null : { changedAt: new Date(since), id: 0 });

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
  let after = begin(wanted);
  for (;;) {
    const rows = await within(ctx, wanted, async (tx) => {
      const found = await list(tx, ctx, wanted, after, PAGE);
      const note = new AuditNote();
      note.saw(found);
      note.count = found.length;
      if (note.patientIds.size > 0) await audit(tx, note);
      return found;
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => `${JSON.stringify(show(row, shown, resource))}\n`).join('');
    if (rows.length < PAGE) return;
    after = { changedAt: last.changed_at, id: last.id };
  }
}

export const hasRows = (ctx: Context, wanted: Wanted): Promise<boolean> =>
  within(ctx, wanted, async (tx) => (await list(tx, ctx, wanted, begin(wanted), 1)).length > 0);

const list = (
  tx: Tx,
  { publicUrl }: Context,
  { resource, scope }: Wanted,
  after: Position,
  limit: number,
): Promise<ResourceRow[]> =>
  listRows(tx, resource, { scope, publicUrl, filters: [] }, { direction: 'asc', after, until: null, limit });

/** Runs `work` with row-level security as the reads of this resource have it. */
const within = <T>(ctx: Context, { resource, scope }: Wanted, work: (tx: Tx) => Promise<T>): Promise<T> =>
  (resource.beyondWards === undefined ? ctx.db.reading : ctx.db.transaction)(scope, work);
