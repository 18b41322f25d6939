import { ehrLaunch } from '@wardvoice/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { codeOf } from '../../platform/errors.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { EhrConnection } from './ask-ehr.ts';
import { comeBackFromEhr, finishLaunch, LAUNCH_MINUTES, leaveForEhr } from './launch-from-ehr.ts';

const COOKIE = 'wardvoice_ehr_launch';
const LIMIT = { max: 60, timeWindow: 60_000 };
const MAX_LAUNCH_CHARACTERS = 2_000;
/** The page to which the browser returns, and which fetches the result. */
const BACK_AT = '/ehr-launch';

/**
 * Staff come from a patient's record in another system (SMART App Launch 2.2). It tells whose record is open, and nothing else: who they
 * are, and what they may see, is decided by their session here.
 */
export function ehrLaunchRoutes(routes: Routes, ctx: Context, ehrs: readonly EhrConnection[]): void {
  const page = { schema: { hide: true }, config: { rateLimit: LIMIT } };
  const keep = (reply: FastifyReply, value: string, seconds: number) =>
    // Lax: the browser comes back from the record system's site.
    setCookie(ctx, reply, { name: COOKIE, value, seconds, path: '/api', sameSite: 'Lax' });
  const cookieOf = (request: FastifyRequest) => readCookie(ctx, request, COOKIE, String.raw`[\w-]{20,100}`);

  routes.http.get(ehrLaunch.EHR_LAUNCH, page, async (request, reply) => {
    const asked = new URL(request.url, ctx.publicUrl).searchParams;
    const issuer = asked.get('iss')?.replace(/\/+$/, '');
    const launch = asked.get('launch') ?? '';
    const settings = ehrs.find((one) => one.issuer === issuer);
    void reply.header('cache-control', 'no-store');
    // Only a record system that the operator has entered is asked, and nothing of another one is repeated.
    if (!settings || launch === '' || launch.length > MAX_LAUNCH_CHARACTERS)
      return reply.redirect(`${BACK_AT}?problem=unknown`);
    try {
      const left = await leaveForEhr(ctx, settings, launch);
      if (left) keep(reply, left.browserToken, LAUNCH_MINUTES * 60);
      return await reply.redirect(left?.address ?? `${BACK_AT}?problem=unknown`);
    } catch (error) {
      ctx.log.error({ ehr: settings.number, code: codeOf(error) }, 'the record system cannot be asked');
      return reply.redirect(`${BACK_AT}?problem=away`);
    }
  });

  for (const settings of ehrs)
    routes.http.get(ehrLaunch.ehrLaunchCallback(settings.number), page, async (request, reply) => {
      const browserToken = cookieOf(request);
      const { search } = new URL(request.url, ctx.publicUrl);
      if (browserToken) await comeBackFromEhr(ctx, settings, browserToken, search);
      return reply.header('cache-control', 'no-store').redirect(BACK_AT);
    });

  route(routes, ehrLaunch.finishEhrLaunch, async ({ tx, scope, request, note }) => {
    const { patient_id, message_id } = await finishLaunch(tx, ctx, scope, cookieOf(request));
    note.recordId = message_id;
    note.saw([{ patient_id }]);
    return { data: { message_id } };
  });
}
