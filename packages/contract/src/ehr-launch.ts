import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { one } from './paging.ts';

/** Address that a record system opens with `iss` and `launch` (SMART App Launch 2.2, "Launch App: EHR Launch"). */
export const EHR_LAUNCH = '/api/v1/ehr-launch';

/** Address to which a record system sends the browser back. Each has its own, so that an answer of one is not taken for that of another. */
export const ehrLaunchCallback = (number: number): string =>
  number === 1 ? `${EHR_LAUNCH}/callback` : `${EHR_LAUNCH}/callback/${number}`;

export const finishEhrLaunch = endpoint({
  method: 'POST',
  path: '/ehr_launches/finish',
  idempotencyKey: false,
  access: { permission: 'feedback.create' },
  audit: { action: 'view', record: 'hl7_messages' },
  summary: 'Whose record was open in the record system that staff come from; works once, in the same browser',
  reply: one(
    z.object({
      /** The newest message about the patient, to which the survey belongs. */
      message_id: z.number(),
    }),
  ),
});
