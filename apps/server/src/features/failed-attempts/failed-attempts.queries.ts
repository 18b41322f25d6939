import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { TooManyRequests } from '../../platform/errors.ts';

/** What failed attempts are counted for: an account, a device, a network address, an access key. */
export interface Counter {
  /** Keyed hash of what is counted, so that no mistyped name is stored. */
  subject: string;
  /** Number of failures before waiting begins. */
  free: number;
  forgottenAfterHours: number;
  /**
   * `last`: forgotten so long after the last failure. `first`: so long after the first. That is for what many people
   * share, whose occasional failures would otherwise add up for ever.
   */
  since: 'first' | 'last';
}

const bySubject = (a: Counter, b: Counter) => (a.subject < b.subject ? -1 : 1);
const windowOf = ({ forgottenAfterHours }: Counter, now: Date) =>
  new Date(now.getTime() - forgottenAfterHours * 3_600_000);

/** Returns for how many seconds the one of these that waits longest still has to wait; 0 for none. Locks their rows. */
export async function findWait(tx: Tx, counters: readonly Counter[], now: Date): Promise<number> {
  const subjects = counters.map(({ subject }) => subject);
  const { rows } = await sql<{ locked_until: Date | null }>`
    select locked_until from failed_attempts where subject = any(${subjects}) order by subject for update`.execute(tx);
  const until = Math.max(...rows.map(({ locked_until }) => locked_until?.getTime() ?? 0));
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}

/** Returns the 429 that says how long to wait. */
export function tooManyAttempts(seconds: number): TooManyRequests {
  const minutes = Math.ceil(seconds / 60);
  return new TooManyRequests(
    `Too many attempts that failed. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    seconds,
  );
}

/**
 * Counts a failure for each of these. Once the free failures of one are used up, each further failure makes it wait: 1,
 * 2, 4 … 60 minutes.
 */
export async function addFailure(tx: Tx, counters: readonly Counter[], now: Date): Promise<void> {
  await deleteOld(tx, now);
  for (const counter of counters.toSorted(bySubject)) {
    const begun = sql.ref(counter.since === 'first' ? 'f.first_failed_at' : 'f.last_failed_at');
    const isNew = sql`${begun} < ${windowOf(counter, now)}`;
    await sql`
      insert into failed_attempts as f (subject, failures, first_failed_at, last_failed_at)
      values (${counter.subject}, 1, ${now}, ${now})
      on conflict (subject) do update set
        failures = case when ${isNew} then 1 else f.failures + 1 end,
        first_failed_at = case when ${isNew} then ${now} else f.first_failed_at end,
        last_failed_at = ${now},
        locked_until = case when not (${isNew}) and f.failures + 1 >= ${counter.free}::int
          then ${now}::timestamptz
            + make_interval(mins => least(60, power(2, least(f.failures + 1 - ${counter.free}::int, 6)))::int)
        end`.execute(tx);
  }
}

const KEPT_HOURS = 24;

/** Deletes old failures, because those of accounts that do not exist would never be deleted otherwise. */
async function deleteOld(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000);
  await sql`
    delete from failed_attempts where subject in (
      select subject from failed_attempts where last_failed_at < ${before} limit 100 for update skip locked)`.execute(
    tx,
  );
}

export async function deleteFailures(tx: Tx, counters: readonly Counter[]): Promise<void> {
  const subjects = counters.map(({ subject }) => subject);
  await sql`delete from failed_attempts where subject = any(${subjects})`.execute(tx);
}

/**
 * Deletes the failures of `part`, and subtracts them from `whole`, for which they were counted as well: those of others
 * stay.
 */
export async function withdrawFailures(tx: Tx, part: Counter, whole: Counter, now: Date): Promise<void> {
  await sql`
    with gone as (delete from failed_attempts where subject = ${part.subject} returning failures, last_failed_at)
    update failed_attempts f set failures = greatest(0, f.failures - gone.failures)
    from gone
    where f.subject = ${whole.subject} and gone.last_failed_at >= ${windowOf(whole, now)}`.execute(tx);
}

/** Returns true for the first call about the subject in a minute, whichever process makes it. */
export async function isFirstInMinute(tx: Tx, subject: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into failed_attempts as f (subject, failures, first_failed_at, last_failed_at)
    values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set last_failed_at = ${now}
      where f.last_failed_at <= ${new Date(now.getTime() - 60_000)}
    returning 1`.execute(tx);
  return rows.length > 0;
}
