import { verify } from '@node-rs/argon2';
import type { Context } from '../../platform/context.ts';
import { Unauthorized } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { hashPassword } from '../users/index.ts';
import { findSession, findUserByEmail, insertSession } from './account.queries.ts';

const SESSION_HOURS = 12;

/** Compared with when there is no such user, so that both answers take as long. */
const nobodysHash = hashPassword(newToken());

/**
 * Checks a password and opens a session; the token is in the answer and nowhere else. A user with one application starts
 * in it; a superuser starts without.
 */
export async function signIn(
  house: Context,
  { username, password, userAgent }: { username: string; password: string; userAgent: string | null },
): Promise<{ token: string; session: Session }> {
  const user = await house.db.transaction(SYSTEM_SCOPE, (tx) => findUserByEmail(tx, username));
  const matches = await verify(user?.password_hash ?? (await nobodysHash), password).catch(() => false);
  if (!user || !matches) throw new Unauthorized('E-mail address or password is wrong.');

  const token = newToken();
  const now = house.clock();
  return house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const applications = user.super_user === 1 ? [] : await listApplicationsOfUser(tx, user);
    await insertSession(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      application_id: applications[0]?.id ?? null,
      user_agent: userAgent?.slice(0, 300) ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
    });
    const session = await findSession(tx, hashToken(token), now);
    if (!session) throw new Unauthorized();
    return { token, session };
  });
}
