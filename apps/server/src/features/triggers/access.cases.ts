import type { AccessCases } from '../../testing/access-cases.ts';
import { aTrigger } from '../../testing/a-trigger.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'POST /applications/:id/triggers/preview': ({ id }) => ({
      path: `/applications/${id}/triggers/preview`,
      body: aTrigger,
    }),
    'POST /applications/:id/trigger_trials': ({ id }) => ({
      path: `/applications/${id}/trigger_trials`,
      body: { ...aTrigger, days: 7 },
    }),
    'GET /applications/:id/trigger_trials/:trialId': ({ id, trialId }) => ({
      path: `/applications/${id}/trigger_trials/${trialId}`,
    }),
    'DELETE /applications/:id/trigger_trials/:trialId': ({ id, trialId }) => ({
      path: `/applications/${id}/trigger_trials/${trialId}`,
    }),
    'GET /applications/:id/triggers/:triggerId/uses': ({ id, triggerId }) => ({
      path: `/applications/${id}/triggers/${triggerId}/uses`,
    }),
    'GET /applications/:id/triggers': ({ id }) => ({ path: `/applications/${id}/triggers` }),
    'POST /applications/:id/triggers': ({ id }) => ({ path: `/applications/${id}/triggers`, body: aTrigger }),
    'PUT /applications/:id/triggers/:triggerId': ({ id, triggerId }) => ({
      path: `/applications/${id}/triggers/${triggerId}`,
      body: aTrigger,
    }),
    'DELETE /applications/:id/triggers/:triggerId': ({ id, triggerId }) => ({
      path: `/applications/${id}/triggers/${triggerId}`,
    }),
  },
};
