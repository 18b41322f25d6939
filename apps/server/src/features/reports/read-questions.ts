import { results, type reports } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { addUp, listAnswers, listGroups } from '../results/index.ts';
import { answersOf, readHead } from './read-head.ts';
import { wilson } from '../../platform/statistics/wilson.ts';

export async function readQuestions(
  tx: Tx,
  scope: ApplicationScope,
  filters: reports.ReportFilters,
  now: Date,
): Promise<reports.QuestionsReport> {
  const { frame, head } = await readHead(tx, scope, filters, now);
  const total = frame && (await listGroups(tx, frame, 'month')).find(({ kind }) => kind === 'total');
  if (!frame || !total || total.answered < results.FEWEST_ANSWERS)
    return { ...head, hidden: true, questions: [], answers: null };
  const asked = addUp(await listAnswers(tx, frame)).filter(({ valued }) => valued > 0);
  return { ...head, hidden: false, questions: asked.map(figuresOf), answers: answersOf(frame) };
}

type Asked = ReturnType<typeof addUp>[number];

function figuresOf({ id, title, category, type_of, answered, valued, satisfied }: Asked): reports.QuestionFigures {
  const question = { id, title, category };
  if (answered < results.FEWEST_ANSWERS || valued < results.FEWEST_ANSWERS)
    return { ...question, count: null, satisfied: null, share: null, lower: null, upper: null };
  // Several answers of one person are not independent, so an interval that counts them would be too narrow.
  const interval = type_of === 'checkbox' ? { lower: null, upper: null } : wilson(satisfied, valued);
  return { ...question, count: valued, satisfied, share: satisfied / valued, ...interval };
}
