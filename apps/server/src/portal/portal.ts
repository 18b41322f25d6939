import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  asGiven,
  openSurvey,
  saveDraft,
  submitFeedback,
  type ClosedLink,
  type OpenedSurvey,
} from '../features/feedback/index.ts';
import { unsubscribe, type UnsubscribeWish } from '../features/deliveries/index.ts';
import type { Context } from '../platform/context.ts';
import { isDatabaseAway } from '../platform/db/database.ts';
import { Invalid, RequestError } from '../platform/errors.ts';
import { PORTAL_CSP, SCRIPT_PATH, type Hospital } from './document.tsx';
import { renderNotice, type NoticeName } from './notice-page.tsx';
import { PORTAL_SCRIPT } from './portal-script.ts';
import { acceptedLanguage, speaks } from './portal-words.ts';
import { readAnswers, readLanguageWish, readLargeText, readQuery, type FormBody } from './read-form.ts';
import { renderSurvey } from './survey-page.tsx';
import { renderUnsubscribe } from './unsubscribe-page.tsx';

const STATUS: Readonly<Record<ClosedLink, number>> = { unknown: 404, used: 409, withdrawn: 410, expired: 410 };
/** Per address; a hospital's patients may all come from one. */
const POSTS = { max: 120, timeWindow: 60_000 };
const HIDDEN = { hide: true } as never;

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
      if (request.url === SCRIPT_PATH) return;
      void reply.headers({
        'cache-control': 'no-store',
        'content-security-policy': PORTAL_CSP,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    });
    pages.setErrorHandler((error, request, reply) => answerTrouble(error, request, reply));

    pages.get(SCRIPT_PATH, { schema: HIDDEN }, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/javascript; charset=utf-8')
        .send(PORTAL_SCRIPT),
    );
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
      preferences(house, request, reply, 'look'),
    );
    pages.post<TokenRoute>('/unsubscribe/:token', { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
      preferences(house, request, reply, request.query?.['undo'] === '1' ? 'start' : 'stop'),
    );
    pages.post<TokenRoute>('/feedback/:token', { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
      take(house, request, reply),
    );
  });
}

async function show(house: Context, request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { lang, departmentId, largeText } = readQuery(request.query);
  const { token } = request.params;
  const opened = await openSurvey(house, token, lang);
  if (opened.state !== 'open') return closed(request, reply, opened);
  const { survey, draft } = opened;
  const page = { survey, hospital: hospitalOf(opened), token, answers: draft, errors: {}, largeText, departmentId };
  return html(reply, 200, renderSurvey(page));
}

/** After answering; reloading it is harmless. */
async function thank(house: Context, request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { lang } = readQuery(request.query);
  const { token } = request.params;
  const opened = await openSurvey(house, token, lang);
  if (opened.state === 'open') return reply.redirect(`/feedback/${encodeURIComponent(token)}`, 303);
  if (opened.state !== 'used') return closed(request, reply, opened);
  const { survey } = opened;
  const hospital = hospitalOf(opened);
  return notice(reply, 200, { notice: 'thank_you', language: survey.language, hospital, text: survey.thank_you });
}

/** A form was sent: with answers, or only to go on in another language. */
async function take(house: Context, request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { lang, departmentId, revision } = readQuery(request.query);
  const { token } = request.params;
  const responses = readAnswers(request.body);
  const largeText = readLargeText(request.body);
  const address = `/feedback/${encodeURIComponent(token)}`;
  const opened = await openSurvey(house, token, lang, revision);
  if (opened.state !== 'open') return closed(request, reply, opened);

  const wish = readLanguageWish(request.body);
  if (wish !== undefined) {
    await saveDraft(house, token, responses, revision);
    const query = new URLSearchParams({
      lang: wish,
      ...(departmentId === undefined ? {} : { department_id: String(departmentId) }),
      ...(largeText ? { large: '1' } : {}),
    });
    return reply.redirect(`${address}?${query.toString()}`, 303);
  }
  try {
    await submitFeedback(house, token, { responses, language: lang, departmentId, revision });
    return await reply.redirect(`${address}/thanks?lang=${encodeURIComponent(opened.survey.language)}`, 303);
  } catch (error) {
    if (error instanceof Invalid) {
      const answers = asGiven(responses);
      const { survey } = opened;
      const errors = error.errors ?? {};
      const page = { survey, hospital: hospitalOf(opened), token, answers, errors, largeText, departmentId };
      return html(reply, 422, renderSurvey(page));
    }
    // Somebody was faster: the link is no longer what it was a moment ago.
    const now = await openSurvey(house, token, lang);
    if (now.state === 'open') throw error;
    return closed(request, reply, now);
  }
}

/** Where the link at the foot of an e-mail leads; its POST is also the mail program's one click (RFC 8058). */
async function preferences(
  house: Context,
  request: TokenRequest,
  reply: FastifyReply,
  wish: UnsubscribeWish,
): Promise<FastifyReply> {
  const { language, hospital, channel, address, opted_out } = await unsubscribe(house, request.params.token, wish);
  const page = { language: languageOf(request, language ?? undefined), hospital, channel, address, isOut: opted_out };
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

/** Asked for in the address, else the invitation's, else the browser's. */
function languageOf(request: FastifyRequest, invited?: string): string {
  const { lang } = readQuery(request.query as FormBody);
  return [lang, invited].find(speaks) ?? acceptedLanguage(request.headers['accept-language']);
}

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

const notice = (reply: FastifyReply, status: number, props: Parameters<typeof renderNotice>[0]): FastifyReply =>
  html(reply, status, renderNotice(props));

const html = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(text);
