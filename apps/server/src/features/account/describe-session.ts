import { STAFF_LANGUAGES, type StaffLanguage } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Unauthorized } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { findHindrance, listUsable, rpIdOf } from '../passkeys/index.ts';
import { findApplicationUser, findUser } from './account.queries.ts';
import type { SignedIn } from './open-session.ts';

/**
 * Describes the session and its person. The transaction must see all applications, because a person may belong to
 * several.
 */
export async function describeSession(tx: Tx, ctx: Context, session: PersonSession) {
  const user = await findUser(tx, session.userId);
  if (!user) throw new Unauthorized();
  const applications = await listApplicationsOfUser(tx, { id: session.userId, super_user: session.super_user });
  const seat =
    session.applicationId === null ? undefined : await findApplicationUser(tx, session.userId, session.applicationId);
  const locations = [...session.locations];
  return {
    data: {
      id: user.id,
      name: user.name,
      email: user.email,
      super_user: session.super_user,
      locations,
      language: staffLanguage(user.language),
    },
    permissions: [...session.permissions],
    application_user: {
      landing_page: seat?.landing_page ?? null,
      locations,
      application: applications.find(({ id }) => id === session.applicationId) ?? null,
    },
    applications,
    method: session.method,
    locked: session.locked,
    needs_two_step: session.needsTwoStep,
    has_passkey: await canUsePasskey(tx, ctx, session),
  };
}

/** A language that a later version has stored is unknown here. */
const staffLanguage = (stored: string | null): StaffLanguage | null =>
  STAFF_LANGUAGES.find((language) => language === stored) ?? null;

/** Somebody of the single sign-on goes there again. */
async function canUsePasskey(tx: Tx, ctx: Context, { userId, method }: PersonSession): Promise<boolean> {
  if (method === 'single_sign_on' || findHindrance(ctx)) return false;
  return (await listUsable(tx, userId, { rpId: rpIdOf(ctx), alone: true })).length > 0;
}

/** Builds the reply to a successful sign-in, the only reply that contains the session token. */
export async function answerSignedIn(ctx: Context, { token, session }: SignedIn) {
  const described = await ctx.db.transaction(systemScope('person'), (tx) => describeSession(tx, ctx, session));
  return { auth_token: token, ...described };
}
