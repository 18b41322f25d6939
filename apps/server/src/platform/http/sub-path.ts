import type { FastifyInstance } from 'fastify';

/** The path of the public address, without a slash at its end: `/wardvoice`. Empty where the server has a name of its own. */
export const subPathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Returns the address as the routes know it. A proxy may pass the sub-path on, or take it off itself. */
export const withoutSubPath = (url: string, subPath: string): string =>
  url === subPath || url.startsWith(`${subPath}/`) || url.startsWith(`${subPath}?`)
    ? url.slice(subPath.length).replace(/^(?!\/)/, '/')
    : url;

const firstPart = (path: string): string | undefined => path.split('/')[1];

/** Attributes that hold an address of ours. Text of a page cannot look like one of them, because its quotes are escaped. */
const ADDRESSES = /(\s(?:href|src|action|formaction|data-[a-z]+)="|\scontent="\d+;url=)\/(?!\/)/gi;

/** Puts the sub-path before the addresses that a page names, as browsers have to ask for them. */
const toPublicPage = (page: string, subPath: string): string =>
  page.replace(ADDRESSES, (_all, before: string) => `${before}${subPath}/`);

/**
 * Has pages, redirections and what is loaded ahead lead below the sub-path, so that routes and pages need not know of it. Replies of
 * the API are left alone: they have whole addresses, or paths of the API.
 */
export function answerBelow(http: FastifyInstance, subPath: string): void {
  let isOwnPath = false;
  http.addHook('onRoute', ({ url }) => {
    isOwnPath ||= firstPart(url) === firstPart(subPath);
  });
  http.addHook('onReady', async () => {
    if (isOwnPath)
      http.log.warn(
        `PUBLIC_URL has a path, ${subPath}, that Wardvoice uses itself: the proxy must pass it on, since where it takes it off, links of patients lead nowhere`,
      );
  });
  http.addHook('onSend', async (_request, reply, payload) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && /^\/(?!\/)/.test(location)) reply.header('location', subPath + location);
    const link = reply.getHeader('link');
    if (typeof link === 'string')
      reply.header(
        'link',
        link.replaceAll('</', () => `<${subPath}/`),
      );
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    return isPage && typeof payload === 'string' ? toPublicPage(payload, subPath) : payload;
  });
}
