import { sql, type RawBuilder } from 'kysely';
import type { PatientChannel } from '../consent/index.ts';

interface RunOfBroadcast {
  id: number;
  broadcast_id: number;
  survey_id: number;
}

/**
 * SQL: one delivery for each `contact_id` of `people`, a table or CTE; whoever has one of this run gets no second. Each is prepared when
 * the run claims it, so it has neither text nor invitation yet.
 */
export const insertDeliveriesOfRun = (
  applicationId: number,
  { id, broadcast_id, survey_id }: RunOfBroadcast,
  [first, fallback]: readonly PatientChannel[],
  people: RawBuilder<unknown>,
  { now, sendAt }: { now: Date; sendAt: Date },
): RawBuilder<unknown> => sql`
  insert into deliveries (
    application_id, purpose, channel, fallback_channel, state, cause, send_at, text, contact_id, broadcast_run_id, survey_id,
    created_at)
  select ${applicationId}, 'survey', ${first}, ${fallback ?? null}, 'scheduled',
    'broadcast:' || ${String(broadcast_id)} || ':' || ${String(id)} || ':' || contact_id, ${sendAt}, '', contact_id, ${id}, ${survey_id}, ${now}
  from ${people}
  on conflict (application_id, cause) do nothing`;
