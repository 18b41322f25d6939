import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keyedHash } from '../../platform/secrets.ts';
import {
  addFailure,
  deleteFailures,
  findWait,
  tooManyAttempts,
  withdrawFailures,
  type Counter,
} from './failed-attempts.queries.ts';

/** Somebody who tries to sign in. */
export interface Attempt {
  /** E-mail address as entered, whether or not a user has it. */
  account: string;
  /** Network address. */
  address: string;
  /** The device on which this account has signed in before; null for any other (account/device-cookie.ts). */
  device: string | null;
}

const OF_ONE = { free: 5, forgottenAfterHours: 24, since: 'last' } as const;
/** A whole hospital may share one network address, so an address is allowed more failures. */
const OF_ADDRESS = { free: 50, forgottenAfterHours: 1, since: 'first' } as const;

function countersOf({ keys }: Context, { account, address, device }: Omit<Attempt, 'device'> & Partial<Attempt>) {
  const name = account.trim().toLowerCase();
  const subject = (text: string) => keyedHash(keys, 'sign-in', text);
  return {
    /** Attempts at the account from all devices that it has not signed in on. */
    account: { ...OF_ONE, subject: subject(`account:${name}`) },
    /** The share of one network address in these, so that a success there can take it back. */
    share: { ...OF_ONE, subject: subject(`account:${name} address:${address}`) },
    /** Attempts at any account from one network address. */
    address: { ...OF_ADDRESS, subject: subject(`address:${address}`) },
    device: device ? { ...OF_ONE, subject: subject(`account:${name} device:${device}`) } : null,
  } satisfies Record<string, Counter | null>;
}

/**
 * What an attempt counts for, and what may hold it back. On a device where the account has signed in, that is the
 * device alone: whoever guesses elsewhere cannot keep its owner out.
 */
function countersFor(ctx: Context, attempt: Attempt): Counter[] {
  const { account, share, address, device } = countersOf(ctx, attempt);
  return device ? [device] : [account, share, address];
}

/**
 * Throws 429 while this attempt has to wait. It is called before a secret is checked, and again in the transaction that
 * opens the session, so that of many guesses at once those that finish after the wait began are refused.
 */
export async function refuseHeldBack(tx: Tx, ctx: Context, attempt: Attempt): Promise<void> {
  const seconds = await findWait(tx, countersFor(ctx, attempt), ctx.clock());
  if (seconds > 0) throw tooManyAttempts(seconds);
}

export async function countFailure(tx: Tx, ctx: Context, attempt: Attempt): Promise<void> {
  await addFailure(tx, countersFor(ctx, attempt), ctx.clock());
}

/**
 * Forgets the failures of who has signed in: those on this device, or those at this account from this network address.
 * Failures at other accounts from the address stay, and so do failures at this account from elsewhere: otherwise
 * somebody with an account of their own could guess for ever at the others.
 */
export async function forgetOwnFailures(tx: Tx, ctx: Context, attempt: Attempt): Promise<void> {
  const { account, share, device } = countersOf(ctx, attempt);
  if (device) await deleteFailures(tx, [device]);
  else await withdrawFailures(tx, share, account, ctx.clock());
}

/** Ends the wait of an account whose owner has shown that they read its e-mails. That of the network address stays. */
export async function forgetFailures(tx: Tx, ctx: Context, attempt: Omit<Attempt, 'device'>): Promise<void> {
  const { account, share } = countersOf(ctx, attempt);
  await deleteFailures(tx, [account, share]);
}
