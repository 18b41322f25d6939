import type { AccessCases } from '../../testing/access-cases.ts';

const aFile = {
  body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,email\r\nUna,una@example.org\r\n--x--\r\n',
  type: 'multipart/form-data; boundary=x',
};

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /mailing_list/:id/imports/:importId': ({ listId, importId }) => ({
      path: `/mailing_list/${listId}/imports/${importId}`,
    }),
    'PUT /mailing_list/:id/imports/:importId': ({ listId, importId }) => ({
      path: `/mailing_list/${listId}/imports/${importId}`,
      body: { import: { columns: { email: 1 } } },
    }),
    'POST /mailing_list/:id/imports/:importId/start': ({ listId, importId }) => ({
      path: `/mailing_list/${listId}/imports/${importId}/start`,
      body: { import: { columns: { email: 1 } } },
    }),
    'POST /mailing_list/:id/imports/:importId/cancel': ({ listId, importId }) => ({
      path: `/mailing_list/${listId}/imports/${importId}/cancel`,
    }),
    'GET /mailing_list/:id/imports/:importId/errors.csv': ({ listId, importId }) => ({
      path: `/mailing_list/${listId}/imports/${importId}/errors.csv`,
    }),
  },
  recordsOfHospital: {
    'POST /mailing_list/:id/import': ({ emptyListId }) => ({ path: `/mailing_list/${emptyListId}/import`, ...aFile }),
    'GET /mailing_list/:id/imports': ({ listId }) => ({ path: `/mailing_list/${listId}/imports` }),
  },
  showingPeople: [
    'GET /mailing_list/:id/imports',
    'GET /mailing_list/:id/imports/:importId',
    'GET /mailing_list/:id/imports/:importId/errors.csv',
  ],
};
