import { randomUUID } from 'node:crypto';
import { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { publicRoute, route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { findApplicationUser } from './account.queries.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { answerSignedIn, describeSession } from './describe-session.ts';
import { register } from './register.ts';
import { askForPasswordReset } from './request-password-reset.ts';
import {
  deleteSession,
  findSession,
  noteSeen,
  setLocked,
  setSessionApplication,
  setUnlocked,
} from './session.queries.ts';
import { resetPassword } from './set-password.ts';
import { signIn, signInTwoStep } from './sign-in.ts';
import { signInHappened } from './sign-in-happened.ts';
import { visitorOf } from './visitor.ts';

const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });
/** By network address, which a whole ward may share. Guessing is held back by account besides. */
const SIGN_INS = perMinute(60);
const REQUESTS = perMinute(20);

export const createAuthenticate =
  (house: Context): Routes['authenticate'] =>
  (token, idleSeconds) =>
    house.db.transaction(SYSTEM_SCOPE, async (tx) => {
      const now = house.clock();
      const session = await findSession(tx, hashToken(token), now);
      if (session && idleSeconds !== null) await noteSeen(tx, session, new Date(now.getTime() - idleSeconds * 1000));
      return session;
    });

/** In, out, and the session itself. */
export function accountRoutes(routes: Routes, house: Context): void {
  publicRoute(
    routes,
    account.login,
    async ({ body, request, reply }) => {
      const outcome = await signIn(house, body, visitorOf(request));
      if (!('twoStepToken' in outcome)) return answerSignedIn(house, outcome);
      const answer: typeof account.twoStepRequired._zod.output = {
        message: 'Enter the code that your authenticator app shows.',
        two_step_required: true,
        two_step_token: outcome.twoStepToken,
      };
      // Nobody is signed in yet, and a client that knows no second step must not think so.
      return reply.status(403).send(answer) as never;
    },
    SIGN_INS,
  );

  publicRoute(
    routes,
    account.loginTwoStep,
    async ({ body, request }) => answerSignedIn(house, await signInTwoStep(house, body, visitorOf(request))),
    SIGN_INS,
  );

  publicRoute(
    routes,
    account.register,
    async ({ body: { user } }) => {
      await register(house, user);
      const message = 'Sign in with your password. An administrator has to give you access before you see anything.';
      return { message, data: { name: user.name, email: user.email } };
    },
    REQUESTS,
  );

  publicRoute(
    routes,
    account.forgotPassword,
    async ({ body }) => {
      await askForPasswordReset(house, body.email, randomUUID());
      return { message: 'If this address has an account, an e-mail is on its way. Its link works for one hour.' };
    },
    REQUESTS,
  );

  publicRoute(
    routes,
    account.resetPassword,
    async ({ body: { user }, request }) => {
      await resetPassword(house, user, request.ip);
      return { message: 'Your new password is set. Sign in with it.' };
    },
    REQUESTS,
  );

  route(
    routes,
    account.logout,
    async ({ tx, session }) => {
      await deleteSession(tx, session.userId, session.id);
      return { data: { id: session.userId } };
    },
    { seesAll: true, evenLocked: true },
  );

  route(routes, account.getSession, ({ tx, session }) => describeSession(tx, session), {
    seesAll: true,
    evenLocked: true,
  });

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

  route(
    routes,
    account.lockSession,
    async ({ tx, session }) => {
      await setLocked(tx, session.id, house.clock());
      return describeSession(tx, { ...session, locked: true });
    },
    { seesAll: true, evenLocked: true },
  );

  sessionRoute(
    routes,
    account.unlockSession,
    async ({ body, session, request }) => {
      const { userId, method } = session;
      if (method !== 'password') throw new Conflict('You came in by single sign-on: sign in there again.');
      const { ip: address } = request;
      await checkOwnPassword(house, { userId, address }, body.password);
      return house.db.transaction(SYSTEM_SCOPE, async (tx) => {
        await setUnlocked(tx, session.id, house.clock());
        await signInHappened(tx, house, { what: 'unlocked', userId, address, method });
        return describeSession(tx, { ...session, locked: false });
      });
    },
    { ...SIGN_INS, evenLocked: true },
  );
}
