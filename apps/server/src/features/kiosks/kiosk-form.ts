import { randomUUID } from 'node:crypto';
import { derivedToken, sameSecret } from '../../platform/secrets.ts';

const PURPOSE = 'kiosk-form';

/**
 * Makes a form for one answer on one kiosk. It contains the public id of the future invitation, so the database accepts
 * it once.
 */
export function newForm(secretKey: Buffer, kioskId: number): string {
  const publicId = randomUUID();
  return `${publicId}.${sign(secretKey, kioskId, publicId)}`;
}

/** Returns the public id from a form of this kiosk; null when its signature is wrong. */
export function readForm(secretKey: Buffer, kioskId: number, form: string | undefined): string | null {
  const [publicId = '', signature = ''] = (form ?? '').split('.');
  return publicId && sameSecret(signature, sign(secretKey, kioskId, publicId)) ? publicId : null;
}

const sign = (secretKey: Buffer, kioskId: number, publicId: string): string =>
  derivedToken(secretKey, PURPOSE, `${kioskId}:${publicId}`);
