import { pathways, results } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { describeValues, intervalOfMean, type Occurrence } from '../../platform/statistics/describe-values.ts';
import { listOutcomeScores } from '../outcome-scores/index.ts';

type Step = Pick<pathways.PathwayStep, 'id' | 'survey_id' | 'after_days'>;

/** Returns how the scores of the steps' surveys went from step to step, without the figures of fewer than five people. */
export async function readCourses(
  tx: Tx,
  applicationId: number,
  steps: readonly Step[],
): Promise<pathways.CourseOfScore[]> {
  const all = { page: 1, per_page: 1, paginate: '0', sort: 'title' } as const;
  const { data } = await listOutcomeScores(tx, applicationId, all);
  const scores = data.filter((score) => steps.some(({ survey_id }) => survey_id === score.survey_id));
  if (scores.length === 0) return [];
  const { rows } = await sql<Occurrence & { score_id: number; step_id: number }>`
    with answered as materialized (
      select o.step_id, f.id from pathway_occasions o
      join invitations i on i.application_id = ${applicationId} and i.occasion_id = o.id
      join feedback f on f.application_id = ${applicationId} and f.invitation_id = i.id
      where o.application_id = ${applicationId} and o.step_id = any(${steps.map(({ id }) => id)}::bigint[])
      order by f.id desc limit ${pathways.MAX_SCORED})
    select v.score_id, a.step_id, v.value, count(*) as count
    from outcome_values(${applicationId}::bigint, array(select id from answered)) v
    join answered a on a.id = v.feedback_id
    where v.value is not null
    group by v.score_id, a.step_id, v.value`.execute(tx);
  return scores.map(({ id, title, higher_is_better, least, most, survey_id }) => ({
    score_id: id,
    title,
    higher_is_better,
    least,
    most,
    steps: steps
      .filter((step) => step.survey_id === survey_id)
      .map((step) => ({
        day: step.after_days,
        ...describe(rows.filter(({ score_id, step_id }) => score_id === id && step_id === step.id)),
      })),
  }));
}

function describe(values: readonly Occurrence[]): Omit<pathways.CourseOfScore['steps'][number], 'day'> {
  const answered = values.reduce((sum, { count }) => sum + count, 0);
  if (answered < results.FEWEST_ANSWERS) return { answered, mean: null, interval: null };
  const described = describeValues(values);
  const interval = intervalOfMean(described);
  return {
    answered,
    mean: rounded(described.mean),
    interval: interval && { from: rounded(interval.from), to: rounded(interval.to) },
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
