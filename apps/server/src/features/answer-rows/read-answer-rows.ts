import type { answerRows, QueryOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { findSmallGroups } from '../results/index.ts';
import { listAnswerRows, type StoredAnswerRow } from './answer-rows.queries.ts';

export type ReadAnswerRow = StoredAnswerRow & Pick<answerRows.AnswerRow, 'small_group'>;

/** Returns a page of answers, each with whether its group is too small to be published. */
export async function readAnswerRows(
  tx: Tx,
  scope: ApplicationScope,
  query: QueryOf<typeof answerRows.listAnswers>,
): Promise<ReadAnswerRow[]> {
  const rows = await listAnswerRows(tx, scope, query);
  const months = rows.map(({ month }) => month).sort();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isSmall = await findSmallGroups(tx, scope, {
    surveyIds: [...new Set(rows.map(({ survey_id }) => survey_id))],
    months: { first, last },
  });
  return rows.map((row) => ({ ...row, small_group: isSmall(row) }));
}
