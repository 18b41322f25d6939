import type { AccessCases } from '../../testing/access-cases.ts';

const SCORE = { title: 'Renamed', method: 'sum', higher_is_better: true, needed: 1 };

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /outcome_scores/:id': ({ outcomeScoreId }) => ({ path: `/outcome_scores/${outcomeScoreId}` }),
    'PUT /outcome_scores/:id': ({ outcomeScoreId, questionIds, points }) => ({
      path: `/outcome_scores/${outcomeScoreId}`,
      body: { outcome_score: { ...SCORE, items: [{ question_id: questionIds[0], points }] } },
    }),
    'DELETE /outcome_scores/:id': ({ outcomeScoreId }) => ({ path: `/outcome_scores/${outcomeScoreId}` }),
  },
  makingNothingOfPeople: ['POST /outcome_scores'],
};
