import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /categories/:id': ({ categoryId }) => ({ path: `/categories/${categoryId}` }),
    'PUT /categories/:id': ({ categoryId }) => ({
      path: `/categories/${categoryId}`,
      body: { category: { title: 'Renamed' } },
    }),
    'DELETE /categories/:id': ({ categoryId }) => ({ path: `/categories/${categoryId}` }),
  },
  makingNothingOfPeople: ['POST /categories'],
};
