import type { Context } from '../../platform/context.ts';
import { derivedToken, sameSecret } from '../../platform/secrets.ts';

const PURPOSE = 'unsubscribe';
const UUID_BYTES = 16;

/** The token contains the delivery's key and a signature, so links need no table and cannot be forged. */
function unsubscribeToken(secretKey: Buffer, deliveryKey: string): string {
  const key = Buffer.from(deliveryKey.replaceAll('-', ''), 'hex');
  const signature = Buffer.from(derivedToken(secretKey, PURPOSE, deliveryKey), 'base64url');
  return Buffer.concat([key, signature]).toString('base64url');
}

export const unsubscribeLink = (ctx: Pick<Context, 'publicUrl' | 'secretKey'>, deliveryKey: string): string =>
  `${ctx.publicUrl}/unsubscribe/${unsubscribeToken(ctx.secretKey, deliveryKey)}`;

/** Returns the delivery's idempotency key from a token; null when its signature is wrong. */
export function readUnsubscribeToken(secretKey: Buffer, token: string): string | null {
  const key = Buffer.from(token, 'base64url').subarray(0, UUID_BYTES).toString('hex');
  if (key.length !== UUID_BYTES * 2) return null;
  const deliveryKey = key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return sameSecret(token, unsubscribeToken(secretKey, deliveryKey)) ? deliveryKey : null;
}

/** The footer of e-mails to patients. */
const LINES: Readonly<Record<string, string>> = {
  en: 'You do not want these e-mails any more?',
  ar: 'لا تريد تلقي هذه الرسائل بعد الآن؟',
  fr: 'Vous ne voulez plus recevoir ces e-mails ?',
  es: '¿No quiere recibir más estos correos?',
  pl: 'Nie chcesz już otrzymywać tych e-maili?',
  ur: 'کیا آپ یہ ای میلز مزید نہیں چاہتے؟',
};

export const unsubscribeLine = (language: string | null, url: string): string =>
  `${LINES[language ?? 'en'] ?? LINES['en']} ${url}`;
