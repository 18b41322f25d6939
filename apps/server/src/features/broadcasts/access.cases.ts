import type { AccessCases } from '../../testing/access-cases.ts';
import type { FullApplication } from '../../testing/full-application.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'POST /surveys/:id/uses/stop': ({ surveyId }) => ({ path: `/surveys/${surveyId}/uses/stop` }),
    'GET /surveys/:id/broadcasts': ({ surveyId }) => ({ path: `/surveys/${surveyId}/broadcasts?page=1&schedule=1` }),
    'GET /surveys/:id/broadcast': ({ surveyId }) => ({ path: `/surveys/${surveyId}/broadcast` }),
    'GET /surveys/:id/broadcast/:broadcastId': (of) => ({
      path: `/surveys/${of.surveyId}/broadcast/${of.broadcastId}`,
    }),
    'GET /surveys/:id/broadcast/:broadcastId/results': (of) => ({
      path: `/surveys/${of.surveyId}/broadcast/${of.broadcastId}/results`,
    }),
    'GET /surveys/:id/broadcast/:broadcastId/audience': (of) => ({
      path: `/surveys/${of.surveyId}/broadcast/${of.broadcastId}/audience`,
    }),
    'POST /surveys/:id/broadcasts': ({ surveyId, listId }) => ({
      path: `/surveys/${surveyId}/broadcasts`,
      body: { sendable_id: listId, channel: 'sms' },
    }),
    'POST /surveys/:id/broadcasts/test': ({ surveyId }) => ({
      path: `/surveys/${surveyId}/broadcasts/test`,
      body: { channel: 'sms' },
    }),
    'POST /surveys/:id/broadcasts/:broadcastId': ({ surveyId, broadcastId, listId }) => ({
      path: `/surveys/${surveyId}/broadcasts/${broadcastId}`,
      body: { sendable_id: listId, channel: 'sms' },
    }),
    ...Object.fromEntries(
      ['execute', 'pause', 'resume', 'cancel'].map((action) => [
        `POST /surveys/:id/broadcasts/:broadcastId/${action}`,
        (of: FullApplication) => ({ path: `/surveys/${of.surveyId}/broadcasts/${of.broadcastId}/${action}` }),
      ]),
    ),
    'DELETE /surveys/:id/broadcasts/:broadcastId': ({ surveyId, broadcastId }) => ({
      path: `/surveys/${surveyId}/broadcasts/${broadcastId}`,
    }),
  },
};
