import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import { keyedHash } from '../../platform/secrets.ts';

/** The two subjects that a failed attempt counts against. */
export interface Attempt {
  /** E-mail address as entered, whether or not a user has it. */
  account: string;
  /** Network address. */
  address: string;
}

interface Subject {
  subject: string;
  /** Number of failures before waiting begins. */
  free: number;
  forgottenAfterHours: number;
}

/** A whole hospital may share one network address, so an address is allowed more failures. */
const ACCOUNT = { free: 5, forgottenAfterHours: 24 };
const ADDRESS = { free: 20, forgottenAfterHours: 1 };

const subjectsOf = ({ secretKey }: Context, { account, address }: Attempt): Subject[] => [
  { ...ACCOUNT, subject: keyedHash(secretKey, 'sign-in', `account:${account.trim().toLowerCase()}`) },
  { ...ADDRESS, subject: keyedHash(secretKey, 'sign-in', `address:${address}`) },
];

/**
 * Throws 429 while the account or the address has to wait. It is called before a secret is checked, and again in the
 * transaction that opens the session, so that of many guesses at once those that finish after the wait began are
 * refused.
 */
export async function refuseHeldBack(tx: Tx, ctx: Context, attempt: Attempt): Promise<void> {
  const now = ctx.clock();
  const subjects = subjectsOf(ctx, attempt).map(({ subject }) => subject);
  const { rows } = await sql<{ locked_until: Date | null }>`
    select locked_until from sign_in_failures where subject = any(${subjects}) order by subject for update`.execute(tx);
  const until = Math.max(...rows.map(({ locked_until }) => locked_until?.getTime() ?? 0));
  if (until <= now.getTime()) return;
  const seconds = Math.ceil((until - now.getTime()) / 1000);
  const minutes = Math.ceil(seconds / 60);
  throw new TooManyRequests(
    `Too many attempts that failed. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    seconds,
  );
}

/**
 * Counts a failure. Once the free failures are used up, each further failure makes account and address wait: 1, 2, 4 …
 * 60 minutes.
 */
export async function countFailure(tx: Tx, ctx: Context, attempt: Attempt): Promise<void> {
  const now = ctx.clock();
  await forgetOld(tx, new Date(now.getTime() - ACCOUNT.forgottenAfterHours * 3_600_000));
  const subjects = subjectsOf(ctx, attempt).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  for (const { subject, free, forgottenAfterHours } of subjects) {
    const since = new Date(now.getTime() - forgottenAfterHours * 3_600_000);
    await sql`
      insert into sign_in_failures as f (subject, failures, last_failed_at) values (${subject}, 1, ${now})
      on conflict (subject) do update set
        failures = case when f.last_failed_at < ${since} then 1 else f.failures + 1 end,
        last_failed_at = ${now},
        locked_until = case when f.last_failed_at >= ${since} and f.failures + 1 >= ${free}::int
          then ${now}::timestamptz + make_interval(mins => least(60, power(2, least(f.failures + 1 - ${free}::int, 6)))::int) end`.execute(
      tx,
    );
  }
}

/** Deletes old failures, because those of accounts that do not exist would never be deleted otherwise. */
async function forgetOld(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where last_failed_at < ${before} limit 100 for update skip locked)`.execute(
    tx,
  );
}

/** Deletes the failures of the account and of its network address after a successful sign-in. */
export async function forgetFailures(tx: Tx, ctx: Context, attempt: Attempt): Promise<void> {
  const subjects = subjectsOf(ctx, attempt).map(({ subject }) => subject);
  await sql`delete from sign_in_failures where subject = any(${subjects})`.execute(tx);
}
