import type { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Unauthorized } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { findSession, insertSession, type Visitor } from './session.queries.ts';
import { forgetFailures, refuseHeldBack } from './sign-in-failures.ts';
import { signInHappened } from './sign-in-happened.ts';

const SESSION_HOURS = 12;
const MOST_AGENT_CHARACTERS = 300;

export interface SignedIn {
  token: string;
  session: Session;
}

/**
 * Lets somebody in who has proved who they are; the token is in the answer and nowhere else. A user with one application
 * starts in it; a superuser starts without.
 */
export async function openSession(
  tx: Tx,
  house: Context,
  user: { id: number; email: string; super_user: number },
  { address, userAgent }: Visitor,
  method: account.SignInMethod,
): Promise<SignedIn> {
  const attempt = { account: user.email, address };
  if (method === 'password') {
    await refuseHeldBack(tx, house, attempt);
    await forgetFailures(tx, house, attempt);
  }
  const token = newToken();
  const now = house.clock();
  const applications = user.super_user === 1 ? [] : await listApplicationsOfUser(tx, user);
  await insertSession(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    application_id: applications[0]?.id ?? null,
    user_agent: userAgent?.slice(0, MOST_AGENT_CHARACTERS) ?? null,
    address,
    method,
    created_at: now,
    expires_at: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
  });
  const session = await findSession(tx, hashToken(token), now);
  if (!session) throw new Unauthorized();
  await signInHappened(tx, house, { what: 'signed_in', userId: user.id, address, method });
  return { token, session };
}
