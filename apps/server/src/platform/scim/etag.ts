import { createHash } from 'node:crypto';
import { RequestError } from '../errors.ts';

const CHARACTERS = 22;

/** Returns the version of a resource: a hash of all that is shown of it. */
export const versionOf = (resource: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, CHARACTERS)}"`;

const names = (header: string | undefined): string[] => (header ?? '').split(',').map((one) => one.trim());

/** Throws 412 when the caller wants to change another version than this one (RFC 7644 §3.14). */
export function checkIfMatch(header: string, version: string | undefined): void {
  if (names(header).some((one) => one === '*' || one === version)) return;
  throw new RequestError(412, 'This was changed meanwhile. Read it again.');
}

/** Returns whether the caller has this version already. */
export const isKnown = (header: string | undefined, version: string): boolean => names(header).includes(version);
