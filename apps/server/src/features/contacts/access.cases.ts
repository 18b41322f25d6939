import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /contacts/:id': ({ contactId }) => ({ path: `/contacts/${contactId}` }),
    'PUT /contacts/:id': ({ contactId }) => ({
      path: `/contacts/${contactId}`,
      body: { contact: { name: 'Renamed' } },
    }),
    'DELETE /contacts/:id': ({ formerContactId }) => ({ path: `/contacts/${formerContactId}` }),
  },
  showingPeople: ['GET /contacts', 'GET /contacts.csv', 'GET /contacts/:id', 'GET /contacts/duplicates'],
  making: {
    'POST /contacts': () => ({ body: { contact: { name: 'Nora New', email: 'nora@example.org' } } }),
  },
};
