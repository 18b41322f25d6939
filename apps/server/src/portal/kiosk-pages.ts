import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asGiven } from '../features/feedback/index.ts';
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
} from '../features/kiosks/index.ts';
import type { Context } from '../platform/context.ts';
import { Invalid, RequestError } from '../platform/errors.ts';
import { hashToken } from '../platform/secrets.ts';
import type { Hospital } from './document.tsx';
import { renderKioskStart } from './kiosk-start-page.tsx';
import { kioskWords, type KioskNotice } from './kiosk-words.ts';
import { HIDDEN, html, languageOf, notice } from './page-reply.ts';
import { readAnswers, readLanguageWish, readLargeText, readOnceToken, readQuery, type FormBody } from './read-form.ts';
import { renderKioskThanks } from './kiosk-thanks-page.tsx';
import { renderSurvey, type SurveyPageProps } from './survey-page.tsx';

/** Asked after a minute without a touch, gone half a minute later; where no script can ask, long after anybody left. */
const UNTOUCHED = { after: 60, leave: 30, withoutScripts: 900 };
const PAUSED_SECONDS = 60;
/** Nobody fills in more than one form in two seconds. */
const POSTS_OF_ONE = { max: 30, timeWindow: 60_000, keyGenerator: tabletOf };

interface KioskRoute {
  Params: { id: string };
  Querystring: FormBody;
  Body: FormBody;
}
type KioskRequest = FastifyRequest<KioskRoute>;

/** The pages of a tablet that many people use, one after the other. What one has answered the next never sees. */
export function kioskPages(pages: FastifyInstance, house: Context): void {
  const options = { schema: HIDDEN };
  const limited = { schema: HIDDEN, config: { rateLimit: POSTS_OF_ONE } };
  pages.get('/kiosk', options, (request, reply) => closed(request, reply, null));
  pages.get<KioskRoute>('/kiosk/:id', options, (request, reply) => start(house, request, reply));
  pages.get<KioskRoute>('/kiosk/:id/survey', options, (request, reply) => ask(house, request, reply));
  pages.post<KioskRoute>('/kiosk/:id/survey', limited, (request, reply) => take(house, request, reply));
  pages.get<KioskRoute>('/kiosk/:id/thanks', options, (request, reply) => thank(house, request, reply));
}

/** Whoever has no secret has a limit of their own, and cannot use up a tablet's. */
function tabletOf(request: FastifyRequest): string {
  const secret = readKioskSecret(request);
  return `kiosk ${(request.params as KioskRoute['Params']).id} ${secret ? hashToken(secret).toString('base64url') : request.ip}`;
}

function open(house: Context, request: KioskRequest, wish?: string): Promise<OpenedKiosk | null> {
  const { id } = request.params;
  const { lang, revision } = readQuery(request.query);
  if (!/^[1-9]\d{0,14}$/.test(id)) return Promise.resolve(null);
  return openKiosk(house, Number(id), readKioskSecret(request), { language: wish ?? lang, revision });
}

const pathOf = ({ kiosk }: OpenedKiosk): string => `/kiosk/${kiosk.id}`;

const hospitalOf = ({ kiosk }: OpenedKiosk): Hospital => ({ title: kiosk.hospital_title, logo: kiosk.hospital_logo });

/** Each time with a new form, so that every page handed out before has had its time. */
async function start(house: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(house, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  setKioskForm(house, reply, newForm(house.secretKey, opened.kiosk.id));
  const { survey } = opened;
  const isChosen = readQuery(request.query).lang !== undefined;
  return html(reply, 200, renderKioskStart({ survey, hospital: hospitalOf(opened), path: pathOf(opened), isChosen }));
}

/** Always empty. */
async function ask(house: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(house, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  const onceToken = readKioskForm(request);
  if (!onceToken || !readForm(house.secretKey, opened.kiosk.id, onceToken)) return reply.redirect(pathOf(opened), 303);
  const { largeText } = readQuery(request.query);
  return html(reply, 200, renderForm(opened, onceToken, { answers: [], errors: {}, largeText }));
}

/** A form was sent: with answers, or only to go on in another language. */
async function take(house: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(house, request);
  if (opened?.state !== 'open') return closed(request, reply, opened);
  const { kiosk, survey } = opened;
  const onceToken = readOnceToken(request.body);
  const publicId = readForm(house.secretKey, kiosk.id, onceToken);
  if (!onceToken || !publicId) return reply.redirect(pathOf(opened), 303);
  const responses = readAnswers(request.body);
  const shown = { answers: asGiven(responses), largeText: readLargeText(request.body) };
  // Sent again by the browser after somebody else has begun, it would show them what the one before had answered.
  const isCurrent = onceToken === readKioskForm(request) && !(await isTaken(house, kiosk, publicId));

  const wish = readLanguageWish(request.body);
  if (wish !== undefined) {
    const inWords = isCurrent ? await open(house, request, wish) : null;
    if (inWords?.state !== 'open') return reply.redirect(pathOf(opened), 303);
    return html(reply, 200, renderForm(inWords, onceToken, { ...shown, errors: {} }));
  }
  try {
    const { language } = survey;
    await submitAtKiosk(house, kiosk, publicId, { responses, language, revision: survey.revision });
    if (onceToken === readKioskForm(request)) forgetKioskForm(house, reply);
    return await reply.redirect(`${pathOf(opened)}/thanks?lang=${encodeURIComponent(language)}`, 303);
  } catch (error) {
    if (error instanceof Invalid) {
      if (!isCurrent) return reply.redirect(pathOf(opened), 303);
      return html(reply, 422, renderForm(opened, onceToken, { ...shown, errors: error.errors ?? {} }));
    }
    // It ended between the first look and the last.
    if (error instanceof RequestError && error.status === 410)
      return closed(request, reply, await open(house, request));
    throw error;
  }
}

async function thank(house: Context, request: KioskRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = await open(house, request);
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

/** For whoever stands before a tablet that asks nothing, or came by an address alone. */
function closed(request: FastifyRequest, reply: FastifyReply, opened: OpenedKiosk | null): FastifyReply {
  if (opened?.state === 'open') throw new Error('An open kiosk was taken for a closed one.');
  const language = languageOf(request, opened?.survey.language);
  const { status, words } = opened ? CLOSED[opened.state] : { status: 404, words: 'unknown' as const };
  return notice(reply, status, {
    notice: kioskWords(language)[words],
    language,
    hospital: opened ? hospitalOf(opened) : null,
    // Its survey may be switched on again.
    ...(opened?.state === 'paused' ? { kiosk: { start: pathOf(opened), after: PAUSED_SECONDS } } : {}),
  });
}
