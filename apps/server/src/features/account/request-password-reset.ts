import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { findUserByEmail } from './account.queries.ts';
import { resetToken } from './password-reset.ts';
import { insertPasswordReset } from './password-reset.queries.ts';

export const REQUEST_PASSWORD_RESET = 'request-password-reset';
const LINK_MINUTES = 60;
const MOST_ATTEMPTS = 5;

/** All that the call does: whether anybody has the address is found out later, so the answer cannot tell, nor how long it takes. */
export async function askForPasswordReset(house: Context, email: string, requestId: string): Promise<void> {
  await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    enqueue(tx, [
      { task: REQUEST_PASSWORD_RESET, payload: { email, request_id: requestId }, maxAttempts: MOST_ATTEMPTS },
    ]),
  );
}

/** The job: writes the link's hash and the e-mail. Run twice, it finds what it wrote. */
export async function requestPasswordReset(house: Context, email: string, requestId: string): Promise<void> {
  await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const now = house.clock();
    const resetId = await insertPasswordReset(tx, {
      user_id: user.id,
      request_id: requestId,
      token_hash: hashToken(resetToken(house.secretKey, requestId)),
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_MINUTES * 60_000),
    });
    if (resetId === null) return;
    await writeAccountEmail(tx, house, { user_id: user.id, kind: 'password_reset', password_reset_id: resetId });
  });
}
