import { answerRows } from '@wardvoice/contract';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { readAnswerRows, type ReadAnswerRow } from './read-answer-rows.ts';

const COLUMNS = Object.fromEntries(
  answerRows.answerRow.keyof().options.map((name) => [name, (row: ReadAnswerRow) => row[name]]),
);

export function answerRowRoutes(routes: Routes): void {
  route(routes, answerRows.listAnswers, async ({ tx, scope, query, note }) => {
    const rows = await readAnswerRows(tx, scope, query);
    note.saw(rows);
    const last = rows.at(-1);
    return {
      data: rows,
      per_page: query.per_page,
      next: last ? { changed_since: last.change_number, after_id: last.id } : null,
    };
  });

  csvRoute(routes, answerRows.listAnswers, COLUMNS, async ({ tx, scope, query }, last: ReadAnswerRow | null) => ({
    data: await readAnswerRows(tx, scope, {
      ...query,
      ...(last ? { changed_since: last.change_number, after_id: last.id } : {}),
    }),
  }));
}
