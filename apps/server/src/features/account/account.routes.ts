import { randomUUID } from 'node:crypto';
import { account } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { Conflict, NotFound, Unauthorized } from '../../platform/errors.ts';
import { publicRoute, route, sessionRoute, type CallOrigin, type Routes } from '../../platform/http/route.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { listApplicationsOfUser } from '../applications/index.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { answerSignedIn, describeSession } from './describe-session.ts';
import { readDevices, rememberDevice } from './device-cookie.ts';
import { passkeyRoutes } from './passkey.routes.ts';
import { proveIdentity, SIGN_ON_AGAIN } from './prove-identity.ts';
import { refusePasswords } from './refuse-passwords.ts';
import { askForPasswordReset } from './request-password-reset.ts';
import {
  deleteSession,
  findSession,
  recordProof,
  recordSeen,
  setLocked,
  setSessionApplication,
  setUnlocked,
} from '../sessions/index.ts';
import { resetPassword } from './set-password.ts';
import { signIn, signInTwoStep } from './sign-in.ts';
import { signInHappened } from './sign-in-happened.ts';
import { findHindrance } from '../passkeys/index.ts';
import { hasSecondStep } from '../two-step/index.ts';
import { deviceVisitorOf } from './visitor.ts';

const perMinute = (max: number) => ({ max, timeWindow: 60_000 });
const REQUESTS = { rateLimit: perMinute(20) };
/**
 * The limit per network address is high because a whole ward may share one address. A browser that somebody has signed in
 * with has a limit of its own, so that nobody else at its address can use it up. Guessing is also limited per account.
 */
const signIns = (ctx: Context) => ({
  rateLimit: {
    ...perMinute(60),
    keyGenerator: (request: FastifyRequest) => readDevices(ctx, request)[0]?.device ?? request.ip,
  },
});

export const createAuthenticate =
  (ctx: Context) =>
  (token: string, { idleSeconds }: Pick<CallOrigin, 'idleSeconds'>): Promise<PersonSession | null> =>
    ctx.db.transaction(systemScope('person'), async (tx) => {
      const now = ctx.clock();
      const session = await findSession(tx, { tokenHash: hashToken(token) }, now);
      if (session && idleSeconds !== null) await recordSeen(tx, session, new Date(now.getTime() - idleSeconds * 1000));
      return session;
    });

/** Which ways in there are, by the settings of the server. */
export interface WaysIn {
  /** The identity providers that people may choose among. */
  oidc: readonly account.ProviderChoice[];
  /** Whether anybody may register; else an administrator has to invite them. */
  registration: boolean;
  /** Whether nobody signs in with a password, except superusers in an emergency. Needs `oidc`. */
  singleSignOnOnly: boolean;
}

/** The calls for signing in, signing out and reading the current session. */
export function accountRoutes(routes: Routes, ctx: Context, waysIn: WaysIn): void {
  const { oidc, registration, singleSignOnOnly } = waysIn;
  passkeyRoutes(routes, ctx, waysIn, signIns(ctx));
  publicRoute(routes, account.signInOptions, async () => ({
    data: {
      single_sign_on: oidc.length > 0,
      providers: oidc.map(({ number, name }) => ({ number, name })),
      single_sign_on_only: singleSignOnOnly,
      registration,
      passkeys: findHindrance(ctx) === null,
    },
  }));

  publicRoute(
    routes,
    account.login,
    async ({ body, request, reply }) => {
      const outcome = await signIn(ctx, body, deviceVisitorOf(ctx, request), waysIn);
      if (!('twoStepToken' in outcome)) {
        rememberDevice(ctx, { request, reply }, outcome.user);
        return answerSignedIn(ctx, outcome);
      }
      const { twoStepToken: two_step_token, passkey } = outcome;
      const message = passkey
        ? 'Use your passkey, or enter a code.'
        : 'Enter the code that your authenticator app shows, or a recovery code.';
      const answer: typeof account.twoStepRequired._zod.output = {
        message,
        two_step_required: true,
        two_step_token,
        passkey,
      };
      // A status other than 200 keeps clients without two-step support from taking the person for signed in.
      return reply.status(403).send(answer);
    },
    signIns(ctx),
  );

  publicRoute(
    routes,
    account.loginTwoStep,
    async ({ body, request, reply }) => {
      const outcome = await signInTwoStep(ctx, body.two_step_token, body, deviceVisitorOf(ctx, request), waysIn);
      rememberDevice(ctx, { request, reply }, outcome.user);
      return answerSignedIn(ctx, outcome);
    },
    signIns(ctx),
  );

  publicRoute(
    routes,
    account.forgotPassword,
    async ({ body }) => {
      refusePasswords(waysIn);
      await askForPasswordReset(ctx, body.email, randomUUID());
      return { message: 'If this address has an account, an e-mail is on its way. Its link works for one hour.' };
    },
    REQUESTS,
  );

  publicRoute(
    routes,
    account.resetPassword,
    async ({ body: { user }, request }) => {
      refusePasswords(waysIn);
      await resetPassword(ctx, user, request.ip);
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
    { seesAll: true, evenLocked: true, evenWithoutTwoStep: true },
  );

  route(routes, account.getSession, ({ tx, session }) => describeSession(tx, ctx, session), {
    seesAll: true,
    evenLocked: true,
    evenWithoutTwoStep: true,
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
      // Permissions and wards are those of the application that is chosen now.
      const changed = await findSession(tx, { id: session.id }, ctx.clock());
      if (!changed) throw new Unauthorized();
      return describeSession(tx, ctx, changed);
    },
    { seesAll: true },
  );

  route(
    routes,
    account.lockSession,
    async ({ tx, session }) => {
      await setLocked(tx, session.id, ctx.clock());
      return describeSession(tx, ctx, { ...session, locked: true });
    },
    { seesAll: true, evenLocked: true, evenWithoutTwoStep: true },
  );

  sessionRoute(
    routes,
    account.unlockSession,
    async ({ body, session, request }) => {
      const { userId, method } = session;
      if (method === 'single_sign_on') throw new Conflict(SIGN_ON_AGAIN);
      const { ip: address } = request;
      await checkOwnPassword(ctx, { session, address }, body.password);
      return ctx.db.transaction(systemScope('person'), async (tx) => {
        await setUnlocked(tx, session.id, ctx.clock());
        // Unlocking asks for no second step, so where signing in asks for one, it proves less.
        if (!(await hasSecondStep(tx, userId))) await recordProof(tx, session.id, ctx.clock());
        await signInHappened(tx, ctx, { what: 'unlocked', userId, address, method: 'password' });
        return describeSession(tx, ctx, { ...session, locked: false });
      });
    },
    { ...signIns(ctx), evenLocked: true, evenWithoutTwoStep: true },
  );

  sessionRoute(
    routes,
    account.proveIdentity,
    async ({ body, session, request }) => ({
      data: { fresh_until: await proveIdentity(ctx, { session, address: request.ip }, body) },
    }),
    { ...signIns(ctx), evenWithoutTwoStep: true },
  );
}
