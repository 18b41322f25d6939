import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'PUT /saved_views/:id': ({ savedViewId }) => ({
      path: `/saved_views/${savedViewId}`,
      body: { saved_view: { name: 'Renamed' } },
    }),
    'DELETE /saved_views/:id': ({ savedViewId }) => ({ path: `/saved_views/${savedViewId}` }),
  },
  makingNothingOfPeople: ['POST /saved_views'],
};
