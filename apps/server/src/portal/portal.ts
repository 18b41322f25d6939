import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../platform/context.ts';
import { isDatabaseAway } from '../platform/db/database.ts';
import { RequestError } from '../platform/errors.ts';
import { KIOSK_SCRIPT, PORTAL_SCRIPT } from './client-files.ts';
import { KIOSK_SCRIPT_PATH, PORTAL_CSP, SCRIPT_PATH } from './document.tsx';
import { kioskPages } from './kiosk/kiosk-pages.ts';
import type { NoticeName } from './notice-page.tsx';
import { HIDDEN, languageOf, notice } from './page-reply.ts';
import { preferencesPages } from './preferences/preferences-pages.ts';
import { unsubscribePages } from './preferences/unsubscribe-pages.ts';
import { wardPages } from './ward/ward-pages.ts';
import { surveyPages } from './survey/survey-pages.ts';

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [SCRIPT_PATH, PORTAL_SCRIPT],
  [KIOSK_SCRIPT_PATH, KIOSK_SCRIPT],
]);

/** The patients' pages: plain HTML that works without scripts. Only a POST changes anything. */
export async function portalPages(http: FastifyInstance, ctx: Context): Promise<void> {
  await http.register(async (pages) => {
    pages.addHook('onSend', async (request, reply) => {
      if (SCRIPTS.has(request.url)) return;
      void reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': PORTAL_CSP,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    });
    pages.setErrorHandler((error, request, reply) => answerTrouble(error, request, reply));

    for (const [path, script] of SCRIPTS) {
      pages.get(path, { schema: HIDDEN }, (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type('text/javascript; charset=utf-8')
          .send(script),
      );
    }
    surveyPages(pages, ctx);
    unsubscribePages(pages, ctx);
    preferencesPages(pages, ctx);
    kioskPages(pages, ctx);
    wardPages(pages, ctx);
  });
}

/** Answers every error with a page that a person can read. */
function answerTrouble(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'a patient’s page failed');
  const name: NoticeName = status === 429 ? 'too_many' : status === 404 ? 'unknown' : 'trouble';
  return notice(reply, status, { notice: name, language: languageOf(request), hospital: null });
}

function statusOf(error: unknown): number {
  if (error instanceof RequestError) return error.status;
  if (isDatabaseAway(error)) return 503;
  const { statusCode }: { statusCode?: unknown } = error ?? {};
  return typeof statusCode === 'number' ? statusCode : 500;
}
