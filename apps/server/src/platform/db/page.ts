import { MAX_PER_PAGE, MAX_UNPAGED, type Page, type PagingQuery } from '@wardvoice/contract';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { Invalid } from '../errors.ts';
import { showingFewPatients, type Tx } from './database.ts';

/** Rows are counted up to this limit. Nobody pages further, and a list of millions must open as fast as a list of ten. */
export const COUNT_CAP = 10_000;

/**
 * Returns one page of a query that is already filtered and sorted. `total` is exact up to COUNT_CAP; above, the page says that
 * there are more. `counting` is a query for the same rows that is cheaper to count.
 */
export async function fetchPage<D, TB extends keyof D, Row, D2 = D, TB2 extends keyof D2 = keyof D2>(
  tx: Tx,
  query: SelectQueryBuilder<D, TB, Row>,
  { page, per_page, paginate }: PagingQuery,
  counting?: SelectQueryBuilder<D2, TB2, unknown>,
): Promise<Page<Row>> {
  const perPage = paginate === '0' ? MAX_UNPAGED : per_page;
  const current = paginate === '0' ? 1 : page;
  const before = (current - 1) * perPage;
  const rows = (await query.limit(perPage).offset(before).execute()) as Row[];
  const reachedTheEnd = rows.length < perPage && (rows.length > 0 || current === 1);
  // A file is read in longer pages, and nobody sees what they would be counted for.
  const isOfFile = per_page > MAX_PER_PAGE;
  const counted =
    reachedTheEnd || isOfFile
      ? before + rows.length
      : await (counting ? countUpTo(tx, counting) : countUpTo(tx, query));
  return toPage(rows, counted, { current, perPage });
}

/**
 * Returns one page of a query for ids, with the rows that `read` returns for them. What is joined or computed for a row is so for the
 * rows of this page alone, and not for all that come before it, and the query can do with an index.
 */
export async function fetchPageById<D, TB extends keyof D, Row extends { id: number }>(
  tx: Tx,
  ids: SelectQueryBuilder<D, TB, { id: number }>,
  paging: PagingQuery,
  read: (ids: number[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const page = await fetchPage(tx, ids, paging);
  const found = page.data.map(({ id }) => id);
  return { ...page, data: await readRowsOf(tx, found, read) };
}

/**
 * Returns the rows that `read` returns for the ids of a page, in the order of the ids; an id without a row is left out. A page of a
 * screen shows few patients; one of a file may show thousands.
 */
export async function readRowsOf<Row extends { id: number }>(
  tx: Tx,
  ids: number[],
  read: (ids: number[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await (ids.length > MAX_PER_PAGE ? read(ids) : showingFewPatients(tx, () => read(ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Says that a total is a minimum where the rows were found by something that was cut off. */
export const asMinimum = <P extends Pick<Page<unknown>, 'total' | 'total_is_estimate'>>(
  page: P,
  isCutOff: boolean,
): P => (isCutOff && page.total > 0 ? { ...page, total_is_estimate: true } : page);

/** In which order a list is read. Rows with the same value go by their id, in the same direction. */
export interface Order {
  /** As the caller says it: "-event_at". */
  sort: string;
  /** The time to sort by, which every row has; null: the id alone. */
  by: RawBuilder<unknown> | null;
  /** The column of the id, as in "m.id". */
  id: string;
}

/**
 * The same for a list that can be read on from a row: where somebody gives a cursor, the page begins after its row. `isCountedInOrder`:
 * rows that the filters choose are many and next to each other in the order of the list, so that they are counted along it too.
 */
export async function fetchPageInOrder<D, TB extends keyof D, Row extends { id: number }>(
  tx: Tx,
  ids: SelectQueryBuilder<D, TB, { id: number }>,
  order: Order,
  { cursor, ...paging }: PagingQuery & { cursor?: string | undefined },
  read: (ids: number[]) => Promise<Row[]>,
  { isCountedInOrder = false }: { isCountedInOrder?: boolean } = {},
): Promise<Page<Row> & { next_cursor: string | null }> {
  if (cursor !== undefined && paging.page > 1)
    throw new Invalid({ cursor: ['Leave out page: the cursor says where to read on.'] });
  const direction = order.sort.startsWith('-') ? 'desc' : 'asc';
  const isAfter = sql.raw(direction === 'desc' ? '<' : '>');
  const id = sql.ref(order.id);
  const { place, after } = cursor === undefined ? { place: null, after: null } : readCursor(cursor, order);
  const query = ids
    .select(sql<string>`${order.by ?? id}::text`.as('place'))
    .$if(after !== null, (rows) =>
      rows.where(
        order.by === null
          ? sql<boolean>`${id} ${isAfter} ${after}`
          : sql<boolean>`(${order.by}, ${id}) ${isAfter} (${place}::timestamptz, ${after}::bigint)`,
      ),
    )
    .$if(order.by !== null, (rows) => rows.orderBy(sql`${order.by}`, direction))
    .orderBy(sql`${id}`, direction);
  const counting = isCountedInOrder
    ? tx
        .selectFrom(
          ids
            .orderBy(sql`${order.by ?? id}`, direction)
            .limit(COUNT_CAP + 1)
            .as('found'),
        )
        .select('found.id')
    : ids;
  const page = await fetchPage(
    tx,
    query as SelectQueryBuilder<D, TB, { id: number; place: string }>,
    paging,
    counting as typeof ids,
  );
  const found = page.data.map((row) => row.id);
  const last = page.data.at(-1);
  const isLast = last === undefined || page.data.length < (paging.paginate === '0' ? MAX_UNPAGED : paging.per_page);
  return {
    ...page,
    data: await readRowsOf(tx, found, read),
    next_cursor: isLast ? null : writeCursor(order, last),
  };
}

const cursorContent = z.tuple([z.string(), z.string(), z.number().int()]);

const writeCursor = ({ sort }: Order, { place, id }: { place: string; id: number }): string =>
  Buffer.from(JSON.stringify([sort, place, id] satisfies z.input<typeof cursorContent>)).toString('base64url');

/** A time as PostgreSQL writes it. */
const WRITTEN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d([.]\d{1,6})?[+-]\d\d(:\d\d)?$/;

function readCursor(cursor: string, { sort, by }: Order): { place: string; after: number } {
  const [of, place, after] = parseCursor(cursor) ?? [];
  const isPlace =
    place !== undefined && (by === null || (WRITTEN_TIME.test(place) && !Number.isNaN(Date.parse(place))));
  if (of !== sort || !isPlace || after === undefined)
    throw new Invalid({ cursor: ['Give the next_cursor of a page that was read with this sort.'] });
  return { place, after };
}

function parseCursor(cursor: string): z.output<typeof cursorContent> | null {
  try {
    return cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** SQL: the column is one of these ids, however many there are. */
export const isOneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/**
 * SQL: the column is one of the ids that a query in brackets finds. They are found once for the statement: with `in` they may be looked
 * for anew for each row, for as long as the planner's statistics are those of a table that was nearly empty (a first import).
 */
export const isOneOfFound = (column: string, query: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(array${query})`;

/** Returns one page of rows that have all been read: COUNT_CAP and one more at most. */
export function slicePage<Row>(rows: readonly Row[], { page, per_page, paginate }: PagingQuery): Page<Row> {
  const perPage = paginate === '0' ? MAX_UNPAGED : per_page;
  const current = paginate === '0' ? 1 : page;
  const before = (current - 1) * perPage;
  return toPage(rows.slice(before, before + perPage), rows.length, { current, perPage });
}

function toPage<Row>(
  rows: Row[],
  counted: number,
  { current, perPage }: { current: number; perPage: number },
): Page<Row> {
  const before = (current - 1) * perPage;
  const total = Math.min(counted, Math.max(COUNT_CAP, before + rows.length));
  return {
    data: rows,
    current_page: current,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    from: rows.length === 0 ? 0 : before + 1,
    to: rows.length === 0 ? 0 : before + rows.length,
    ...(counted > total ? { total_is_estimate: true } : {}),
  };
}

async function countUpTo<D, TB extends keyof D, Row>(tx: Tx, query: SelectQueryBuilder<D, TB, Row>): Promise<number> {
  const rows = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_CAP + 1);
  const { rows: counts } = await sql<{ count: number }>`select count(*) as count from (${rows}) as counted`.execute(tx);
  return counts[0]?.count ?? 0;
}
