import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { KeyRing } from '../../../platform/keys/key-ring.ts';
import { decrypt, isSealed, sealHash } from '../../../platform/secrets.ts';
import { findTwoStep, listUnusedCodes, moveLastStep, useRecoveryCode } from './two-step.queries.ts';

const STEP_MS = 30_000;
/** Clocks differ, so the code before and the code after are accepted too. */
const WINDOW = 1;

export const secretContext = (userId: number): string => `two-step secret of user ${userId}`;

export const totpOf = (secret: Buffer, label: string): TOTP =>
  new TOTP({ issuer: 'Wardvoice', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

export const codeContext = (userId: number): string => `recovery code of user ${userId}`;

const normalise = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** Returns what is stored of a recovery code. */
export const sealRecoveryCode = (keys: KeyRing, userId: number, code: string): string =>
  sealHash(keys, codeContext(userId), normalise(code));

/**
 * Uses up a code of the authenticator app or a recovery code. Returns false when the code is wrong or was used before.
 */
export async function redeemCode(tx: Tx, ctx: Context, userId: number, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  const now = ctx.clock();
  if (!/^\d{6}$/.test(digits)) return redeemRecoveryCode(tx, ctx, userId, code);
  const row = await findTwoStep(tx, userId);
  if (!row) return false;
  const secret = readSecret(ctx, userId, row.secret);
  if (!secret) return false;
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: digits, window: WINDOW, timestamp: now.getTime() });
  return delta !== null && moveLastStep(tx, userId, Math.floor(now.getTime() / STEP_MS) + delta);
}

/** Returns the secret of the authenticator app; null when its key was lost. Then an administrator must switch two-step sign-in off. */
function readSecret({ keys, log }: Context, userId: number, stored: Buffer): Buffer | null {
  try {
    return decrypt(keys, secretContext(userId), stored);
  } catch {
    log.error({ userId }, 'the two-step secret of a user cannot be decrypted: its key was lost, or it was changed');
    return null;
  }
}

/** Uses up a recovery code. Returns false when it is wrong or was used before; of two calls at once one succeeds. */
async function redeemRecoveryCode(tx: Tx, ctx: Context, userId: number, code: string): Promise<boolean> {
  const given = {
    context: codeContext(userId),
    secret: normalise(code),
    before: { purpose: 'recovery-code', text: `${userId}:${normalise(code)}` },
  };
  const stored = await listUnusedCodes(tx, userId);
  const found = stored.find((hash) => isSealed(ctx.keys, hash, given));
  return found !== undefined && useRecoveryCode(tx, userId, found, ctx.clock());
}
