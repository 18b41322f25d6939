import type { fhir } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { BadSearch } from '../fhir-error.ts';
import type { FhirResource, ResourceRow } from '../fhir-resource.ts';
import { asId, asInstants, type Condition } from './conditions.ts';
import type { Position } from './cursor.ts';
import type { Filter } from './read-search.ts';

/** How rows are found; `R` is what is known of them. */
type Sources = Pick<FhirResource, 'columns' | 'from' | 'isVisible' | 'id' | 'changedAt'> & {
  conditions: Readonly<Record<string, Condition>>;
};
type SourceOf<R extends ResourceRow> = Sources & Pick<FhirResource<fhir.ResourceType, R>, 'complete'>;

export interface Asked {
  scope: ApplicationScope;
  publicUrl: string;
  filters: readonly Filter[];
}

interface Span {
  direction: 'asc' | 'desc';
  after: Position | null;
  /** Only what changed before. */
  until: Date | null;
  limit: number;
}

interface Found<R> {
  rows: R[];
  /** Where each of them stands. */
  positions: Position[];
}

/** Returns rows in the order of their change. The position is a row of the index, so a late page is as fast as the first. */
export async function listRows<R extends ResourceRow>(
  tx: Tx,
  source: SourceOf<R>,
  asked: Asked,
  { direction, after, until, limit }: Span,
): Promise<Found<R>> {
  const { id, changedAt } = source;
  const position = sql`(${changedAt}, ${id})`;
  const past =
    after &&
    sql<boolean>`${position} ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.changedAt}::timestamptz + ${after.microseconds} * interval '1 microsecond', ${after.id}::bigint)`;
  const { rows } = await sql<R & { microseconds: number }>`
    select ${source.columns(asked.scope)}, extract(microseconds from ${changedAt})::integer % 1000 as microseconds
    from ${source.from}
    where ${conditionOf(source, asked)}
      ${past ? sql`and ${past}` : sql``}
      ${until ? sql`and ${changedAt} < ${until}::timestamptz` : sql``}
    order by ${changedAt} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}
    limit ${limit}`.execute(tx);
  const positions = rows.map(({ changed_at, microseconds, id: rowId }) => ({
    changedAt: changed_at,
    microseconds,
    id: rowId,
  }));
  return { rows: source.complete ? await source.complete(tx, asked.scope, rows) : rows, positions };
}

export async function countRows(tx: Tx, source: Sources, asked: Asked, until: Date | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${source.from}
    where ${conditionOf(source, asked)} ${until ? sql`and ${source.changedAt} < ${until}::timestamptz` : sql``}`.execute(
    tx,
  );
  return onlyRow(rows).count;
}

export async function findRow<R extends ResourceRow>(
  tx: Tx,
  scope: ApplicationScope,
  source: SourceOf<R>,
  id: number,
): Promise<R | undefined> {
  const { rows } = await sql<R>`
    select ${source.columns(scope)} from ${source.from}
    where ${source.isVisible(scope)} and ${source.id} = ${id}`.execute(tx);
  const complete = source.complete ? await source.complete(tx, scope, rows) : rows;
  return complete[0];
}

/** Returns the time before which every change is visible to the next statement of this transaction. */
export async function completeUntil(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select complete_until() as at`.execute(tx);
  return onlyRow(rows).at;
}

function conditionOf(source: Sources, { scope, publicUrl, filters }: Asked): RawBuilder<boolean> {
  const all: Readonly<Record<string, Condition>> = {
    ...source.conditions,
    _id: asId(source.id),
    _lastUpdated: asInstants(source.changedAt),
  };
  const conditions = filters.map(({ name, modifier, values }) => {
    const condition = all[name];
    if (!condition || (modifier !== null && !condition.modifiers?.includes(modifier)))
      throw new BadSearch(`The parameter ${name} has no modifier ${(modifier ?? '').slice(0, 50)} here.`);
    const any = values.map((text) => condition.where({ name, modifier, text, scope, publicUrl }));
    return any.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(any, sql` or `)})`;
  });
  return sql<boolean>`${sql.join([source.isVisible(scope), ...conditions], sql` and `)}`;
}
