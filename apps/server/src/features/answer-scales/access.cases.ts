import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /answer_scales/:id': ({ scaleId }) => ({ path: `/answer_scales/${scaleId}` }),
    'PUT /answer_scales/:id': ({ scaleId }) => ({
      path: `/answer_scales/${scaleId}`,
      body: { answer_scale: { title: 'Renamed' } },
    }),
    'DELETE /answer_scales/:id': ({ scaleId }) => ({ path: `/answer_scales/${scaleId}` }),
    'PUT /questions/:id/scale': ({ questionIds }) => ({
      path: `/questions/${questionIds[2]}/scale`,
      body: { question: { scale_id: null } },
    }),
  },
  makingNothingOfPeople: ['POST /answer_scales'],
};
