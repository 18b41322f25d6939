import type { triggers } from '@wardvoice/contract';
import { createTally, type Answered } from './tally.ts';
import type { Tried } from './suppose.ts';
import type { StoredDecision, StoredOutcome } from './trials.queries.ts';

/** Decisions that are kept, the newest. */
export const MAX_SHOWN = 200;
/** Wards that are told apart, those with most events. */
const MAX_WARDS = 200;

type Counted = Pick<triggers.TrialOutcome['months'][number], 'matched' | 'would_send'>;

/** What a decision is about. `id`: of the message; null for an answer. */
interface Subject {
  id: number | null;
  event: string | null;
  event_at: Date;
  location: string | null;
  month: string;
}

/** Counts decisions, which come oldest first, by month and ward, and keeps the newest. */
export function createBreakdown() {
  const tally = createTally();
  const months = new Map<string, Counted>();
  const wards = new Map<string | null, Counted>();
  const newest: StoredDecision[] = [];
  return {
    add(of: Subject, answer: Answered) {
      tally.add(answer);
      count(months, of.month, answer);
      count(wards, of.location, answer);
      newest.push(decisionOf(of, answer));
      if (newest.length > 2 * MAX_SHOWN) newest.splice(0, newest.length - MAX_SHOWN);
    },
    result: (rule: Tried): Omit<StoredOutcome, 'days' | 'since' | 'bounded' | 'examined'> => ({
      ...tally.result(rule),
      months: [...months].map(([month, counted]) => ({ month, ...counted })),
      wards: [...wards]
        .map(([location, counted]) => ({ location, ...counted }))
        .sort((a, b) => b.matched - a.matched)
        .slice(0, MAX_WARDS),
      decisions: newest.slice(-MAX_SHOWN).toReversed(),
    }),
  };
}

function count<Key>(counts: Map<Key, Counted>, key: Key, answer: Answered): void {
  const counted = counts.get(key) ?? { matched: 0, would_send: 0 };
  counted.matched += 1;
  if (answer.open) counted.would_send += 1;
  counts.set(key, counted);
}

/** Returns a decision as it is listed, without the person. */
export const decisionOf = (
  { id, event, event_at, location }: Omit<Subject, 'month'>,
  answer: Answered,
): StoredDecision => ({
  message_id: id,
  at: event_at.toISOString(),
  event,
  location,
  channel: answer.open ? answer.channel : null,
  reason: answer.open ? null : answer.reason,
});
