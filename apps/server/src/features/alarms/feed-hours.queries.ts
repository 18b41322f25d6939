import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Counts the messages of each sender's feed since the last count; the first time, those of the last `weeks`. Ids are in
 * the order of the commits, so no message can get an id below the last counted one once all arrivals are filed. Returns
 * false, and counts nothing, while some are not filed. Messages from a file that a person imports are not counted.
 */
export async function countFeedHours(tx: Tx, now: Date, weeks: number): Promise<boolean> {
  const { rows } = await sql<{ last_message_id: number; newest_id: number }>`
    select last_message_id, (select coalesce(max(id), 0) from hl7_messages) as newest_id
    from feed_counts for update`.execute(tx);
  const [position] = rows;
  if (!position || (await anyUnfiled(tx))) return false;
  await sql`
    insert into feed_hours (application_id, sending_application, sending_facility, hour, messages, last_message_at)
    select application_id, sending_application, sending_facility, date_trunc('hour', received_at), count(*), max(received_at)
    from hl7_messages
    where id > ${position.last_message_id} and id <= ${position.newest_id}
      and application_id is not null and source in ('mllp', 'http')
      and received_at >= date_trunc('hour', ${now}::timestamptz) - make_interval(weeks => ${weeks}::integer)
    group by 1, 2, 3, 4
    on conflict (application_id, sending_application, sending_facility, hour) do update
      set messages = feed_hours.messages + excluded.messages,
        last_message_at = greatest(feed_hours.last_message_at, excluded.last_message_at)`.execute(tx);
  await sql`update feed_counts set last_message_id = ${position.newest_id}`.execute(tx);
  return true;
}

/** Returns whether messages are stored that are not filed yet, and so cannot be counted. */
async function anyUnfiled(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from arrivals limit 1`.execute(tx);
  return rows.length > 0;
}

export async function forgetFeedHours(tx: Tx, now: Date, weeks: number): Promise<void> {
  await sql`delete from feed_hours where hour < ${now}::timestamptz - make_interval(weeks => ${weeks}::integer)`.execute(
    tx,
  );
}

export interface Feed {
  application_id: number;
  sending_application: string;
  sending_facility: string;
  last_message_at: Date;
  /** Pairs of an hour's start, in seconds since the epoch, and the number of its messages. */
  hours: [number, number][];
}

export async function listFeeds(tx: Tx): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select application_id, sending_application, sending_facility, max(last_message_at) as last_message_at,
      jsonb_agg(jsonb_build_array(extract(epoch from hour)::bigint, messages)) as hours
    from feed_hours
    group by 1, 2, 3
    order by 1, 2, 3`.execute(tx);
  return rows;
}
