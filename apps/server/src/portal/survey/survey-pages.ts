import { createElement } from 'react';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  asGiven,
  openSurvey,
  saveDraft,
  submitFeedback,
  type ClosedLink,
  type OpenedSurvey,
} from '../../features/feedback/index.ts';
import type { Context } from '../../platform/context.ts';
import { Invalid, RequestError } from '../../platform/errors.ts';
import type { Hospital } from '../document.tsx';
import { HIDDEN, html, languageOf, notice, POSTS } from '../page-reply.ts';
import {
  carried,
  carriedPlace,
  readAnswers,
  readLanguageWish,
  readLargeText,
  readQuery,
  staffAddress,
  type FormBody,
} from '../read-form.ts';
import { renderHandBack } from './hand-back-page.tsx';
import { TakeBack } from './take-back.tsx';
import { linkForm, renderSurvey } from './survey-page.tsx';

const STATUS: Readonly<Record<ClosedLink, number>> = { unknown: 404, used: 409, withdrawn: 410, expired: 410 };

interface SurveyRoute {
  Params: { token: string };
  Querystring: FormBody;
  Body: FormBody;
}
type SurveyRequest = FastifyRequest<SurveyRoute>;

/** The pages behind a patient's link: the survey, and the thanks after it. */
export function surveyPages(pages: FastifyInstance, ctx: Context): void {
  for (const path of ['/feedback', '/feedback/']) {
    pages.get(path, { schema: HIDDEN }, (request, reply) =>
      notice(reply, 200, { notice: 'no_link', language: languageOf(request), hospital: null }),
    );
  }
  pages.get<SurveyRoute>('/feedback/:token', { schema: HIDDEN }, (request, reply) => show(ctx, request, reply));
  pages.get<SurveyRoute>('/feedback/:token/thanks', { schema: HIDDEN }, (request, reply) => thank(ctx, request, reply));
  pages.post<SurveyRoute>('/feedback/:token', { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
    take(ctx, request, reply),
  );
}

async function show(ctx: Context, request: SurveyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const { token } = request.params;
  const opened = await openSurvey(ctx, token, query.lang);
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

/** The page after answering. Reloading it changes nothing. */
async function thank(ctx: Context, request: SurveyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const { lang } = query;
  const { token } = request.params;
  const opened = await openSurvey(ctx, token, lang);
  if (opened.state === 'open') return reply.redirect(addressOf(token), 303);
  if (opened.state !== 'used') return closed(request, reply, opened);
  const { survey } = opened;
  const page = { language: survey.language, hospital: hospitalOf(opened), text: survey.thank_you };
  const staff = staffAddress(query);
  if (staff) return html(reply, 200, renderHandBack({ ...page, staff, hasNext: query.messageId === undefined }));
  return notice(reply, 200, { notice: 'thank_you', ...page });
}

/** Receives a form that was sent, either with answers or to change the language. */
async function take(ctx: Context, request: SurveyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const wish = readLanguageWish(request.body);
  if (wish !== undefined) return goOnIn(wish, ctx, request, reply);
  const query = readQuery(request.query);
  const { lang, departmentId, revision } = query;
  const { token } = request.params;
  const responses = readAnswers(request.body);
  try {
    const { language } = await submitFeedback(ctx, token, { responses, language: lang, departmentId, revision });
    const thanks = new URLSearchParams({ lang: language, ...carriedPlace(query) });
    return await reply.redirect(`${addressOf(token)}/thanks?${thanks.toString()}`, 303);
  } catch (error) {
    if (!(error instanceof Invalid)) return sayWhatItIs(error, ctx, request, reply);
    const opened = await openSurvey(ctx, token, lang, revision);
    if (opened.state !== 'open') return closed(request, reply, opened);
    const { survey } = opened;
    return html(
      reply,
      422,
      renderSurvey({
        survey,
        hospital: hospitalOf(opened),
        form: linkForm(token, survey, query),
        answers: asGiven(responses),
        errors: error.errors ?? {},
        largeText: readLargeText(request.body),
      }),
    );
  }
}

async function goOnIn(wish: string, ctx: Context, request: SurveyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query);
  const { token } = request.params;
  try {
    await saveDraft(ctx, token, readAnswers(request.body), query.revision);
  } catch (error) {
    return sayWhatItIs(error, ctx, request, reply);
  }
  const isLarge = readLargeText(request.body);
  const kept = new URLSearchParams({ lang: wish, ...carried(query), ...(isLarge ? { large: '1' } : {}) });
  return reply.redirect(`${addressOf(token)}?${kept.toString()}`, 303);
}

/**
 * Answers with the notice for a link that is no longer open, because it was answered meanwhile or has ended. Throws any other
 * error on.
 */
async function sayWhatItIs(
  error: unknown,
  ctx: Context,
  request: SurveyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!(error instanceof RequestError)) throw error;
  const opened = await openSurvey(ctx, request.params.token, readQuery(request.query).lang);
  if (opened.state === 'open') throw error;
  return closed(request, reply, opened);
}

const addressOf = (token: string) => `/feedback/${encodeURIComponent(token)}`;

function closed(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedSurvey | { state: 'unknown' },
): FastifyReply {
  if (opened.state === 'open') throw new Error('An open survey was taken for a closed one.');
  const known = opened.state === 'unknown' ? null : opened;
  const language = languageOf(request, known?.invitation.language);
  const staff = staffAddress(readQuery(request.query as FormBody));
  return notice(reply, STATUS[opened.state], {
    notice: opened.state,
    language,
    hospital: known ? hospitalOf(known) : null,
    ...(staff ? { kiosk: { start: staff }, children: createElement(TakeBack, { address: staff, language }) } : {}),
  });
}

const hospitalOf = ({ invitation }: OpenedSurvey): Hospital => ({
  title: invitation.hospital_title,
  logo: invitation.hospital_logo,
});
