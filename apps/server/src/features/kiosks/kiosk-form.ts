import { randomUUID } from 'node:crypto';
import { derivedToken, sameSecret } from '../../platform/secrets.ts';

const PURPOSE = 'kiosk-form';

/** For one answer on one kiosk. It is the public id of the invitation to come, so the database takes it once. */
export function newForm(secretKey: Buffer, kioskId: number): string {
  const publicId = randomUUID();
  return `${publicId}.${sign(secretKey, kioskId, publicId)}`;
}

/** The public id in a form of this kiosk, or null when we did not make it. */
export function readForm(secretKey: Buffer, kioskId: number, form: string | undefined): string | null {
  const [publicId = '', signature = ''] = (form ?? '').split('.');
  return publicId && sameSecret(signature, sign(secretKey, kioskId, publicId)) ? publicId : null;
}

const sign = (secretKey: Buffer, kioskId: number, publicId: string): string =>
  derivedToken(secretKey, PURPOSE, `${kioskId}:${publicId}`);
