import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'DELETE /scim_tokens/:id': ({ scimTokenId }) => ({ path: `/scim_tokens/${scimTokenId}` }),
  },
  makingNothingOfPeople: ['POST /scim_tokens'],
};
