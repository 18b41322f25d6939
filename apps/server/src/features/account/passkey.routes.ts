import { passkeys } from '@wardvoice/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, NotFound, Unauthorized } from '../../platform/errors.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import { publicRoute, route, sessionRoute, type PublicOptions, type Routes } from '../../platform/http/route.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { newToken } from '../../platform/secrets.ts';
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  countPasskeys,
  deletePasskey,
  listPasskeys,
  lockOwner,
  renamePasskey,
  rpIdOf,
} from '../passkeys/index.ts';
import { recordProof, setUnlocked } from '../sessions/index.ts';
import { deleteUnneededCodes, isTwoStepOn, issueMissingCodes } from '../two-step/index.ts';
import { writeAccountEmail } from './account-emails.queries.ts';
import { findUser } from './account.queries.ts';
import { checkOwnPasskey, holderOf } from './check-own-password.ts';
import { answerSignedIn, describeSession } from './describe-session.ts';
import { rememberDevice } from './device-cookie.ts';
import { SIGN_ON_AGAIN } from './prove-identity.ts';
import { signInTwoStep, type Settings } from './sign-in.ts';
import { beginSecondStep, signInByPasskey } from './sign-in-by-passkey.ts';
import { signInHappened } from './sign-in-happened.ts';
import { deviceVisitorOf } from './visitor.ts';

/** Binds a challenge to the browser that asked for it, so that nobody else's answer signs it in. */
const COOKIE = 'wardvoice_passkey';
/** These calls concern the person and no application, so their transactions see all applications. */
const OWN = { seesAll: true };
/** What somebody may do who has to have a second step first. */
const FIRST = { evenWithoutTwoStep: true };
const CHANGES = { rateLimit: { max: 30, timeWindow: 60_000 } };

/** `limit`: of ways to sign in, and to show again who one is. */
export function passkeyRoutes(
  routes: Routes,
  ctx: Context,
  settings: Settings,
  limit: Pick<PublicOptions, 'rateLimit'>,
): void {
  signInRoutes(routes, ctx, settings, limit);
  sessionRoutes(routes, ctx, limit);
  ownPasskeyRoutes(routes, ctx);
}

function signInRoutes(routes: Routes, ctx: Context, settings: Settings, limit: Pick<PublicOptions, 'rateLimit'>): void {
  const browserTokenOf = (request: FastifyRequest) => readCookie(ctx, request, COOKIE, String.raw`[\w-]{20,100}`);
  const keep = (reply: FastifyReply, value: string) =>
    setCookie(ctx, reply, {
      name: COOKIE,
      value,
      seconds: passkeys.PASSKEY_MINUTES * 60,
      path: '/api',
      sameSite: 'Strict',
    });

  publicRoute(
    routes,
    passkeys.beginLogin,
    async ({ request, reply }) => {
      // Several tabs of a browser share the cookie, and each has a challenge of its own.
      const holder = browserTokenOf(request) ?? newToken();
      const data = await ctx.db.transaction(systemScope('person'), (tx) =>
        askForPasskey(tx, ctx, { purpose: 'sign_in', holder, userId: null }),
      );
      keep(reply, holder);
      return { data };
    },
    limit,
  );

  publicRoute(
    routes,
    passkeys.login,
    async ({ body: { credential }, request, reply }) => {
      const browserToken = browserTokenOf(request);
      if (!browserToken) throw new Unauthorized('This took too long, or this browser keeps no cookies. Try again.');
      const visitor = deviceVisitorOf(ctx, request);
      const signedIn = await signInByPasskey(ctx, { browserToken, credential }, visitor, settings);
      rememberDevice(ctx, { request, reply }, signedIn.user);
      return answerSignedIn(ctx, signedIn);
    },
    limit,
  );

  publicRoute(
    routes,
    passkeys.beginSecondStep,
    async ({ body }) => ({ data: await beginSecondStep(ctx, body.two_step_token) }),
    limit,
  );

  publicRoute(
    routes,
    passkeys.finishSecondStep,
    async ({ body: { two_step_token, ...proof }, request, reply }) => {
      const signedIn = await signInTwoStep(ctx, two_step_token, proof, deviceVisitorOf(ctx, request), settings);
      rememberDevice(ctx, { request, reply }, signedIn.user);
      return answerSignedIn(ctx, signedIn);
    },
    limit,
  );
}

/** Somebody whom the identity provider signed in shows there again who they are. */
function refuseSignedOn({ method }: PersonSession): void {
  if (method === 'single_sign_on') throw new Conflict(SIGN_ON_AGAIN);
}

function sessionRoutes(routes: Routes, ctx: Context, limit: Pick<PublicOptions, 'rateLimit'>): void {
  route(
    routes,
    passkeys.beginOwn,
    async ({ tx, session, body: { purpose } }) => {
      refuseSignedOn(session);
      const { id, userId } = session;
      return { data: await askForPasskey(tx, ctx, { purpose, holder: holderOf(id), userId }) };
    },
    { ...OWN, ...FIRST, ...limit, evenLocked: true },
  );

  sessionRoute(
    routes,
    passkeys.unlock,
    async ({ body: { credential }, session, request }) => {
      refuseSignedOn(session);
      const { ip: address } = request;
      await checkOwnPasskey(ctx, { session, address }, 'unlock', credential);
      return ctx.db.transaction(systemScope('person'), async (tx) => {
        await setUnlocked(tx, session.id, ctx.clock());
        await recordProof(tx, session.id, ctx.clock());
        await signInHappened(tx, ctx, { what: 'unlocked', userId: session.userId, address, method: 'passkey' });
        return describeSession(tx, ctx, { ...session, locked: false });
      });
    },
    { ...FIRST, ...limit, evenLocked: true },
  );

  sessionRoute(
    routes,
    passkeys.prove,
    async ({ body: { credential }, session, request }) => {
      refuseSignedOn(session);
      await checkOwnPasskey(ctx, { session, address: request.ip }, 'prove', credential);
      const until = await ctx.db.transaction(systemScope('person'), (tx) => recordProof(tx, session.id, ctx.clock()));
      if (!until) throw new Unauthorized();
      return { data: { fresh_until: until } };
    },
    { ...FIRST, ...limit },
  );
}

/** A passkey would go on signing somebody in whom the provider no longer does. */
function refuseToAdd({ method }: PersonSession): void {
  if (method === 'single_sign_on')
    throw new Conflict('You signed in by single sign-on. Passkeys are for those who sign in here with a password.');
}

const NOT_ADDED = {
  late: 'This took too long. Add the passkey again.',
  refused: 'This passkey was not accepted. Your device must check that it is you, by fingerprint, face or PIN.',
  known: 'This passkey is here already.',
} as const;

function ownPasskeyRoutes(routes: Routes, ctx: Context): void {
  route(routes, passkeys.listPasskeys, async ({ tx, session }) => ({ data: await list(tx, ctx, session.userId) }), {
    ...OWN,
    ...FIRST,
  });

  route(
    routes,
    passkeys.beginPasskey,
    async ({ tx, session }) => {
      refuseToAdd(session);
      const user = await findUser(tx, session.userId);
      if (!user) throw new Unauthorized();
      return { data: await askForNewPasskey(tx, ctx, user, holderOf(session.id)) };
    },
    { ...OWN, ...FIRST, ...CHANGES },
  );

  sessionRoute(
    routes,
    passkeys.addPasskey,
    async ({ session, body: { name, credential } }) => {
      refuseToAdd(session);
      const { id, userId } = session;
      const data = await ctx.db.transaction(systemScope('person'), async (tx) => {
        const added = await addPasskey(tx, ctx, { userId, holder: holderOf(id), name }, credential);
        if (typeof added === 'string') return added;
        await writeAccountEmail(tx, ctx, { user_id: userId, kind: 'passkey_added' });
        return { ...(await find(tx, ctx, userId, added)), recovery_codes: await issueMissingCodes(tx, ctx, userId) };
      });
      if (typeof data === 'string') throw new Conflict(NOT_ADDED[data]);
      return { data };
    },
    { ...FIRST, ...CHANGES },
  );

  route(
    routes,
    passkeys.renamePasskey,
    async ({ tx, session: { userId }, params: { id }, body: { name } }) => {
      if (!(await renamePasskey(tx, userId, id, name))) throw new NotFound('This passkey');
      return { data: await find(tx, ctx, userId, id) };
    },
    { ...OWN, ...CHANGES },
  );

  route(
    routes,
    passkeys.removePasskey,
    async ({ tx, session, params: { id } }) => {
      const { userId } = session;
      await lockOwner(tx, userId);
      if (!(await deletePasskey(tx, userId, id))) throw new NotFound('This passkey');
      const isLast = (await countPasskeys(tx, userId)) === 0 && !(await isTwoStepOn(tx, userId));
      if (isLast && session.requiresTwoStep)
        throw new Conflict('Your organisation asks for two-step sign-in. Add another passkey or an app first.');
      await deleteUnneededCodes(tx, userId);
      await writeAccountEmail(tx, ctx, { user_id: userId, kind: 'passkey_removed' });
      return { data: { id } };
    },
    { ...OWN, ...CHANGES },
  );
}

async function list(tx: Tx, ctx: Context, userId: number) {
  const rpId = rpIdOf(ctx);
  return (await listPasskeys(tx, userId)).map(({ rp_id, ...passkey }) => ({ ...passkey, usable: rp_id === rpId }));
}

async function find(tx: Tx, ctx: Context, userId: number, id: number) {
  const found = (await list(tx, ctx, userId)).find((passkey) => passkey.id === id);
  if (!found) throw new NotFound('This passkey');
  return found;
}
