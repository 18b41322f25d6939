import type { Tx } from '../../platform/db/database.ts';
import { countFeedHours, forgetFeedHours, listFeeds } from './feed-hours.queries.ts';
import { isSilent, LEARNED_WEEKS } from './is-silent.ts';
import type { Problem } from './problem.ts';

/**
 * A sender that is silent for longer than this is forgotten and its alarm closes, because nobody expects it to return.
 */
const KEPT_WEEKS = LEARNED_WEEKS + 2;

/**
 * Returns the senders that are silent at an hour at which they usually send. Returns null while arrivals are not filed,
 * because the count of messages is then behind and says nothing about a sender.
 */
export async function findSilentFeeds(tx: Tx, now: Date, listeningSince: Date): Promise<Problem[] | null> {
  if (!(await countFeedHours(tx, now, KEPT_WEEKS))) return null;
  await forgetFeedHours(tx, now, KEPT_WEEKS);
  const problems: Problem[] = [];
  for (const { application_id, sending_application, sending_facility, last_message_at, hours } of await listFeeds(tx)) {
    const history = {
      hours: hours.map(([seconds, messages]) => ({ hour: seconds * 1_000, messages })),
      lastMessageAt: last_message_at.getTime(),
      listeningSince: listeningSince.getTime(),
    };
    if (!isSilent(history, now.getTime())) continue;
    problems.push({
      application_id,
      problem: `${sending_application}|${sending_facility}`,
      severity: 'critical',
      details: { sending_application, sending_facility, last_message_at: last_message_at.toISOString() },
    });
  }
  return problems;
}
