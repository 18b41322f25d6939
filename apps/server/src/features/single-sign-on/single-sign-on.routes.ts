import { account } from '@wardvoice/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { codeOf, Conflict, NotFound, Unauthorized } from '../../platform/errors.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import { publicRoute, sessionRoute, type Routes } from '../../platform/http/route.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { answerSignedIn, describeSession, signInHappened, visitorOf } from '../account/index.ts';
import { setUnlocked } from '../sessions/index.ts';
import type { AdmitInvited } from './resolve-identity.ts';
import { createProviders, type ProviderSettings } from './providers.ts';
import { ATTEMPT_MINUTES, createSingleSignOn } from './single-sign-on.ts';

const COOKIE = 'wardvoice_sign_on';
/** The value of the cookie when the provider could not be reached; the page shows the reason from it. */
const PROVIDER_AWAY = 'identity-provider-away';
const AWAY = 'Single sign-on does not answer at the moment.';
const NOT_COMPLETED = 'This browser did not complete the sign-in. Try again.';
const LIMIT = { max: 30, timeWindow: 60_000 };
/**
 * The page to which the browser returns, and which fetches the session. No address contains a token or anything that
 * gives access to one.
 */
const BACK_AT = '/login?signed_on=1';
/** The same for a proof: it is opened beside the page that waits for it, and tells it. */
const PROVED_AT = '/signed-on';

export function singleSignOnRoutes(
  routes: Routes,
  ctx: Context,
  settings: readonly ProviderSettings[],
  admit: AdmitInvited,
): void {
  const providers = createProviders(settings);
  const signOn = createSingleSignOn(ctx, providers, admit);
  /** Throws where nobody signs in at a provider, or not at this one. */
  const findProvider = (number: string | null) => {
    const provider =
      number === null || /^[1-9]$/.test(number) ? providers.find(number === null ? null : Number(number)) : undefined;
    if (!provider) throw new NotFound('Single sign-on');
    return provider;
  };
  const keep = (reply: FastifyReply, value: string, seconds: number) =>
    // Lax: the browser comes back from the provider's site.
    setCookie(ctx, reply, { name: COOKIE, value, seconds, path: '/api', sameSite: 'Lax' });
  const cookieOf = (request: FastifyRequest) => readCookie(ctx, request, COOKIE, String.raw`[\w-]{20,100}`);

  const page = { schema: { hide: true }, config: { rateLimit: LIMIT } };

  routes.http.get(account.SINGLE_SIGN_ON_START, page, async (request, reply) => {
    const asked = new URL(request.url, ctx.publicUrl).searchParams;
    const provider = findProvider(asked.get('provider'));
    const isProof = asked.get('prove') === '1';
    const { address, browserToken } = await signOn.leave(provider, { isProof }).catch((error: unknown) => {
      ctx.log.error({ code: codeOf(error) }, 'the identity provider cannot be asked');
      return { address: isProof ? PROVED_AT : BACK_AT, browserToken: PROVIDER_AWAY };
    });
    keep(reply, browserToken, ATTEMPT_MINUTES * 60);
    return reply.header('cache-control', 'no-store').redirect(address);
  });

  const comeBack = async (number: string, request: FastifyRequest, reply: FastifyReply) => {
    const provider = findProvider(number);
    const browserToken = cookieOf(request);
    const search = new URL(request.url, ctx.publicUrl).search;
    const { isProof } = browserToken
      ? await signOn.comeBack(provider, browserToken, search, visitorOf(request))
      : { isProof: false };
    return reply.header('cache-control', 'no-store').redirect(isProof ? PROVED_AT : BACK_AT);
  };
  routes.http.get(account.SINGLE_SIGN_ON_CALLBACK, page, (request, reply) => comeBack('1', request, reply));
  routes.http.get<{ Params: { number: string } }>(
    `${account.SINGLE_SIGN_ON_CALLBACK}/:number`,
    page,
    (request, reply) => comeBack(request.params.number, request, reply),
  );

  publicRoute(
    routes,
    account.finishSingleSignOn,
    async ({ request, reply }) => {
      findProvider(null);
      const browserToken = cookieOf(request);
      keep(reply, '', 0);
      if (browserToken === PROVIDER_AWAY)
        throw new Unauthorized(`${AWAY} Try again later, or sign in with a password.`);
      if (!browserToken) throw new Unauthorized(NOT_COMPLETED);
      return answerSignedIn(ctx, await signOn.finish(browserToken, visitorOf(request)));
    },
    { rateLimit: LIMIT },
  );

  const prove = async (session: PersonSession, request: FastifyRequest, reply: FastifyReply): Promise<Date> => {
    findProvider(null);
    const browserToken = cookieOf(request);
    keep(reply, '', 0);
    if (browserToken === PROVIDER_AWAY) throw new Conflict(`${AWAY} Try again later.`);
    if (!browserToken) throw new Conflict(NOT_COMPLETED);
    return signOn.prove(browserToken, session, visitorOf(request));
  };

  sessionRoute(
    routes,
    account.proveBySingleSignOn,
    async ({ session, request, reply }) => ({ data: { fresh_until: await prove(session, request, reply) } }),
    { rateLimit: LIMIT },
  );

  sessionRoute(
    routes,
    account.unlockBySingleSignOn,
    async ({ session, request, reply }) => {
      await prove(session, request, reply);
      const { ip: address } = request;
      return ctx.db.transaction(systemScope('person'), async (tx) => {
        await setUnlocked(tx, session.id, ctx.clock());
        const { userId } = session;
        await signInHappened(tx, ctx, { what: 'unlocked', userId, address, method: 'single_sign_on' });
        return describeSession(tx, ctx, { ...session, locked: false });
      });
    },
    { rateLimit: LIMIT, evenLocked: true },
  );
}
