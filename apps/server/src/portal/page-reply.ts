import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderNotice } from './notice-page.tsx';
import { acceptedLanguage, speaks } from './texts/portal-words.ts';
import { readQuery, type FormBody } from './read-form.ts';

/** Limit for each network address. It is generous, because a hospital's patients may all share one. */
export const POSTS = { max: 120, timeWindow: 60_000 };
export const HIDDEN = { hide: true };

/** The language that the address names, else that of the invitation, else that of the browser. */
export function languageOf(request: FastifyRequest, invited?: string): string {
  const { lang } = readQuery(request.query as FormBody);
  return [lang, invited].find(speaks) ?? acceptedLanguage(request.headers['accept-language']);
}

export const notice = (reply: FastifyReply, status: number, props: Parameters<typeof renderNotice>[0]): FastifyReply =>
  html(reply, status, renderNotice(props));

export const html = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(text);
