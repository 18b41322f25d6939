import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  asGiven,
  openSurvey,
  saveDraft,
  submitFeedback,
  type ClosedLink,
  type OpenedSurvey,
} from '../features/feedback/index.ts';
import { unsubscribe, type UnsubscribeWish } from '../features/consent/index.ts';
import type { Context } from '../platform/context.ts';
import { isDatabaseAway } from '../platform/db/database.ts';
import { Invalid, RequestError } from '../platform/errors.ts';
import { KIOSK_SCRIPT_PATH, PORTAL_CSP, SCRIPT_PATH, type Hospital } from './document.tsx';
import { kioskPages } from './kiosk-pages.ts';
import { KIOSK_SCRIPT } from './kiosk-script.ts';
import type { NoticeName } from './notice-page.tsx';
import { HIDDEN, html, languageOf, notice, POSTS } from './page-reply.ts';
import { PORTAL_SCRIPT } from './portal-script.ts';
import { preferencesPages } from './preferences-pages.ts';
import { renderHandBack } from './hand-back-page.tsx';
import { carried, readAnswers, readLanguageWish, readLargeText, readQuery, type FormBody } from './read-form.ts';
import { linkForm, renderSurvey } from './survey-page.tsx';
import { renderUnsubscribe } from './unsubscribe-page.tsx';

const STATUS: Readonly<Record<ClosedLink, number>> = { unknown: 404, used: 409, withdrawn: 410, expired: 410 };

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [SCRIPT_PATH, PORTAL_SCRIPT],
  [KIOSK_SCRIPT_PATH, KIOSK_SCRIPT],
]);

interface TokenRoute {
  Params: { token: string };
  Querystring: FormBody;
  Body: FormBody;
}
type TokenRequest = FastifyRequest<TokenRoute>;

/** The pages patients see: plain HTML, whole without scripts. Only a POST changes anything. */
export async function portalPages(http: FastifyInstance, house: Context): Promise<void> {
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
    for (const path of ['/feedback', '/feedback/']) {
      pages.get(path, { schema: HIDDEN }, (request, reply) =>
        notice(reply, 200, { notice: 'no_link', language: languageOf(request), hospital: null }),
      );
    }
    pages.get<TokenRoute>('/feedback/:token', { schema: HIDDEN }, (request, reply) => show(house, request, reply));
    pages.get<TokenRoute>('/feedback/:token/thanks', { schema: HIDDEN }, (request, reply) =>
      thank(house, request, reply),
    );
    pages.get<TokenRoute>('/unsubscribe/:token', { schema: HIDDEN }, (request, reply) =>
      endMessages(house, request, reply, 'look'),
    );
    pages.post<TokenRoute>('/unsubscribe/:token', { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
      endMessages(house, request, reply, request.query?.['undo'] === '1' ? 'start' : 'stop'),
    );
    pages.post<TokenRoute>('/feedback/:token', { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
      take(house, request, reply),
    );
    preferencesPages(pages, house);
    kioskPages(pages, house);
  });
}

async function show(house: Context, request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const { token } = request.params;
  const opened = await openSurvey(house, token, query.lang);
  if (opened.state !== 'open') return closed(request, reply, opened);
  const { survey, draft } = opened;
  const { largeText } = query;
  const form = linkForm(token, survey, query);
  return html(
    reply,
    200,
    renderSurvey({ survey, hospital: hospitalOf(opened), form, answers: draft, errors: {}, largeText }),
  );
}

/** After answering; reloading it is harmless. */
async function thank(house: Context, request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { lang, listId } = readQuery(request.query);
  const { token } = request.params;
  const opened = await openSurvey(house, token, lang);
  if (opened.state === 'open') return reply.redirect(`/feedback/${encodeURIComponent(token)}`, 303);
  if (opened.state !== 'used') return closed(request, reply, opened);
  const { survey } = opened;
  const page = { language: survey.language, hospital: hospitalOf(opened), text: survey.thank_you };
  if (listId !== undefined) return html(reply, 200, renderHandBack({ ...page, listId }));
  return notice(reply, 200, { notice: 'thank_you', ...page });
}

/** A form was sent: with answers, or only to go on in another language. */
async function take(house: Context, request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const { lang, departmentId, revision } = query;
  const { token } = request.params;
  const responses = readAnswers(request.body);
  const largeText = readLargeText(request.body);
  const address = `/feedback/${encodeURIComponent(token)}`;
  const opened = await openSurvey(house, token, lang, revision);
  if (opened.state !== 'open') return closed(request, reply, opened);

  const wish = readLanguageWish(request.body);
  if (wish !== undefined) {
    await saveDraft(house, token, responses, revision);
    const kept = new URLSearchParams({ lang: wish, ...carried(query), ...(largeText ? { large: '1' } : {}) });
    return reply.redirect(`${address}?${kept.toString()}`, 303);
  }
  try {
    await submitFeedback(house, token, { responses, language: lang, departmentId, revision });
    const { mailing_list } = carried(query);
    const thanks = new URLSearchParams({ lang: opened.survey.language, ...(mailing_list ? { mailing_list } : {}) });
    return await reply.redirect(`${address}/thanks?${thanks.toString()}`, 303);
  } catch (error) {
    if (error instanceof Invalid) {
      const answers = asGiven(responses);
      const { survey } = opened;
      const errors = error.errors ?? {};
      const form = linkForm(token, survey, query);
      return html(reply, 422, renderSurvey({ survey, hospital: hospitalOf(opened), form, answers, errors, largeText }));
    }
    // Somebody was faster: the link is no longer what it was a moment ago.
    const now = await openSurvey(house, token, lang);
    if (now.state === 'open') throw error;
    return closed(request, reply, now);
  }
}

/** Where the link at the foot of an e-mail leads; its POST is also the mail program's one click (RFC 8058). */
async function endMessages(
  house: Context,
  request: TokenRequest,
  reply: FastifyReply,
  wish: UnsubscribeWish,
): Promise<FastifyReply> {
  const { token } = request.params;
  const { language: asked, hospital, channel, address, opted_out } = await unsubscribe(house, token, wish);
  const language = languageOf(request, asked ?? undefined);
  const preferences = `/unsubscribe/${encodeURIComponent(token)}/preferences?lang=${language}`;
  const page = { language, hospital, channel, address, isOut: opted_out, preferences };
  return html(reply, 200, renderUnsubscribe(page));
}

function closed(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedSurvey | { state: 'unknown' },
): FastifyReply {
  if (opened.state === 'open') throw new Error('An open survey was taken for a closed one.');
  const known = opened.state === 'unknown' ? null : opened;
  const language = languageOf(request, known?.invitation.language);
  return notice(reply, STATUS[opened.state], {
    notice: opened.state,
    language,
    hospital: known ? hospitalOf(known) : null,
  });
}

const hospitalOf = ({ invitation }: OpenedSurvey): Hospital => ({
  title: invitation.hospital_title,
  logo: invitation.hospital_logo,
});

/** Everything else that can go wrong still ends on a page that a person can read. */
function answerTrouble(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'a patient’s page failed');
  const name: NoticeName = status === 429 ? 'too_many' : status === 404 ? 'unknown' : 'trouble';
  return notice(reply, status, { notice: name, language: languageOf(request), hospital: null });
}

function statusOf(error: unknown): number {
  if (error instanceof RequestError) return error.status;
  if (isDatabaseAway(error)) return 503;
  return (error as { statusCode?: number }).statusCode ?? 500;
}
