import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A comment, and the names that are masked in it however they are written, as the records have them. */
export interface WaitingComment {
  answer_id: number;
  text: string;
  own_names: (string | null)[];
}

/** Comments of one answered survey, or the oldest of all. */
type Which = { feedbackId: number } | { limit: number };

/**
 * Locks comments that wait for being masked, and returns them. Those that another transaction masks just now are passed over. A patient
 * who was merged has the names of both.
 */
export async function lockWaiting(tx: Tx, applicationId: number, which: Which): Promise<WaitingComment[]> {
  const chosen =
    'limit' in which
      ? sql`true`
      : sql`m.answer_id = any(array(
          select id from feedback_answers where application_id = ${applicationId} and feedback_id = ${which.feedbackId}))`;
  // Offset 0: each is looked up by its index, one after the other. Just after an import PostgreSQL would rather read whole tables.
  const { rows } = await sql<WaitingComment>`
    with waiting as materialized (
      select m.answer_id from masked_comments m
      where m.application_id = ${applicationId} and m.text is null and ${chosen}
      order by m.answer_id
      ${'limit' in which ? sql`limit ${which.limit}` : sql``}
      for update skip locked)
    select waiting.answer_id, a.text, array[
      patient.given_name, patient.family_name, merged.given_name, merged.family_name, contact.name, visit.attending_doctor] as own_names
    from waiting
    cross join lateral (
      select one.feedback_id, one.text from feedback_answers one where one.id = waiting.answer_id offset 0) a
    cross join lateral (
      select one.invitation_id from feedback one
      where one.application_id = ${applicationId} and one.id = a.feedback_id offset 0) f
    cross join lateral (
      select one.patient_id, one.contact_id, one.visit_id from invitations one
      where one.application_id = ${applicationId} and one.id = f.invitation_id offset 0) i
    left join lateral (
      select one.given_name, one.family_name, one.merged_into_id from patients one
      where one.application_id = ${applicationId} and one.id = i.patient_id offset 0) patient on true
    left join lateral (
      select one.given_name, one.family_name from patients one
      where one.application_id = ${applicationId} and one.id = patient.merged_into_id offset 0) merged on true
    left join lateral (
      select one.name from contacts one where one.application_id = ${applicationId} and one.id = i.contact_id offset 0) contact on true
    left join lateral (
      select one.attending_doctor from visits one
      where one.application_id = ${applicationId} and one.id = i.visit_id offset 0) visit on true
    order by waiting.answer_id`.execute(tx);
  return rows;
}

/** Returns those of these words, which are in lower case, that are the given name of a patient or contact, or a name of somebody of the staff. */
export async function listKnownNames(tx: Tx, applicationId: number, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const contactsWith = (condition: RawBuilder<unknown>) => sql`
    exists (select from contacts where application_id = ${applicationId} and ${condition} offset 0)`;
  // Each word is looked up by an index. With offset 0 PostgreSQL does not read the names of all people, however many words there are; a
  // contact has one name, of which the first word is found as a range, because the begin of a text is found by no index unless it is constant.
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) word
    where exists (select from patients where application_id = ${applicationId} and given_name_lower = word offset 0)
      or ${contactsWith(sql`name_lower collate "C" >= word || ' ' and name_lower collate "C" < word || '!'`)}
      or ${contactsWith(sql`name_lower collate "C" = word`)}
    union
    select word
    from application_users belongs
    join users u on u.id = belongs.user_id
    cross join lateral regexp_split_to_table(lower(u.name), '[[:space:].,()-]+') word
    where belongs.application_id = ${applicationId} and word = any(${words}::text[])`.execute(tx);
  return rows.map(({ word }) => word);
}

export async function storeMasked(
  tx: Tx,
  applicationId: number,
  masked: readonly { answer_id: number; text: string }[],
): Promise<void> {
  await sql`
    update masked_comments m set text = masked.text
    from unnest(${masked.map(({ answer_id }) => answer_id)}::bigint[], ${masked.map(({ text }) => text)}::text[]) masked (answer_id, text)
    where m.application_id = ${applicationId} and m.answer_id = masked.answer_id`.execute(tx);
}

/** Returns the applications that have comments that wait; first where one has waited longest. Needs a transaction that sees all of them. */
export async function listApplicationsThatWait(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from applications a
    cross join lateral (
      select m.answer_id from masked_comments m where m.application_id = a.id and m.text is null
      order by m.answer_id limit 1) oldest
    order by oldest.answer_id`.execute(tx);
  return rows.map(({ id }) => id);
}
