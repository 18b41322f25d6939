import type { Context } from '../../platform/context.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { derivedToken, derivedTokens, sameSecret } from '../../platform/secrets.ts';

const PURPOSE = 'unsubscribe';
const UUID_BYTES = 16;

/** The token contains the delivery's key and a signature, so links need no table and cannot be forged. */
function joinToken(deliveryKey: string, signature: string): string {
  const key = Buffer.from(deliveryKey.replaceAll('-', ''), 'hex');
  return Buffer.concat([key, Buffer.from(signature, 'base64url')]).toString('base64url');
}

export const unsubscribeLink = (ctx: Pick<Context, 'publicUrl' | 'keys'>, deliveryKey: string): string =>
  `${ctx.publicUrl}/unsubscribe/${joinToken(deliveryKey, derivedToken(ctx.keys, PURPOSE, deliveryKey))}`;

/** Returns the delivery's idempotency key from a token; null when its signature is wrong. */
export function readUnsubscribeToken(keys: KeyRing, token: string): string | null {
  const key = Buffer.from(token, 'base64url').subarray(0, UUID_BYTES).toString('hex');
  if (key.length !== UUID_BYTES * 2) return null;
  const deliveryKey = key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const signatures = derivedTokens(keys, PURPOSE, deliveryKey);
  return signatures.some((signature) => sameSecret(token, joinToken(deliveryKey, signature))) ? deliveryKey : null;
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
