import type { FastifyInstance } from 'fastify';
import type { Context } from '../platform/context.ts';

export async function portalPages(http: FastifyInstance, _house: Context): Promise<void> {
  http.get('/feedback', (_request, reply) => reply.type('text/plain').send('Please open the link in your message.'));
}
