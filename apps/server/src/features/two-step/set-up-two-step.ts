import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import { encrypt } from '../../platform/secrets.ts';
import { redeemCode, sealRecoveryCode, secretContext, totpOf } from './redeem-code.ts';
import {
  confirmTwoStep,
  countRecoveryCodes,
  findTwoStep,
  insertTwoStep,
  replaceRecoveryCodes,
} from './two-step.queries.ts';

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** The alphabet leaves out characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Makes a secret for the authenticator app. It has no effect until a first code confirms it. */
export async function beginTwoStep(tx: Tx, ctx: Context, user: { id: number; email: string }) {
  const secret = randomBytes(SECRET_BYTES);
  const isNew = await insertTwoStep(tx, user.id, encrypt(ctx.keys, secretContext(user.id), secret));
  if (!isNew) throw new Conflict('Two-step sign-in is on already. Switch it off first.');
  const totp = totpOf(secret, user.email);
  return { secret: totp.secret.base32, otpauth_url: totp.toString() };
}

/** Switches two-step sign-in on. Returns the recovery codes, of which only hashes are stored. */
export async function finishTwoStep(tx: Tx, ctx: Context, userId: number, code: string): Promise<string[]> {
  const row = await findTwoStep(tx, userId);
  if (!row) throw new Conflict('Begin again: there is no key waiting to be confirmed.');
  if (row.confirmed_at !== null) throw new Conflict('Two-step sign-in is on already.');
  if (!(await redeemCode(tx, ctx, userId, code)))
    throw new Invalid({ code: ['This code is wrong. Check that the time on your phone is right.'] });
  await confirmTwoStep(tx, userId, ctx.clock());
  return issueCodes(tx, ctx, userId);
}

/** Returns new recovery codes for somebody who has none left; an empty list for anybody else. */
export async function issueMissingCodes(tx: Tx, ctx: Context, userId: number): Promise<string[]> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? [] : issueCodes(tx, ctx, userId);
}

/** Replaces all recovery codes of the person. */
async function issueCodes(tx: Tx, ctx: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((recoveryCode) => sealRecoveryCode(ctx.keys, userId, recoveryCode));
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

/** Makes a code such as "hq7m-2xkd-9tpw", which has 59 bits. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}
