import type { FastifyInstance } from 'fastify';
import { openPublicPage } from '../../features/ward-pages/index.ts';
import type { Context } from '../../platform/context.ts';
import { HIDDEN, html, languageOf, notice } from '../page-reply.ts';
import { wardWords } from '../texts/ward-words.ts';
import { renderWardPage } from './ward-page.tsx';

interface WardRoute {
  Params: { publicId: string };
}

/** The public pages that say what was done about what patients said. */
export function wardPages(pages: FastifyInstance, ctx: Context): void {
  pages.get<WardRoute>('/said/:publicId', { schema: HIDDEN }, async (request, reply) => {
    const page = await openPublicPage(ctx, request.params.publicId);
    if (page) return html(reply, 200, renderWardPage(page));
    const language = languageOf(request);
    return notice(reply, 404, { notice: wardWords(language).gone, language, hospital: null });
  });
}
