import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { insertPasswordReset } from '../credentials/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { accountToken } from './account-link.ts';
import { findUserByEmail } from './account.queries.ts';

export const REQUEST_PASSWORD_RESET = 'request-password-reset';
const LINK_MINUTES = 60;
const FIRST_LINK_MINUTES = 7 * 24 * 60;
const MAX_ATTEMPTS = 5;

/**
 * Only enqueues the job. Whether anybody has the address is looked up by the job, so neither the answer nor its
 * duration reveals it.
 */
export async function askForPasswordReset(ctx: Context, email: string, requestId: string): Promise<void> {
  await ctx.db.transaction(systemScope('person'), (tx) =>
    enqueue(tx, [
      { task: REQUEST_PASSWORD_RESET, payload: { email, request_id: requestId }, maxAttempts: MAX_ATTEMPTS },
    ]),
  );
}

/** The job: stores the link's hash and the e-mail. A second run finds the stored request and does nothing. */
export async function requestPasswordReset(ctx: Context, email: string, requestId: string): Promise<void> {
  await ctx.db.transaction(systemScope('person'), async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const resetId = await insertLink(tx, ctx, user.id, requestId, LINK_MINUTES);
    if (resetId === null) return;
    await writeAccountEmail(tx, ctx, { user_id: user.id, kind: 'password_reset', password_reset_id: resetId });
  });
}

/** Sends a person whose account was made for them a link to choose their first password. */
export async function sendFirstPasswordLink(tx: Tx, ctx: Context, userId: number): Promise<void> {
  const resetId = await insertLink(tx, ctx, userId, randomUUID(), FIRST_LINK_MINUTES);
  if (resetId === null) return;
  await writeAccountEmail(tx, ctx, { user_id: userId, kind: 'account_made', password_reset_id: resetId });
}

/** Returns null when this request was stored before. */
function insertLink(
  tx: Tx,
  { keys, clock }: Context,
  userId: number,
  requestId: string,
  minutes: number,
): Promise<number | null> {
  const now = clock();
  return insertPasswordReset(tx, {
    user_id: userId,
    request_id: requestId,
    token_hash: hashToken(accountToken(keys, 'password_reset', requestId)),
    created_at: now,
    expires_at: new Date(now.getTime() + minutes * 60_000),
  });
}
