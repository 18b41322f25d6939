import { within } from '../builders.ts';
import { makeOwnSurvey, type OwnSurvey } from './own-survey.ts';
import type { Json, TestApplication, TestServer } from '../test-server.ts';

/** A survey of four items that are answered with 0 to 3, as those of many outcome measures are, and what scores them. */
export interface ScoredSurvey extends OwnSurvey {
  items: Json[];
  /** A score over all items, as the body that makes it. */
  score(more?: object): Json;
  make(more?: object): Promise<{ status: number; body: Json }>;
  /** Answers the items with these points; null: not answered. Returns the id of the feedback. */
  answer(points: (number | null)[], who?: { patient_id?: number; contact_id?: number }): Promise<number>;
}

export async function makeScoredSurvey(server: TestServer, application: TestApplication): Promise<ScoredSurvey> {
  const survey = await makeOwnSurvey(server, application);
  const items: Json[] = [];
  for (const title of ['Stairs', 'Sleep', 'Washing', 'Walking']) items.push(await addItem(survey, title));
  const score = (more: object = {}): Json => ({
    survey_id: survey.surveyId,
    title: 'Symptoms',
    method: 'sum',
    higher_is_better: false,
    needed: 3,
    items: items.map((item) => itemOf(item)),
    bands: [
      { from: 0, title: 'None' },
      { from: 5, title: 'Mild' },
      { from: 9, title: 'Severe' },
    ],
    important_change: 2,
    ...more,
  });
  return {
    ...survey,
    items,
    score,
    make: (more) => survey.call('POST', '/outcome_scores', { outcome_score: score(more) }),
    async answer(points, who = {}) {
      const token = await survey.ask(who);
      const responses = points.flatMap((given, index) =>
        given === null ? [] : [{ question_id: items[index]?.['id'], option_id: items[index]?.['options'][given].id }],
      );
      const url = `/api/v1/feedback/${token}`;
      const sent = await server.call({ method: 'POST', url, payload: { feedback: { responses } } });
      if (sent.status !== 201) throw new Error(JSON.stringify(sent.body));
      return within(server, application, async (tx) => {
        const { id } = await tx.selectFrom('feedback').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
        return id;
      });
    },
  };
}

/** Values of the options are of no use to a score: they count for satisfaction, or, as here, for nothing. */
async function addItem(survey: OwnSurvey, title: string): Promise<Json> {
  const { id } = (await survey.add({ title, type_of: 'radio' })).body.data;
  for (const option of ['Never', 'Some days', 'Most days', 'Every day'])
    await survey.call('POST', `/questions/${id}/options`, { option: { title: option, value: null } });
  return (await survey.call('GET', `/questions/${id}`)).body.data;
}

export const pointsOf = ({ options }: Json): { option_id: number; points: number }[] =>
  options.map(({ id }: Json, index: number) => ({ option_id: id, points: index }));

export const itemOf = (question: Json, reversed = false) => ({
  question_id: question['id'],
  reversed,
  points: pointsOf(question),
});
