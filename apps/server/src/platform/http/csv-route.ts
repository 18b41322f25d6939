import { auditRuleOf, type Endpoint, type Page } from '@wardvoice/contract';
import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { cell, type Cell } from './csv-cell.ts';
import { fileRoute, type FileOptions, type FilePart, type Routes, type SignedInCall } from './route.ts';

const ROWS_PER_READ = 5_000;
/** Rows of one transaction, one entry of the audit, and what is in memory at once. */
const ROWS_PER_PART = 10 * ROWS_PER_READ;

type ListQuery = { page: number; per_page: number; paginate?: '0' | '1' | undefined };

/**
 * Adds a route for the same list as a file, at its path with `.csv`: the same filters and access, all rows, however many. The format is RFC
 * 4180 in UTF-8 with a byte order mark, by which spreadsheets recognise the charset. The file of a list that shows patients, which
 * is a list that is audited, needs a fresh sign-in.
 */
export function csvRoute<E extends Endpoint, Row>(
  routes: Routes,
  endpoint: E,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  list: (
    call: Pick<SignedInCall<E>, 'tx' | 'scope' | 'params' | 'query' | 'session'>,
    /** The last row of the page before, for a list that is read on from a row instead of by the number of the page. */
    last: Row | null,
  ) => Promise<Pick<Page<Row>, 'data'> & { next_cursor?: string | null }>,
  options: FileOptions = {},
): void {
  const asFile = {
    ...endpoint,
    path: `${endpoint.path}.csv`,
    alsoAt: [],
    summary: `${endpoint.summary}, as a file`,
    reply: z.string(),
    replyMedia: 'text/csv',
    freshSignIn: endpoint.freshSignIn || endpoint.audit !== null,
    audit: auditRuleOf({
      ...endpoint,
      audit: { action: 'export', ...(endpoint.audit && { record: endpoint.audit.record }) },
    }),
  };
  const name = endpoint.path
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .join('-');
  fileRoute(
    routes,
    asFile,
    { name: `${name}.csv`, type: 'text/csv; charset=utf-8' },
    ({ scope, session, params, query }) => {
      const rest = { last: null as Row | null, cursor: null as string | null, page: 1 };
      async function readRows(tx: Tx): Promise<Row[]> {
        const place = rest.cursor === null ? { page: rest.page } : { page: 1, cursor: rest.cursor };
        const paged = { ...(query as ListQuery), ...place, per_page: ROWS_PER_READ, paginate: undefined };
        const call = {
          tx,
          // The route has checked these by the access and the schemas of this endpoint.
          session: session as SignedInCall<E>['session'],
          scope: scope as SignedInCall<E>['scope'],
          params: params as SignedInCall<E>['params'],
          query: paged as unknown as SignedInCall<E>['query'],
        };
        const { data, next_cursor = null } = await list(call, rest.last);
        rest.last = data.at(-1) ?? null;
        rest.cursor = next_cursor;
        rest.page += 1;
        return data;
      }
      return async (tx, note): Promise<FilePart> => {
        const lines = rest.page === 1 ? [`\uFEFF${Object.keys(columns).join(',')}`] : [];
        note.count = 0;
        for (;;) {
          const rows = await readRows(tx);
          note.saw(rows);
          note.count += rows.length;
          for (const row of rows) lines.push(lineOf(columns, row));
          // A list without pages answers all of its rows at once.
          const isLast = rows.length !== ROWS_PER_READ;
          if (isLast || note.count >= ROWS_PER_PART)
            return { text: lines.map((line) => `${line}\r\n`).join(''), isLast };
        }
      };
    },
    options,
  );
}

const lineOf = <Row>(columns: Readonly<Record<string, (row: Row) => Cell>>, row: Row): string =>
  Object.values(columns)
    .map((read) => cell(read(row)))
    .join(',');
