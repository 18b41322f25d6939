import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /applications/:id': ({ id }) => ({ path: `/applications/${id}` }),
    'PUT /applications/:id': ({ id }) => ({ path: `/applications/${id}`, body: { application: { minimum_age: 17 } } }),
    'GET /applications/:id/edit': ({ id }) => ({ path: `/applications/${id}/edit` }),
    'DELETE /applications/:id': ({ id, title }) => ({
      path: `/applications/${id}?confirm=${encodeURIComponent(title)}`,
    }),
  },
  makingNothingOfPeople: ['POST /applications'],
};
