import type { FastifyReply, FastifyRequest } from 'fastify';
import { subPathOf } from './sub-path.ts';

/** The part of the context that says whether people reach us by https. */
interface Reached {
  publicUrl: string;
}

export interface Cookie {
  /** Without a prefix. */
  name: string;
  value: string;
  /** How long the browser keeps it; null: until it is closed. 0 deletes it. */
  seconds: number | null;
  /** Without https, the browser sends it with requests below this path only. With https, with every request of this host. */
  path: string;
  sameSite: 'Lax' | 'Strict';
}

const isHttps = ({ publicUrl }: Reached): boolean => publicUrl.startsWith('https:');

/** With https, the prefix keeps pages without encryption and other hosts of the same domain from setting the cookie (RFC 6265bis §4.1.3.2). */
const nameOf = (ctx: Reached, name: string): string => (isHttps(ctx) ? `__Host-${name}` : name);

/** Adds a cookie that scripts cannot read. Other cookies of the reply stay. */
export function setCookie(ctx: Reached, reply: FastifyReply, { name, value, seconds, path, sameSite }: Cookie): void {
  const maxAge = seconds === null ? '' : `; Max-Age=${seconds}`;
  // The prefix allows no other path.
  const reach = isHttps(ctx) ? 'Path=/; Secure' : `Path=${subPathOf(ctx.publicUrl)}${path}`;
  const cookie = `${nameOf(ctx, name)}=${value}${maxAge}; ${reach}; HttpOnly; SameSite=${sameSite}`;
  const before = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  void reply.removeHeader('set-cookie').header('set-cookie', [...before, cookie]);
}

/** Returns the value of a cookie of ours if it consists of these characters only, such as `[\w-]{20,100}`. */
export function readCookie(
  ctx: Reached,
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  characters: string,
): string | undefined {
  return new RegExp(`(?:^|;\\s*)${nameOf(ctx, name)}=(${characters})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}
