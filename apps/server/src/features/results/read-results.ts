import { results } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import {
  countAsked,
  listAnswers,
  listCategories,
  listGroups,
  type AnswerRow,
  type Frame,
  type GroupRow,
} from './results.queries.ts';
import { protectGroups, toFigures, type Counted } from './small-groups.ts';

const NOTHING = { nps: null, trend: [], questions: [], categories: [], departments: [], wards: [], languages: [] };

/** What a survey has brought; nothing of what fewer than five have said. */
export async function readResults(tx: Tx, frame: Frame, by: 'week' | 'month'): Promise<results.Results> {
  const { from, to, filters } = frame;
  const groups = await listGroups(tx, frame, by);
  const total = groups.find(({ kind }) => kind === 'total');
  const head = { from, to, by };
  if (!total || total.answered < results.FEWEST_ANSWERS)
    return { ...head, ...NOTHING, hidden: true, total: null, sent: null, response_rate: null };
  const answers = await listAnswers(tx, frame);
  // A department is known only of those who answered.
  const asked = filters.department_id === undefined ? await countAsked(tx, frame) : null;
  const of = (kind: GroupRow['kind']) => protectGroups(groups.filter((one) => one.kind === kind)).map(toGroup);
  return {
    ...head,
    hidden: false,
    total: toFigures(total),
    nps: npsOf(answers.filter(({ whole, type_of }) => whole && type_of === 'nps')),
    sent: asked?.sent ?? null,
    response_rate: asked && asked.sent >= results.FEWEST_ANSWERS ? asked.answered / asked.sent : null,
    trend: trendOf(groups.filter(({ kind }) => kind === 'period')),
    questions: questionsOf(answers),
    categories: protectGroups(await listCategories(tx, frame)).map(toGroup),
    departments: of('department'),
    wards: of('ward'),
    languages: of('language'),
  };
}

const toGroup = (one: Counted): results.Group => ({ title: one.title, ...toFigures(one) });

/** Every period in its order; those that are not shown keep their place. */
function trendOf(periods: readonly GroupRow[]): results.Results['trend'] {
  const shown = new Set(protectGroups(periods).map(({ title }) => title));
  return periods.map((one) => ({ period: one.title ?? '', figures: shown.has(one.title) ? toFigures(one) : null }));
}

function questionsOf(rows: readonly AnswerRow[]): results.QuestionResult[] {
  return rows
    .filter(({ whole, count }) => whole && count >= results.FEWEST_ANSWERS)
    .map(({ question_id, title, type_of, count, value_sum, valued, ...whole }) => ({
      id: question_id,
      title,
      type_of,
      answered: count,
      score: valued < results.FEWEST_ANSWERS ? null : Math.round((value_sum / valued) * 10) / 10,
      nps: type_of === 'nps' ? npsOf([{ ...whole, valued }]) : null,
      options: rows
        .filter(
          (row) => !row.whole && row.question_id === question_id && row.title === title && row.type_of === type_of,
        )
        .filter(({ option_title }) => option_title !== null)
        .map((row) => ({ title: row.option_title ?? '', value: row.value, count: row.count })),
    }));
}

/** Promoters (9, 10) less detractors (0 to 6), in hundredths of all. */
function npsOf(rows: readonly Pick<AnswerRow, 'promoters' | 'detractors' | 'valued'>[]): number | null {
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
  const all = sum(({ valued }) => valued);
  if (all < results.FEWEST_ANSWERS) return null;
  return Math.round(((sum(({ promoters }) => promoters) - sum(({ detractors }) => detractors)) / all) * 100);
}
