import type { webhooks } from '@wardvoice/contract';

export type EventMove = 'accepted' | 'put_off' | 'given_up' | 'replayed';

/**
 * The transitions of an event in the log of a webhook: what happens × from → to. Nothing else moves it. While an attempt is made it
 * stays `waiting`, under a claim that ends by itself.
 */
export const EVENT_LIFECYCLE = {
  /** The receiver answered 2xx. */
  accepted: { waiting: 'delivered' },
  /** It is tried again later. */
  put_off: { waiting: 'waiting' },
  /** The last attempt failed, or the receiver wants no more. */
  given_up: { waiting: 'failed' },
  /** A person sends it again. */
  replayed: { waiting: 'waiting', delivered: 'waiting', failed: 'waiting' },
} as const satisfies Record<EventMove, Partial<Record<webhooks.EventState, webhooks.EventState>>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses that Standard Webhooks proposes between the attempts: ten in three days. */
export const RETRY_AFTER_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** A pause is up to so much longer, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Returns the pause after so many attempts; null: there is no further one. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number | null {
  const pause = RETRY_AFTER_MS[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random()));
}
