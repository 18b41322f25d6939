import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: when something that was due at `due` is sent. That is now; or when it was due, where the database was restored from a backup after
 * that, so that it counts among what may have left, until a person releases sending.
 */
export const sendTime = (applicationId: number, due: RawBuilder<unknown>, now: Date): RawBuilder<Date> =>
  sql<Date>`coalesce((
    select ${due} from sending_holds h
    where h.application_id = ${applicationId} and h.reason = 'restored' and h.released_at is null and ${due} <= h.held_at),
    ${now}::timestamptz)`;
