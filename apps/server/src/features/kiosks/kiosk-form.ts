import { randomUUID } from 'node:crypto';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { derivedToken, isDerivedToken } from '../../platform/secrets.ts';

const PURPOSE = 'kiosk-form';

/**
 * Makes a form for one answer on one kiosk. It contains the public id of the future invitation, so the database accepts
 * it once.
 */
export function newForm(keys: KeyRing, kioskId: number): string {
  const publicId = randomUUID();
  return `${publicId}.${derivedToken(keys, PURPOSE, textOf(kioskId, publicId))}`;
}

/** Returns the public id from a form of this kiosk; null when its signature is wrong. */
export function readForm(keys: KeyRing, kioskId: number, form: string | undefined): string | null {
  const [publicId = '', signature = ''] = (form ?? '').split('.');
  return publicId && isDerivedToken(keys, signature, PURPOSE, textOf(kioskId, publicId)) ? publicId : null;
}

const textOf = (kioskId: number, publicId: string): string => `${kioskId}:${publicId}`;
