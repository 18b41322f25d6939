import type { Context } from '../../platform/context.ts';
import { lockFor, withRetry, type Tx } from '../../platform/db/database.ts';
import { Gone } from '../../platform/errors.ts';
import { applicationScope } from '../../platform/scope.ts';
import { lockInvitation, takeAnswers, type Submission } from '../feedback/index.ts';
import { invite } from '../invitations/index.ts';
import { findOffer, lockRunningKiosk, type FoundKiosk } from './kiosks.queries.ts';

const VALID_DAYS = 1;

/**
 * Stores what somebody answered on a kiosk, who stays unknown: an invitation without a person, made and spent in one
 * transaction. A form that was sent before has been taken, and nothing is stored twice. Throws 422 by question, 410 when
 * the kiosk has ended meanwhile.
 */
export async function submitAtKiosk(
  house: Context,
  kiosk: FoundKiosk,
  publicId: string,
  submission: Omit<Submission, 'departmentId'>,
): Promise<void> {
  const { application_id } = kiosk;
  await withRetry(() =>
    house.db.transaction(applicationScope(application_id), async (tx) => {
      await lockFor(tx, `kiosk-form:${publicId}`);
      if (await findOffer(tx, application_id, publicId)) return;
      if (!(await lockRunningKiosk(tx, kiosk, house.clock()))) throw new Gone('This kiosk has ended.');
      const id = await offer(tx, house, kiosk, publicId, submission.language ?? 'en');
      const invitation = await lockInvitation(tx, application_id, id);
      await takeAnswers(tx, house, application_id, invitation, {
        ...submission,
        departmentId: kiosk.department_id ?? undefined,
      });
    }),
  );
}

/** Whether the form has been sent. */
export const isTaken = (house: Context, { application_id }: FoundKiosk, publicId: string): Promise<boolean> =>
  house.db.transaction(
    applicationScope(application_id),
    async (tx) => (await findOffer(tx, application_id, publicId)) !== undefined,
  );

async function offer(
  tx: Tx,
  house: Context,
  { id, application_id, survey_id }: FoundKiosk,
  publicId: string,
  language: string,
): Promise<number> {
  const frame = { applicationId: application_id, validDays: VALID_DAYS, now: house.clock() };
  const [invitationId = 0] = await invite(tx, house.secretKey, frame, [
    {
      survey_id,
      trigger_id: null,
      patient_id: null,
      visit_id: null,
      message_id: null,
      kiosk_id: id,
      public_id: publicId,
      language,
    },
  ]);
  return invitationId;
}
