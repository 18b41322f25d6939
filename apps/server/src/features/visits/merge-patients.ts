import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface Merge {
  survivorId: number;
  goneId: number;
  /** `merge`: A40 and its kin. `link`: A24. `authority`: two names of one authority. `person`: somebody decided it. */
  kind: 'merge' | 'link' | 'authority' | 'person';
  at: Date;
  /** The number changed, and not the person (A46 to A48): whoever was unknown still is. */
  isRename?: boolean;
  messageId?: number | null;
  userId?: number | null;
}

/** What a merge moved, so that it can be undone. */
export interface Moved {
  identifiers: { authority_id: number; type: string; identifier: string }[];
  visit_ids: number[];
  message_ids: number[];
  /** Visits that both records had, and what of the one that is gone went to the one that stays. */
  joined_visits: { kept_id: number; visit: Record<string, unknown>; message_ids: number[] }[];
  /** The surviving record before the merge. */
  survivor: Record<string, unknown>;
}

/**
 * One record lives on in the other. Numbers, visits, messages and what was sent move with it, so that nobody is asked
 * twice; death and protection of either are the person's. What moved is written down (patient_merges). Does nothing when
 * both are one already.
 */
export async function mergePatients(tx: Tx, applicationId: number, merge: Merge): Promise<void> {
  const { survivorId, goneId } = merge;
  if (survivorId === goneId) return;
  const { rows: both } = await sql<Record<string, unknown> & { id: number }>`
    select * from patients where application_id = ${applicationId} and id in (${goneId}, ${survivorId}) order by id for update`.execute(
    tx,
  );
  const survivor = both.find(({ id }) => id === survivorId);
  if (!survivor || both.length < 2) return;
  const joined = await joinVisits(tx, applicationId, goneId, survivorId);
  const moved: Moved = {
    identifiers: await moveIdentifiers(tx, applicationId, goneId, survivorId),
    visit_ids: await moveRows(tx, 'visits', applicationId, goneId, survivorId),
    message_ids: await moveRows(tx, 'hl7_messages', applicationId, goneId, survivorId),
    joined_visits: joined,
    survivor: pick(survivor, SURVIVOR_FACTS),
  };
  await moveRows(tx, 'deliveries', applicationId, goneId, survivorId);
  await moveRows(tx, 'invitations', applicationId, goneId, survivorId);
  await sql`
    update patients s set
      deceased = s.deceased or o.deceased, protected = s.protected or o.protected,
      identity_in_doubt = s.identity_in_doubt or o.identity_in_doubt,
      identity_unknown = s.identity_unknown or ${merge.isRename === true} and o.identity_unknown,
      phone = coalesce(s.phone, o.phone), email = coalesce(s.email, o.email), language = coalesce(s.language, o.language),
      given_name = coalesce(s.given_name, o.given_name), family_name = coalesce(s.family_name, o.family_name),
      birth_date = coalesce(s.birth_date, o.birth_date), sex = coalesce(s.sex, o.sex),
      birth_date_precision = case when s.birth_date is null then o.birth_date_precision else s.birth_date_precision end
    from patients o
    where s.application_id = ${applicationId} and s.id = ${survivorId} and o.application_id = ${applicationId} and o.id = ${goneId}`.execute(
    tx,
  );
  await sql`
    update patients set merged_into_id = ${survivorId}
    where application_id = ${applicationId} and (id = ${goneId} or merged_into_id = ${goneId})`.execute(tx);
  await sql`
    insert into patient_merges (application_id, kind, survivor_id, gone_id, message_id, user_id, at, moved)
    values (${applicationId}, ${merge.kind}, ${survivorId}, ${goneId}, ${merge.messageId ?? null}, ${merge.userId ?? null}, ${merge.at},
      ${JSON.stringify(moved)}::jsonb)`.execute(tx);
}

/** Facts of the survivor that a merge may fill in, and an undo takes back. */
export const SURVIVOR_FACTS = [
  'deceased',
  'protected',
  'phone',
  'email',
  'language',
  'given_name',
  'family_name',
  'birth_date',
  'birth_date_precision',
  'sex',
] as const;

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

async function moveIdentifiers(
  tx: Tx,
  applicationId: number,
  fromId: number,
  toId: number,
): Promise<Moved['identifiers']> {
  const { rows } = await sql<Moved['identifiers'][number]>`
    update patient_identifiers set patient_id = ${toId} where application_id = ${applicationId} and patient_id = ${fromId}
    returning authority_id, type, identifier`.execute(tx);
  return rows;
}

async function moveRows(
  tx: Tx,
  table: 'visits' | 'hl7_messages' | 'deliveries' | 'invitations',
  applicationId: number,
  fromId: number,
  toId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set patient_id = ${toId} where application_id = ${applicationId} and patient_id = ${fromId}
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Where both records have the same visit (by its number, its appointment, or the one that is open and has neither), the
 * one heard of last goes on, and has what happened in the other.
 */
export async function joinVisits(
  tx: Tx,
  applicationId: number,
  goneId: number,
  survivorId: number,
): Promise<Moved['joined_visits']> {
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
  const joined: Moved['joined_visits'] = [];
  for (const { kept_id: keptId, gone_id: goneVisitId } of pairs)
    joined.push(await joinVisit(tx, applicationId, keptId, goneVisitId));
  return joined;
}

export async function joinVisit(
  tx: Tx,
  applicationId: number,
  keptId: number,
  goneId: number,
): Promise<Moved['joined_visits'][number]> {
  const messages = await sql<{ id: number }>`
    update hl7_messages set visit_id = ${keptId} where application_id = ${applicationId} and visit_id = ${goneId} returning id`.execute(
    tx,
  );
  for (const table of ['deliveries', 'invitations', 'cases'] as const) {
    await sql`update ${sql.table(table)} set visit_id = ${keptId} where application_id = ${applicationId} and visit_id = ${goneId}`.execute(
      tx,
    );
  }
  const { rows } = await sql<{ visit: Record<string, unknown> }>`
    delete from visits where application_id = ${applicationId} and id = ${goneId} returning to_jsonb(visits) as visit`.execute(
    tx,
  );
  return { kept_id: keptId, visit: rows[0]?.visit ?? {}, message_ids: messages.rows.map(({ id }) => id) };
}
