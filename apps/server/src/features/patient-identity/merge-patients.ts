import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { joinVisits, moveHistory, type MovedHistory, type JoinedVisit } from '../visits/index.ts';

export interface Merge {
  survivorId: number;
  goneId: number;
  /**
   * `merge`: A40 and similar events. `link`: A24. `authority`: two names turned out to be one authority. `person`: a
   * person decided it.
   */
  kind: 'merge' | 'link' | 'authority' | 'person';
  at: Date;
  /** The number changed and not the person (A46 to A48), so an unidentified patient stays unidentified. */
  isRename?: boolean;
  messageId?: number | null;
  userId?: number | null;
}

/** What a merge moved, so that it can be undone. */
export interface Moved extends MovedHistory {
  identifiers: { authority_id: number; type: string; identifier: string }[];
  /** Visits that both records had, and the data of the removed visit that went to the other. */
  joined_visits: JoinedVisit[];
  /** The surviving record before the merge. */
  survivor: Record<string, unknown>;
}

/**
 * Merges one record into another. Numbers, visits, messages and deliveries are moved, so that nobody gets a survey
 * twice; death and protection of either apply to the survivor. Everything moved is stored in patient_merges. Does
 * nothing when both are one record already.
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
    ...(await moveHistory(tx, applicationId, goneId, survivorId)),
    joined_visits: joined,
    survivor: pick(survivor, SURVIVOR_FACTS),
  };
  await sql`
    update patients s set
      deceased = s.deceased or o.deceased, protected = s.protected or o.protected,
      identity_in_doubt = s.identity_in_doubt or o.identity_in_doubt,
      identity_unknown = s.identity_unknown or ${merge.isRename === true} and o.identity_unknown,
      phone = coalesce(s.phone, o.phone), email = coalesce(s.email, o.email), language = coalesce(s.language, o.language),
      given_name = coalesce(s.given_name, o.given_name), family_name = coalesce(s.family_name, o.family_name),
      birth_date = coalesce(s.birth_date, o.birth_date), sex = coalesce(s.sex, o.sex),
      mother_identifier = coalesce(s.mother_identifier, o.mother_identifier),
      mother_authority = case when s.mother_identifier is null then o.mother_authority else s.mother_authority end,
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

/** Facts of the survivor that a merge may fill in and an undo removes. */
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
  'mother_identifier',
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
