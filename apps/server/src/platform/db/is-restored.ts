import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: the database was restored, and nobody has released the sending of the application since. It may be a copy, so nothing of it
 * leaves by itself.
 */
export const isRestored = (applicationId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from sending_holds h
  where h.application_id = ${applicationId} and h.released_at is null and h.reason = 'restored')`;
