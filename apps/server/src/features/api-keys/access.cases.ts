import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /api_keys/:id': ({ apiKeyId }) => ({ path: `/api_keys/${apiKeyId}` }),
    'PUT /api_keys/:id': ({ apiKeyId }) => ({
      path: `/api_keys/${apiKeyId}`,
      body: { api_key: { name: 'Data warehouse' } },
    }),
    'POST /api_keys/:id/rotate': ({ apiKeyId }) => ({ path: `/api_keys/${apiKeyId}/rotate`, body: { api_key: {} } }),
    'DELETE /api_keys/:id': ({ apiKeyId }) => ({ path: `/api_keys/${apiKeyId}` }),
  },
  makingNothingOfPeople: ['POST /api_keys'],
};
