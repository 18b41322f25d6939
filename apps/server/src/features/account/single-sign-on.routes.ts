import { account } from '@wardvoice/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { codeOf, NotFound, Unauthorized } from '../../platform/errors.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import { publicRoute, type Routes } from '../../platform/http/route.ts';
import { answerSignedIn } from './describe-session.ts';
import { ATTEMPT_MINUTES, createSingleSignOn, type SingleSignOnSettings } from './single-sign-on.ts';
import { visitorOf } from './visitor.ts';

const COOKIE = 'wardvoice_sign_on';
/** The value of the cookie when the provider could not be reached; the page shows the reason from it. */
const PROVIDER_AWAY = 'identity-provider-away';
const LIMIT = { max: 30, timeWindow: 60_000 };
/**
 * The page to which the browser returns, and which fetches the session. No address contains a token or anything that
 * gives access to one.
 */
const BACK_AT = '/login?signed_on=1';

export function singleSignOnRoutes(routes: Routes, ctx: Context, settings: SingleSignOnSettings | null): void {
  const signOn = settings && createSingleSignOn(ctx, settings);
  const keep = (reply: FastifyReply, value: string, seconds: number) =>
    // Lax: the browser comes back from the provider's site.
    setCookie(ctx, reply, { name: COOKIE, value, seconds, path: '/api', sameSite: 'Lax' });
  const cookieOf = (request: FastifyRequest) => readCookie(ctx, request, COOKIE, String.raw`[\w-]{20,100}`);

  const page = { schema: { hide: true }, config: { rateLimit: LIMIT } };

  routes.http.get(account.SINGLE_SIGN_ON_START, page, async (_request, reply) => {
    if (!signOn) throw new NotFound('Single sign-on');
    const { address, browserToken } = await signOn.leave().catch((error: unknown) => {
      ctx.log.error({ code: codeOf(error) }, 'the identity provider cannot be asked');
      return { address: BACK_AT, browserToken: PROVIDER_AWAY };
    });
    keep(reply, browserToken, ATTEMPT_MINUTES * 60);
    return reply.header('cache-control', 'no-store').redirect(address);
  });

  routes.http.get(account.SINGLE_SIGN_ON_CALLBACK, page, async (request, reply) => {
    if (!signOn) throw new NotFound('Single sign-on');
    const browserToken = cookieOf(request);
    const search = new URL(request.url, ctx.publicUrl).search;
    if (browserToken) await signOn.comeBack(browserToken, search, visitorOf(request));
    return reply.header('cache-control', 'no-store').redirect(BACK_AT);
  });

  publicRoute(
    routes,
    account.finishSingleSignOn,
    async ({ request, reply }) => {
      if (!signOn) throw new NotFound('Single sign-on');
      const browserToken = cookieOf(request);
      keep(reply, '', 0);
      if (browserToken === PROVIDER_AWAY)
        throw new Unauthorized(
          'Single sign-on does not answer at the moment. Try again later, or sign in with a password.',
        );
      if (!browserToken) throw new Unauthorized('This browser did not complete the sign-in. Try again.');
      return answerSignedIn(ctx, await signOn.finish(browserToken, visitorOf(request)));
    },
    { rateLimit: LIMIT },
  );
}
