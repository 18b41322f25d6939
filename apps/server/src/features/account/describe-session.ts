import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Unauthorized } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { findApplicationUser, findUser } from './account.queries.ts';
import type { SignedIn } from './open-session.ts';

/** Who they are reaches over all their applications. */
export async function describeSession(tx: Tx, session: Session) {
  const user = await findUser(tx, session.userId);
  if (!user) throw new Unauthorized();
  const applications = await listApplicationsOfUser(tx, { id: session.userId, super_user: session.super_user });
  const seat =
    session.applicationId === null ? undefined : await findApplicationUser(tx, session.userId, session.applicationId);
  const locations = [...session.locations];
  return {
    data: { id: user.id, name: user.name, email: user.email, super_user: session.super_user, locations },
    permissions: [...session.permissions],
    application_user: {
      landing_page: seat?.landing_page ?? null,
      locations,
      application: applications.find(({ id }) => id === session.applicationId) ?? null,
    },
    applications,
    method: session.method,
    locked: session.locked,
  };
}

/** The answer to whoever has just come in: the only one that carries the token. */
export async function answerSignedIn(house: Context, { token, session }: SignedIn) {
  const described = await house.db.transaction(SYSTEM_SCOPE, (tx) => describeSession(tx, session));
  return { auth_token: token, ...described };
}
