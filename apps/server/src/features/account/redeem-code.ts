import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { decrypt, keyedHash } from '../../platform/secrets.ts';
import { findTwoStep, moveLastStep, useRecoveryCode } from './two-step.queries.ts';

const STEP_MS = 30_000;
/** Clocks differ, so the code before and the code after are accepted too. */
const WINDOW = 1;

export const secretContext = (userId: number): string => `two-step secret of user ${userId}`;

export const totpOf = (secret: Buffer, label: string): TOTP =>
  new TOTP({ issuer: 'Wardvoice', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

export const recoveryCodeHash = (secretKey: Buffer, userId: number, code: string): string =>
  keyedHash(secretKey, 'recovery-code', `${userId}:${code.replaceAll(/[\s-]/g, '').toLowerCase()}`);

/**
 * Uses up a code of the authenticator app or a recovery code. Returns false when the code is wrong or was used before.
 */
export async function redeemCode(tx: Tx, ctx: Context, userId: number, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  const now = ctx.clock();
  if (!/^\d{6}$/.test(digits)) return useRecoveryCode(tx, userId, recoveryCodeHash(ctx.secretKey, userId, code), now);
  const row = await findTwoStep(tx, userId);
  if (!row) return false;
  const totp = totpOf(decrypt(ctx.secretKey, secretContext(userId), row.secret), '');
  const delta = totp.validate({ token: digits, window: WINDOW, timestamp: now.getTime() });
  return delta !== null && moveLastStep(tx, userId, Math.floor(now.getTime() / STEP_MS) + delta);
}
