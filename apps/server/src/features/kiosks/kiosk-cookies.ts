import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';

/** The secret of the kiosk. */
const SECRET = 'wardvoice_kiosk';
/** The form that was shown last. When a page with an older form is submitted, its input is not shown again. */
const FORM = 'wardvoice_kiosk_form';

/** The same secret, sent to the call that starts a kiosk, so that the kiosk which this tablet was before is ended. */
const TABLET = 'wardvoice_tablet';
const STARTING = '/api/v1/mailing_list';

/** The cookie is sent to the pages of kiosks only, never from another site, and cannot be read by scripts. */
function setCookie(
  ctx: Context,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: string,
  path = '/kiosk',
): void {
  const secure = ctx.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${name}=${value}${maxAge}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
  const before = reply.getHeader('set-cookie');
  void reply.removeHeader('set-cookie').header('set-cookie', [...[before ?? []].flat().map(String), cookie]);
}

const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{20,150})(?:;|$)`).exec(headers.cookie ?? '')?.[1];

export function setKioskSecret(ctx: Context, reply: FastifyReply, secret: string, seconds: number): void {
  setCookie(ctx, reply, SECRET, secret, `; Max-Age=${seconds}`);
  setCookie(ctx, reply, TABLET, secret, `; Max-Age=${seconds}`, STARTING);
}

export const readTablet = (request: FastifyRequest): string | undefined => readCookie(request, TABLET);

export const readKioskSecret = (request: FastifyRequest): string | undefined => readCookie(request, SECRET);

export const setKioskForm = (ctx: Context, reply: FastifyReply, form: string): void =>
  setCookie(ctx, reply, FORM, form, '');

export const forgetKioskForm = (ctx: Context, reply: FastifyReply): void =>
  setCookie(ctx, reply, FORM, '', '; Max-Age=0');

export const readKioskForm = (request: FastifyRequest): string | undefined => readCookie(request, FORM);
