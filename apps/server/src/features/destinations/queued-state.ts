import type { destinations } from '@wardvoice/contract';

export type QueuedMove = 'begun' | 'accepted' | 'put_off' | 'given_up' | 'refused_later' | 'resent';

/**
 * The transitions of a message in the queue of a destination: what happens × from → to. Nothing else moves it. A message that is
 * found `sending` when nobody sends to its destination was left by a process that ended, and is begun again.
 */
export const QUEUED_LIFECYCLE = {
  /** Noted before its bytes leave. */
  begun: { waiting: 'sending', sending: 'sending' },
  /** The receiver answered AA or CA, or nothing where MSH-15 and MSH-16 ask for nothing after success. */
  accepted: { sending: 'sent' },
  /** It is tried again later. */
  put_off: { sending: 'waiting' },
  /** The receiver wants it no more, or its text cannot be sent. */
  given_up: { sending: 'failed' },
  /** After CA the application answered AE or AR. */
  refused_later: { sent: 'failed' },
  /** A person sends it again. */
  resent: { waiting: 'waiting', sent: 'waiting', failed: 'waiting' },
} as const satisfies Record<
  QueuedMove,
  Partial<Record<destinations.DestinationMessageState, destinations.DestinationMessageState>>
>;

/** Pauses after attempts that failed. The last one holds for all later attempts. */
const RETRY_AFTER_MS = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const;

/** Returns the pause after so many attempts, which is never less than after fewer. */
export const pauseAfter = (attempts: number): number =>
  RETRY_AFTER_MS[Math.min(Math.max(attempts, 1), RETRY_AFTER_MS.length) - 1] ?? RETRY_AFTER_MS[0];
