import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PRELOAD_LIST, readPreloads } from './read-preloads.ts';
import { sendProblem } from '../platform/http/problem.ts';

/**
 * The built staff application; every address of its own router answers with its one page. The build has compressed its files.
 * The page has an ETag, so a browser that knows it gets a 304; below a sub-path it says so, and is sent as it is then.
 */
export async function staffPages(http: FastifyInstance, root: string, subPath = ''): Promise<void> {
  const isBuilt = existsSync(root);
  const pageBelow = isBuilt && subPath ? readPageBelow(root, subPath) : null;
  const preloadsOf = readPreloads(root);
  if (isBuilt) {
    await http.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', PRELOAD_LIST],
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
    });
  }
  const sendPage = (reply: FastifyReply, url: string) => {
    const preloads = preloadsOf(url.split('?')[0] ?? '');
    if (preloads) void reply.header('link', preloads);
    if (pageBelow) return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(pageBelow);
    return reply.sendFile('index.html');
  };
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html');
    if (wantsPage && isBuilt) return sendPage(reply, request.url);
    return sendProblem(request, reply, 404, { message: 'There is nothing at this address.' });
  };
  if (isBuilt) http.get('/', { schema: { hide: true } }, (request, reply) => sendPage(reply, request.url));
  // Without this, the page for links of patients, /feedback/:token, would take it for one.
  http.get('/feedback/records', { schema: { hide: true } }, answer);
  http.setNotFoundHandler(answer);
}

/**
 * Names of built files carry a hash of their content; the page that names them does not. The icon, which several places of a page
 * show, is not asked for again within the hour.
 */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return /[.]svg([.](br|gz))?$/.test(path) ? 'public, max-age=3600' : 'no-cache';
}

/** Returns the page with the sub-path that its router and its calls begin with: apps/web/src/api/sub-path.ts. */
const readPageBelow = (root: string, subPath: string): string =>
  readFileSync(join(root, 'index.html'), 'utf8').replace(
    '<meta name="sub-path" content="" />',
    () => `<meta name="sub-path" content="${subPath}" />`,
  );
