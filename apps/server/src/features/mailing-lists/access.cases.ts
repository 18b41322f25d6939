import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'POST /mailing_list/:id/contacts/:contactId': ({ listId, contactId }) => ({
      path: `/mailing_list/${listId}/contacts/${contactId}`,
    }),
    'DELETE /mailing_list/:id/contacts/:contactId': ({ listId, contactId }) => ({
      path: `/mailing_list/${listId}/contacts/${contactId}`,
    }),
  },
  recordsOfHospital: {
    'GET /mailing_list/:id/uses': ({ listId }) => ({ path: `/mailing_list/${listId}/uses` }),
    'GET /mailing_list/:id': ({ listId }) => ({ path: `/mailing_list/${listId}` }),
    'PUT /mailing_list/:id': ({ listId }) => ({
      path: `/mailing_list/${listId}`,
      body: { mailing_list: { title: 'Renamed' } },
    }),
    'DELETE /mailing_list/:id': ({ listId }) => ({ path: `/mailing_list/${listId}` }),
    'GET /mailing_list/:id/contacts.csv': ({ listId }) => ({ path: `/mailing_list/${listId}/contacts.csv` }),
    'GET /mailing_list/:id/contacts': ({ listId }) => ({ path: `/mailing_list/${listId}/contacts` }),
    'POST /mailing_list/:id/refresh': ({ listId }) => ({ path: `/mailing_list/${listId}/refresh` }),
  },
  showingPeople: ['GET /mailing_list/:id/contacts', 'GET /mailing_list/:id/contacts.csv'],
  making: {
    'POST /mailing_list': () => ({
      body: { mailing_list: { name: 'of birch', type_of: 'dynamic', rules: { location: ['BIRCH'] } } },
    }),
    'POST /mailing_list/preview': () => ({ body: { mailing_list: { type_of: 'census' } } }),
  },
};
