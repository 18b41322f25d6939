import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderNotice } from './notice-page.tsx';
import { acceptedLanguage, speaks } from './portal-words.ts';
import { readQuery, type FormBody } from './read-form.ts';

/** Per address; a hospital's patients may all come from one. */
export const POSTS = { max: 120, timeWindow: 60_000 };
export const HIDDEN = { hide: true } as never;

/** Asked for in the address, else the invitation's, else the browser's. */
export function languageOf(request: FastifyRequest, invited?: string): string {
  const { lang } = readQuery(request.query as FormBody);
  return [lang, invited].find(speaks) ?? acceptedLanguage(request.headers['accept-language']);
}

export const notice = (reply: FastifyReply, status: number, props: Parameters<typeof renderNotice>[0]): FastifyReply =>
  html(reply, status, renderNotice(props));

export const html = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(text);
