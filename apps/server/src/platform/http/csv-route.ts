import { auditRuleOf, type Endpoint, type Page } from '@wardvoice/contract';
import { z } from 'zod';
import { cell, type Cell } from './csv-cell.ts';
import { route, type Routes, type SignedInCall } from './route.ts';

const ROWS_PER_READ = 5_000;
/** Spreadsheets cannot use more rows; whoever needs all of them exports narrower lists. */
const MAX_ROWS = 100_000;

type ListQuery = { page: number; per_page: number; paginate?: '0' | '1' | undefined };

/**
 * Adds a route for the same list as a file, at its path with `.csv`: the same filters and access, all pages. The format is RFC
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
  options: Parameters<typeof route>[3] = {},
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
  route(
    routes,
    asFile as unknown as Endpoint,
    async ({ tx, scope, session, params, query, reply, note }) => {
      const lines = [Object.keys(columns).join(',')];
      let last: Row | null = null;
      let cursor: string | null = null;
      for (let page = 1; lines.length <= MAX_ROWS; page += 1) {
        const place = cursor === null ? { page } : { page: 1, cursor };
        const paged = { ...(query as ListQuery), ...place, per_page: ROWS_PER_READ, paginate: undefined };
        const call = {
          tx,
          // The route has checked these by the access and the schemas of this endpoint.
          session: session as SignedInCall<E>['session'],
          scope: scope as SignedInCall<E>['scope'],
          params: params as SignedInCall<E>['params'],
          query: paged as unknown as SignedInCall<E>['query'],
        };
        const { data, next_cursor = null }: Awaited<ReturnType<typeof list>> = await list(call, last);
        last = data.at(-1) ?? null;
        cursor = next_cursor;
        note.saw(data);
        for (const row of data)
          lines.push(
            Object.values(columns)
              .map((read) => cell(read(row)))
              .join(','),
          );
        if (data.length < ROWS_PER_READ) break;
      }
      note.count = lines.length - 1;
      const name = endpoint.path
        .split('/')
        .filter((part) => part && !part.startsWith(':'))
        .join('-');
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .send(`\uFEFF${lines.join('\r\n')}\r\n`);
      return '';
    },
    options,
  );
}
