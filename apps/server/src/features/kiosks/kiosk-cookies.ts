import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';

/** The secret of the tablet. */
const SECRET = 'wardvoice_kiosk';
/** The form that was handed out last: what stands on an older page is not shown again. */
const FORM = 'wardvoice_kiosk_form';

/** The same secret for the call that starts a kiosk: what this tablet was until then is ended. */
const TABLET = 'wardvoice_tablet';
const STARTING = '/api/v1/mailing_list';

/** Sent to the pages of kiosks alone, never from another site, and out of reach of scripts. */
function setCookie(
  house: Context,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: string,
  path = '/kiosk',
): void {
  const secure = house.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${name}=${value}${maxAge}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
  const before = reply.getHeader('set-cookie');
  void reply.removeHeader('set-cookie').header('set-cookie', [...[before ?? []].flat().map(String), cookie]);
}

const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{20,150})(?:;|$)`).exec(headers.cookie ?? '')?.[1];

export function setKioskSecret(house: Context, reply: FastifyReply, secret: string, seconds: number): void {
  setCookie(house, reply, SECRET, secret, `; Max-Age=${seconds}`);
  setCookie(house, reply, TABLET, secret, `; Max-Age=${seconds}`, STARTING);
}

export const readTablet = (request: FastifyRequest): string | undefined => readCookie(request, TABLET);

export const readKioskSecret = (request: FastifyRequest): string | undefined => readCookie(request, SECRET);

export const setKioskForm = (house: Context, reply: FastifyReply, form: string): void =>
  setCookie(house, reply, FORM, form, '');

export const forgetKioskForm = (house: Context, reply: FastifyReply): void =>
  setCookie(house, reply, FORM, '', '; Max-Age=0');

export const readKioskForm = (request: FastifyRequest): string | undefined => readCookie(request, FORM);
