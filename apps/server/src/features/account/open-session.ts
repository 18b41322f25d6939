import type { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Unauthorized } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { findSession, insertSession, type Visitor } from '../sessions/index.ts';
import { signInHappened } from './sign-in-happened.ts';

const SESSION_HOURS = 12;
const MAX_AGENT_CHARACTERS = 300;

export interface SignedIn {
  token: string;
  session: PersonSession;
}

/**
 * Opens a session for somebody who has proved who they are. The token is in the reply and stored nowhere. A user with
 * one application starts in it; a superuser starts without one.
 */
export async function openSession(
  tx: Tx,
  ctx: Context,
  user: { id: number; super_user: number },
  { address, userAgent }: Visitor,
  method: account.SignInMethod,
  /** When the identity provider asked the person; it may have known them for hours. Default: now. */
  provedAt: Date = ctx.clock(),
): Promise<SignedIn> {
  const token = newToken();
  const now = ctx.clock();
  const applications = user.super_user === 1 ? [] : await listApplicationsOfUser(tx, user);
  await insertSession(tx, {
    token_hash: hashToken(token),
    user_id: user.id,
    application_id: applications[0]?.id ?? null,
    user_agent: userAgent?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
    address,
    method,
    created_at: now,
    proved_at: provedAt,
    expires_at: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
  });
  const session = await findSession(tx, { tokenHash: hashToken(token) }, now);
  if (!session) throw new Unauthorized();
  await signInHappened(tx, ctx, { what: 'signed_in', userId: user.id, address, method });
  return { token, session };
}
