import type { Context } from '../../platform/context.ts';
import { lockFor, withRetry } from '../../platform/db/database.ts';
import { Gone } from '../../platform/errors.ts';
import { applicationScope } from '../../platform/scope.ts';
import { lockInvitation, storeAnswers, type Submission } from '../feedback/index.ts';
import { offerSurvey } from '../invitations/index.ts';
import { findOffer, lockRunningKiosk, type FoundKiosk } from './kiosks.queries.ts';

const VALID_DAYS = 1;

/**
 * Stores anonymous answers from a kiosk: makes an invitation without a person and uses it up, in one transaction. A
 * form that was submitted before is accepted and stored only once. Throws 422 by question, 410 when the kiosk has ended
 * meanwhile.
 */
export async function submitAtKiosk(
  ctx: Context,
  kiosk: FoundKiosk,
  publicId: string,
  submission: Omit<Submission, 'departmentId'>,
): Promise<void> {
  const { application_id } = kiosk;
  await withRetry(() =>
    ctx.db.transaction(applicationScope(application_id), async (tx) => {
      await lockFor(tx, `kiosk-form:${publicId}`);
      if (await findOffer(tx, application_id, publicId)) return;
      if (!(await lockRunningKiosk(tx, kiosk, ctx.clock()))) throw new Gone('This kiosk has ended.');
      const { id } = await offerSurvey(tx, ctx, application_id, {
        way: 'kiosk',
        survey_id: kiosk.survey_id,
        kiosk_id: kiosk.id,
        public_id: publicId,
        language: submission.language ?? null,
        valid_days: VALID_DAYS,
      });
      const invitation = await lockInvitation(tx, application_id, id);
      await storeAnswers(tx, ctx, application_id, invitation, {
        ...submission,
        departmentId: kiosk.department_id ?? undefined,
      });
    }),
  );
}

/** Returns whether the form was submitted before. */
export const isTaken = (ctx: Context, { application_id }: FoundKiosk, publicId: string): Promise<boolean> =>
  ctx.db.transaction(
    applicationScope(application_id),
    async (tx) => (await findOffer(tx, application_id, publicId)) !== undefined,
  );
