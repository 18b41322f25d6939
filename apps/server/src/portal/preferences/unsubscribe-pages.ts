import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unsubscribe, type UnsubscribeWay, type UnsubscribeWish } from '../../features/consent/index.ts';
import type { Context } from '../../platform/context.ts';
import { HIDDEN, html, languageOf, POSTS } from '../page-reply.ts';
import type { FormBody } from '../read-form.ts';
import { readShownWords, unsubscribeWording } from './shown-words.ts';
import { renderUnsubscribe } from './unsubscribe-page.tsx';

interface UnsubscribeRoute {
  Params: { token: string };
  Querystring: FormBody;
  Body: FormBody;
}
type UnsubscribeRequest = FastifyRequest<UnsubscribeRoute>;

/** The page behind the link at the foot of an e-mail. Mail programs send its POST for their own one-click button (RFC 8058). */
export function unsubscribePages(pages: FastifyInstance, ctx: Context): void {
  const path = '/unsubscribe/:token';
  pages.get<UnsubscribeRoute>(path, { schema: HIDDEN }, (request, reply) => endMessages(ctx, request, reply, 'look'));
  pages.post<UnsubscribeRoute>(path, { schema: HIDDEN, config: { rateLimit: POSTS } }, (request, reply) =>
    endMessages(ctx, request, reply, request.query?.['undo'] === '1' ? 'start' : 'stop'),
  );
}

async function endMessages(
  ctx: Context,
  request: UnsubscribeRequest,
  reply: FastifyReply,
  wish: UnsubscribeWish,
): Promise<FastifyReply> {
  const { token } = request.params;
  const way = wish === 'look' ? undefined : await readWay(ctx, request, wish);
  const { language: asked, hospital, channel, address, opted_out } = await unsubscribe(ctx, token, wish, way);
  const language = languageOf(request, asked ?? undefined);
  const preferences = `/unsubscribe/${encodeURIComponent(token)}/preferences?lang=${language}`;
  const page = { language, hospital, channel, address, isOut: opted_out, preferences };
  return html(reply, 200, renderUnsubscribe(page));
}

/** Returns how the wish came: by the button of a mail program, or from our page with the words that it showed. */
async function readWay(ctx: Context, request: UnsubscribeRequest, wish: 'stop' | 'start'): Promise<UnsubscribeWay> {
  if (request.body?.['List-Unsubscribe'] === 'One-Click') return { isOneClick: true, shown: null };
  const { channel, language: asked } = await unsubscribe(ctx, request.params.token, 'look');
  const language = languageOf(request, asked ?? undefined);
  return {
    isOneClick: false,
    shown: readShownWords(request.body, unsubscribeWording(language, channel, wish === 'start')),
  };
}
