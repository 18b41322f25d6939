import { sql } from 'kysely';
import type { PatientChannel } from '../consent/index.ts';

/** How the person of an invitation was reached. */
export interface Reached {
  /** Null: the survey was answered in person. */
  channel: PatientChannel | null;
  /** The address that was typed in; null: that of the record was used. */
  recipient: string | null;
  addressed: boolean;
}

/** SQL: a query for the columns of Reached, of the newest message about invitation `i` that left; no row when none did. */
export const reachedBy = sql<Reached>`(
  select d.channel, case when d.addressed then d.recipient end as recipient, d.addressed from deliveries d
  where d.application_id = i.application_id and d.invitation_id = i.id and d.channel in ('email', 'sms')
    and d.state in ('sent', 'delivered', 'answered')
  order by d.id desc limit 1)`;

/**
 * Returns the channels by which to write to somebody again: the one by which they were reached before, else e-mail. There is
 * no second channel where the address was typed in.
 */
export function channelsAgain({ channel, addressed }: Pick<Reached, 'channel' | 'addressed'>): {
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
} {
  const first = channel ?? 'email';
  return { channel: first, fallback_channel: addressed ? null : first === 'email' ? 'sms' : 'email' };
}
