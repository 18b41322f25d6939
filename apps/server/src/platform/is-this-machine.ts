import { isIP } from 'node:net';

/** Returns whether a host, as an address writes it, is this machine; a path is that of a local socket. */
export function isThisMachine(host: string): boolean {
  const bare = host.replaceAll(/[[\]]/g, '').toLowerCase();
  if (bare === '' || bare === 'localhost' || bare.endsWith('.localhost') || bare.startsWith('/')) return true;
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1';
}
