import type { AccessCases } from '../../testing/access-cases.ts';

const entry = { said: 'The food is cold.', did: 'It comes hot now.', done_on: '2026-02-01' };

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /ward_pages/:id': ({ wardPageId }) => ({ path: `/ward_pages/${wardPageId}` }),
    'PUT /ward_pages/:id': ({ wardPageId }) => ({
      path: `/ward_pages/${wardPageId}`,
      body: { ward_page: { title: 'What we changed' } },
    }),
    'DELETE /ward_pages/:id': ({ wardPageId }) => ({ path: `/ward_pages/${wardPageId}` }),
    'GET /ward_pages/:id/heard': ({ wardPageId }) => ({ path: `/ward_pages/${wardPageId}/heard` }),
    'POST /ward_pages/:id/entries': ({ wardPageId }) => ({
      path: `/ward_pages/${wardPageId}/entries`,
      body: { entry },
    }),
    'PUT /ward_pages/:id/entries/:entryId': ({ wardPageId, wardPageEntryId }) => ({
      path: `/ward_pages/${wardPageId}/entries/${wardPageEntryId}`,
      body: { entry },
    }),
    'DELETE /ward_pages/:id/entries/:entryId': ({ wardPageId, wardPageEntryId }) => ({
      path: `/ward_pages/${wardPageId}/entries/${wardPageEntryId}`,
    }),
  },
  makingNothingOfPeople: ['POST /ward_pages'],
};
