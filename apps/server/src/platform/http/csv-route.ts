import { auditRuleOf, type Endpoint, type Page } from '@wardvoice/contract';
import { z } from 'zod';
import { route, type Routes, type SignedInCall } from './route.ts';

const ROWS_PER_READ = 5_000;
/** More than a spreadsheet is good for; who needs all asks for a narrower list. */
const MOST_ROWS = 100_000;

type Cell = string | number | boolean | Date | null | undefined;
type ListQuery = { page: number; per_page: number; paginate?: '0' | '1' | undefined };

/**
 * The same list as a file, `.csv` beside its path: same filters, same access, all pages.
 * RFC 4180, UTF-8 with a byte order mark, for that is what spreadsheets recognise.
 */
export function csvRoute<E extends Endpoint, Row>(
  routes: Routes,
  endpoint: E,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  list: (
    call: Pick<SignedInCall<E>, 'tx' | 'scope' | 'params' | 'query' | 'session'>,
  ) => Promise<Pick<Page<Row>, 'data'>>,
  options: Parameters<typeof route>[3] = {},
): void {
  const asFile = {
    ...endpoint,
    path: `${endpoint.path}.csv`,
    alsoAt: [],
    summary: `${endpoint.summary}, as a file`,
    reply: z.string(),
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
      for (let page = 1; lines.length <= MOST_ROWS; page += 1) {
        const paged = { ...(query as ListQuery), page, per_page: ROWS_PER_READ, paginate: undefined };
        const { data } = await list({
          tx,
          scope,
          session,
          params: params as never,
          query: paged as unknown as SignedInCall<E>['query'],
        });
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

/** What a spreadsheet would take for a formula is marked as text; a phone number or a negative number is none. */
export function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  const safe = /^(?:[=@\t\r]|[+-](?![\d.]))/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
