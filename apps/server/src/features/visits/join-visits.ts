import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Tables whose rows may be about a visit, besides its messages. */
export const ABOUT_VISITS = ['deliveries', 'invitations', 'cases', 'inbound_texts', 'pathway_enrolments'] as const;
type AboutVisits = (typeof ABOUT_VISITS)[number];

/** A visit that was merged into another, with its data and what was about it, so that it can be restored. */
export interface JoinedVisit {
  kept_id: number;
  visit: Record<string, unknown>;
  message_ids: number[];
  /** Ids of rows of other tables. Merges from before 2026-11-28 do not have them. */
  about?: Partial<Record<AboutVisits, number[]>>;
}

/**
 * Merges the visits that both records have: with the same number, the same appointment, or open with neither. The one
 * with the newest event is kept, and gets what belongs to the other.
 */
export async function joinVisits(
  tx: Tx,
  applicationId: number,
  goneId: number,
  survivorId: number,
): Promise<JoinedVisit[]> {
  const { rows: pairs } = await sql<{ kept_id: number; gone_id: number }>`
    select
      case when s.last_event_at >= o.last_event_at then s.id else o.id end as kept_id,
      case when s.last_event_at >= o.last_event_at then o.id else s.id end as gone_id
    from visits o
    join visits s on s.application_id = o.application_id and s.patient_id = ${survivorId} and s.id <> o.id
      and (s.visit_number = o.visit_number or s.appointment_number = o.appointment_number
        or s.visit_number is null and o.visit_number is null and s.appointment_number is null and o.appointment_number is null
          and s.state = 'open' and o.state = 'open')
    where o.application_id = ${applicationId} and o.patient_id = ${goneId}`.execute(tx);
  const joined: JoinedVisit[] = [];
  for (const { kept_id: keptId, gone_id: goneVisitId } of pairs)
    joined.push(await joinVisit(tx, applicationId, keptId, goneVisitId));
  return joined;
}

/** Merges one visit into another, with everything that belongs to it. */
export async function joinVisit(tx: Tx, applicationId: number, keptId: number, goneId: number): Promise<JoinedVisit> {
  const messages = await sql<{ id: number }>`
    update hl7_messages set visit_id = ${keptId} where application_id = ${applicationId} and visit_id = ${goneId} returning id`.execute(
    tx,
  );
  const about: JoinedVisit['about'] = {};
  for (const table of ABOUT_VISITS) {
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} set visit_id = ${keptId} where application_id = ${applicationId} and visit_id = ${goneId} returning id`.execute(
      tx,
    );
    if (rows.length > 0) about[table] = rows.map(({ id }) => id);
  }
  // A diagnosis that a rule leaves out is one of the visit, whichever of the two was told of it.
  await sql`
    update visits kept set
      diagnoses = (select array_agg(distinct code) from unnest(kept.diagnoses || gone.diagnoses) code),
      payers = (select array_agg(distinct payer) from unnest(kept.payers || gone.payers) payer)
    from visits gone
    where kept.application_id = ${applicationId} and kept.id = ${keptId}
      and gone.application_id = ${applicationId} and gone.id = ${goneId}`.execute(tx);
  const { rows } = await sql<{ visit: Record<string, unknown> }>`
    delete from visits where application_id = ${applicationId} and id = ${goneId} returning to_jsonb(visits) as visit`.execute(
    tx,
  );
  return {
    kept_id: keptId,
    visit: rows[0]?.visit ?? {},
    message_ids: messages.rows.map(({ id }) => id),
    about,
  };
}
