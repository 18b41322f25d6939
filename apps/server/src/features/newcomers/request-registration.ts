import type { Context } from '../../platform/context.ts';
import { Invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { accountToken, findUserByEmail, writeAccountEmail } from '../account/index.ts';
import { checkPassword, isEmailTaken } from '../users/index.ts';
import { deleteRegistration, insertRegistration } from './registrations.queries.ts';

export const REQUEST_REGISTRATION = 'request-registration';
const LINK_HOURS = 24;
const MAX_ATTEMPTS = 5;

/**
 * Only enqueues the job. Whether the address has an account is looked up by the job, so neither the answer nor its
 * duration reveals it. A password is checked and not kept: only whoever gets the e-mail may choose it.
 */
export async function askToRegister(
  ctx: Context,
  { name, email, password }: { name: string; email: string; password?: string | undefined },
  requestId: string,
): Promise<void> {
  const problems = password === undefined ? [] : checkPassword(password, { name, email, applications: [] });
  if (problems.length > 0) throw new Invalid({ password: problems });
  const payload = { name, email, request_id: requestId };
  await ctx.db.transaction(systemScope('person'), (tx) =>
    enqueue(tx, [{ task: REQUEST_REGISTRATION, payload, maxAttempts: MAX_ATTEMPTS }]),
  );
}

/**
 * The job: stores the request and writes the e-mail with its link or, where the address is taken, an e-mail to its
 * owner. A second run finds the stored request and does nothing.
 */
export async function requestRegistration(
  ctx: Context,
  { name, email, requestId }: { name: string; email: string; requestId: string },
): Promise<void> {
  await ctx.db.transaction(systemScope('person'), async (tx) => {
    if (await isEmailTaken(tx, email)) {
      // A user who is deactivated is sent nothing.
      const owner = await findUserByEmail(tx, email);
      if (owner) await writeAccountEmail(tx, ctx, { user_id: owner.id, kind: 'already_registered' });
      return;
    }
    const now = ctx.clock();
    const id = await insertRegistration(tx, {
      request_id: requestId,
      token_hash: hashToken(accountToken(ctx.keys, 'confirm_registration', requestId)),
      name,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_HOURS * 3_600_000),
    });
    if (id === null) return;
    const isWritten = await writeAccountEmail(tx, ctx, {
      recipient: email,
      kind: 'confirm_registration',
      account_registration_id: id,
    });
    if (!isWritten) await deleteRegistration(tx, id);
  });
}
