import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asGiven } from '../../features/feedback/index.ts';
import {
  forgetKioskForm,
  isTaken,
  newForm,
  openKiosk,
  readForm,
  readKioskForm,
  readKioskSecret,
  setKioskForm,
  submitAtKiosk,
  type OpenedKiosk,
} from '../../features/kiosks/index.ts';
import type { Context } from '../../platform/context.ts';
import { Invalid, RequestError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { Hospital } from '../document.tsx';
import { renderKioskStart } from './kiosk-start-page.tsx';
import { kioskWords, type KioskNotice } from '../texts/kiosk-words.ts';
import { HIDDEN, html, languageOf, notice } from '../page-reply.ts';
import { readAnswers, readLanguageWish, readLargeText, readOnceToken, readQuery, type FormBody } from '../read-form.ts';
import { renderKioskThanks } from './kiosk-thanks-page.tsx';
import { renderSurvey, type SurveyPageProps } from '../survey/survey-page.tsx';

/**
 * Seconds. A form that nobody touches asks whether somebody is there, and returns to the start when nobody answers. Without
 * scripts it cannot ask, so it waits until the person has surely left.
 */
const UNTOUCHED = { after: 60, leave: 30, withoutScripts: 900 };
const PAUSED_SECONDS = 60;
/** The limit of one tablet: a form every two seconds is more than one person can fill in. */
const POSTS_OF_ONE = { max: 30, timeWindow: 60_000 };

interface KioskRoute {
  Params: { id: string };
  Querystring: FormBody;
  Body: FormBody;
}
type KioskRequest = FastifyRequest<KioskRoute>;

/** The pages of a tablet that many people use one after the other. Nobody sees what the person before has answered. */
export function kioskPages(pages: FastifyInstance, ctx: Context): void {
  const options = { schema: HIDDEN };
  const keyGenerator = (request: FastifyRequest) => tabletOf(ctx, request);
  const limited = { schema: HIDDEN, config: { rateLimit: { ...POSTS_OF_ONE, keyGenerator } } };
  pages.get('/kiosk', options, (request, reply) => closed(request, reply, null));
  pages.get<KioskRoute>('/kiosk/:id', options, (request, reply) => start(ctx, request, reply));
  pages.get<KioskRoute>('/kiosk/:id/survey', options, (request, reply) => ask(ctx, request, reply));
  pages.post<KioskRoute>('/kiosk/:id/survey', limited, (request, reply) => take(ctx, request, reply));
  pages.get<KioskRoute>('/kiosk/:id/thanks', options, (request, reply) => thank(ctx, request, reply));
}

/** Requests without the tablet's secret are counted by themselves, so that they cannot use up the tablet's limit. */
function tabletOf(ctx: Context, request: FastifyRequest): string {
  const secret = readKioskSecret(ctx, request);
  return `kiosk ${(request.params as KioskRoute['Params']).id} ${secret ? hashToken(secret).toString('base64url') : request.ip}`;
}

function open(ctx: Context, request: KioskRequest, wish?: string): Promise<OpenedKiosk | null> {
  const { id } = request.params;
  const { lang, revision } = readQuery(request.query);
  if (!/^[1-9]\d{0,14}$/.test(id)) return Promise.resolve(null);
  return openKiosk(ctx, Number(id), readKioskSecret(ctx, request), { language: wish ?? lang, revision });
}

const pathOf = ({ kiosk }: OpenedKiosk): string => `/kiosk/${kiosk.id}`;

const hospitalOf = ({ kiosk }: OpenedKiosk): Hospital => ({ title: kiosk.hospital_title, logo: kiosk.hospital_logo });

/** The start page hands out a new form each time. From then on, an older form shows nobody's answers any more. */
async function start(ctx: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(ctx, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  setKioskForm(ctx, reply, newForm(ctx.keys, opened.kiosk.id));
  const { survey } = opened;
  const isChosen = readQuery(request.query).lang !== undefined;
  return html(reply, 200, renderKioskStart({ survey, hospital: hospitalOf(opened), path: pathOf(opened), isChosen }));
}

/** The form of a kiosk is always empty. */
async function ask(ctx: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(ctx, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  const onceToken = readKioskForm(ctx, request);
  if (!onceToken || !readForm(ctx.keys, opened.kiosk.id, onceToken)) return reply.redirect(pathOf(opened), 303);
  const { largeText } = readQuery(request.query);
  return html(reply, 200, renderForm(opened, onceToken, { answers: [], errors: {}, largeText }));
}

/** Receives a form that was sent, either with answers or to change the language. */
async function take(ctx: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(ctx, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  const { kiosk, survey } = opened;
  const onceToken = readOnceToken(request.body);
  const publicId = readForm(ctx.keys, kiosk.id, onceToken);
  if (!onceToken || !publicId) return reply.redirect(pathOf(opened), 303);
  const responses = readAnswers(request.body);
  const shown = { answers: asGiven(responses), largeText: readLargeText(request.body) };
  // When the browser sends an old form again after somebody else has begun, showing its errors would show that person the answers
  // of the one before.
  const isCurrent = onceToken === readKioskForm(ctx, request) && !(await isTaken(ctx, kiosk, publicId));

  const wish = readLanguageWish(request.body);
  if (wish !== undefined) {
    const inWords = isCurrent ? await open(ctx, request, wish) : null;
    if (inWords?.state !== 'open') return reply.redirect(pathOf(opened), 303);
    return html(reply, 200, renderForm(inWords, onceToken, { ...shown, errors: {} }));
  }
  try {
    const { language } = survey;
    await submitAtKiosk(ctx, kiosk, publicId, { responses, language, revision: survey.revision });
    if (onceToken === readKioskForm(ctx, request)) forgetKioskForm(ctx, reply);
    return await reply.redirect(`${pathOf(opened)}/thanks?lang=${encodeURIComponent(language)}`, 303);
  } catch (error) {
    if (error instanceof Invalid) {
      if (!isCurrent) return reply.redirect(pathOf(opened), 303);
      return html(reply, 422, renderForm(opened, onceToken, { ...shown, errors: error.errors ?? {} }));
    }
    // The kiosk was ended after it had been opened above.
    if (error instanceof RequestError && error.status === 410) return closed(request, reply, await open(ctx, request));
    throw error;
  }
}

async function thank(ctx: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(ctx, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  return html(
    reply,
    200,
    renderKioskThanks({ survey: opened.survey, hospital: hospitalOf(opened), path: pathOf(opened) }),
  );
}

function renderForm(
  opened: OpenedKiosk,
  onceToken: string,
  shown: Pick<SurveyPageProps, 'answers' | 'errors' | 'largeText'>,
): string {
  const { survey } = opened;
  const search = new URLSearchParams({ lang: survey.language, revision: String(survey.revision) });
  return renderSurvey({
    ...shown,
    survey,
    hospital: hospitalOf(opened),
    form: {
      action: `${pathOf(opened)}/survey?${search.toString()}`,
      kiosk: { frame: { start: pathOf(opened), ...UNTOUCHED }, onceToken },
    },
  });
}

const CLOSED = {
  ended: { status: 410, words: 'over' },
  expired: { status: 410, words: 'over' },
  paused: { status: 410, words: 'paused' },
} as const satisfies Record<string, { status: number; words: KioskNotice }>;

/** The page for a kiosk that is paused or ended, and for an address without the tablet's secret. */
function closed(request: FastifyRequest, reply: FastifyReply, opened: OpenedKiosk | null): FastifyReply {
  if (opened?.state === 'open') throw new Error('An open kiosk was taken for a closed one.');
  const language = languageOf(request, opened?.survey.language);
  const { status, words } = opened ? CLOSED[opened.state] : { status: 404, words: 'unknown' as const };
  return notice(reply, status, {
    notice: kioskWords(language)[words],
    language,
    hospital: opened ? hospitalOf(opened) : null,
    // The page of a paused kiosk reloads by itself, because its survey may be switched on again.
    ...(opened?.state === 'paused' ? { kiosk: { start: pathOf(opened), after: PAUSED_SECONDS } } : {}),
  });
}
