import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';

/** The secret of the kiosk. */
const SECRET = 'wardvoice_kiosk';
/** The form that was shown last. When a page with an older form is submitted, its input is not shown again. */
const FORM = 'wardvoice_kiosk_form';

/** The same secret, sent to the call that starts a kiosk, so that the kiosk which this tablet was before is ended. */
const TABLET = 'wardvoice_tablet';
const STARTING = '/api/v1/mailing_list';

/** What the pages of kiosks set. */
const OF_PAGES = { path: '/kiosk', sameSite: 'Strict' } as const;
const CHARACTERS = String.raw`[\w.-]{20,150}`;

const read = (ctx: Pick<Context, 'publicUrl'>, request: FastifyRequest, name: string): string | undefined =>
  readCookie(ctx, request, name, CHARACTERS);

export function setKioskSecret(ctx: Context, reply: FastifyReply, secret: string, seconds: number): void {
  setCookie(ctx, reply, { ...OF_PAGES, name: SECRET, value: secret, seconds });
  setCookie(ctx, reply, { ...OF_PAGES, name: TABLET, value: secret, seconds, path: STARTING });
}

export const readTablet = (ctx: Context, request: FastifyRequest): string | undefined => read(ctx, request, TABLET);

export const readKioskSecret = (ctx: Pick<Context, 'publicUrl'>, request: FastifyRequest): string | undefined =>
  read(ctx, request, SECRET) ?? read(AS_WRITTEN, request, `__Secure-${SECRET}`) ?? read(AS_WRITTEN, request, SECRET);

/** Reads earlier names of the cookie: a tablet that was started with one of them stays a kiosk until its time is over. */
const AS_WRITTEN = { publicUrl: 'http:' };

export const setKioskForm = (ctx: Context, reply: FastifyReply, form: string): void =>
  setCookie(ctx, reply, { ...OF_PAGES, name: FORM, value: form, seconds: null });

export const forgetKioskForm = (ctx: Context, reply: FastifyReply): void =>
  setCookie(ctx, reply, { ...OF_PAGES, name: FORM, value: '', seconds: 0 });

export const readKioskForm = (ctx: Context, request: FastifyRequest): string | undefined => read(ctx, request, FORM);
