import { results } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { addUp, categoriesOf, type AskedQuestion } from './add-up-answers.ts';
import { readMeasured } from './read-measured.ts';
import { readOutcomeResults } from './read-outcome-results.ts';
import { countAsked, listAnswers, listGroups, type Asked, type Frame, type GroupRow } from './results.queries.ts';
import { protectGroups, toFigures, type Counted } from './small-groups.ts';

const NOTHING = {
  nps: null,
  trend: [],
  questions: [],
  outcomes: [],
  categories: [],
  departments: [],
  wards: [],
  languages: [],
};

/** Returns the results of a survey, without figures that come from fewer than five people. */
export async function readResults(
  tx: Tx,
  scope: ApplicationScope,
  frame: Frame,
  by: 'week' | 'month',
): Promise<results.Results> {
  const { from, to, filters } = frame;
  const groups = await listGroups(tx, frame, by);
  const total = groups.find(({ kind }) => kind === 'total');
  const head = { from, to, by };
  if (!total || total.answered < results.FEWEST_ANSWERS)
    return { ...head, ...NOTHING, hidden: true, total: null, sent: null, response_rate: null };
  const questions = addUp(await listAnswers(tx, frame));
  const measuredOf = await readMeasured(tx, frame);
  // Only people who answered have a department, so with that filter no response rate is known.
  const asked = filters.department_id === undefined ? await countAsked(tx, frame) : null;
  const of = (kind: GroupRow['kind']) => protectGroups(groups.filter((one) => one.kind === kind)).map(toGroup);
  return {
    ...head,
    hidden: false,
    total: toFigures(total),
    nps: npsOf(questions.filter(({ type_of }) => type_of === 'nps')),
    sent: asked?.sent ?? null,
    response_rate: asked && responseRate(asked),
    trend: trendOf(groups.filter(({ kind }) => kind === 'period')),
    questions: questions
      .filter(({ answered }) => answered >= results.FEWEST_ANSWERS)
      .map((question) => ({ ...toQuestion(question), ...measuredOf({ ...question, question_id: question.id }) })),
    outcomes: await readOutcomeResults(tx, scope, frame),
    categories: protectGroups(categoriesOf(questions)).map(toGroup),
    departments: of('department'),
    wards: of('ward'),
    languages: of('language'),
  };
}

/** Returns the share of the people asked who answered; null when too few were asked. */
export const responseRate = ({ sent, answered }: Pick<Asked, 'sent' | 'answered'>): number | null =>
  sent >= results.FEWEST_ANSWERS ? answered / sent : null;

const toGroup = (one: Counted): results.Group => ({ title: one.title, ...toFigures(one) });

/** Returns all periods in order. Those that are not shown keep their place. */
export function trendOf(periods: readonly Counted[]): results.Results['trend'] {
  const shown = new Set(protectGroups(periods).map(({ title }) => title));
  return periods.map((one) => ({ period: one.title ?? '', figures: shown.has(one.title) ? toFigures(one) : null }));
}

const toQuestion = (question: AskedQuestion): Omit<results.QuestionResult, 'numbers' | 'periods'> => ({
  id: question.id,
  title: question.title,
  type_of: question.type_of,
  answered: question.answered,
  score: question.valued < results.FEWEST_ANSWERS ? null : Math.round((question.value_sum / question.valued) * 10) / 10,
  nps: question.type_of === 'nps' ? npsOf([question]) : null,
  options: question.options.map((option) => ({ ...option, share: shareOf(option, question) })),
});

/**
 * Returns the share of an option among the people whose answer counts. An option without a value has none, unless the question
 * has no other: then it is its share among all.
 */
function shareOf({ value, count }: AskedQuestion['options'][number], { counting, answered }: AskedQuestion) {
  if (counting === 0) return count / answered;
  return value === null ? null : count / counting;
}

/** Returns promoters (9, 10) less detractors (0 to 6), as a percentage of all answers. */
export function npsOf(rows: readonly Pick<AskedQuestion, 'promoters' | 'detractors' | 'valued'>[]): number | null {
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
  const all = sum(({ valued }) => valued);
  if (all < results.FEWEST_ANSWERS) return null;
  return Math.round(((sum(({ promoters }) => promoters) - sum(({ detractors }) => detractors)) / all) * 100);
}
