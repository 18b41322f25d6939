import { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import {
  deleteSession,
  findApplicationUser,
  findSession,
  getUserName,
  setSessionApplication,
} from './account.queries.ts';
import { signIn } from './sign-in.ts';

const SIGN_INS_PER_MINUTE = 20;

export const createAuthenticate = (house: Context) => (token: string) =>
  house.db.transaction(SYSTEM_SCOPE, (tx) => findSession(tx, hashToken(token), house.clock()));

export function accountRoutes(routes: Routes, house: Context): void {
  publicRoute(
    routes,
    account.login,
    async ({ body, request }) => {
      const { token, session } = await signIn(house, { ...body, userAgent: request.headers['user-agent'] ?? null });
      const described = await house.db.transaction(SYSTEM_SCOPE, (tx) => describeSession(tx, session));
      return { auth_token: token, ...described };
    },
    { rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 } },
  );

  route(
    routes,
    account.logout,
    async ({ tx, session }) => {
      await deleteSession(tx, session.id);
      return { data: { id: session.userId } };
    },
    { seesAll: true },
  );

  route(routes, account.getSession, ({ tx, session }) => describeSession(tx, session), { seesAll: true });

  route(
    routes,
    account.chooseApplication,
    async ({ tx, body, session }) => {
      const applicationId = body.application_id;
      const allowed = await listApplicationsOfUser(tx, { id: session.userId, super_user: session.super_user });
      if (applicationId !== null && !allowed.some(({ id }) => id === applicationId))
        throw new NotFound('This application');
      await setSessionApplication(tx, session.id, applicationId);
      const seat = applicationId === null ? undefined : await findApplicationUser(tx, session.userId, applicationId);
      return describeSession(tx, { ...session, applicationId, locations: seat?.locations ?? [] });
    },
    { seesAll: true },
  );
}

/** Who they are reaches over all their applications. */
async function describeSession(tx: Tx, session: Session) {
  const { name, email } = await getUserName(tx, session.userId);
  const applications = await listApplicationsOfUser(tx, { id: session.userId, super_user: session.super_user });
  const seat =
    session.applicationId === null ? undefined : await findApplicationUser(tx, session.userId, session.applicationId);
  const locations = [...session.locations];
  return {
    data: { id: session.userId, name, email, super_user: session.super_user, locations },
    permissions: [...session.permissions],
    application_user: {
      landing_page: seat?.landing_page ?? null,
      locations,
      application: applications.find(({ id }) => id === session.applicationId) ?? null,
    },
    applications,
  };
}
