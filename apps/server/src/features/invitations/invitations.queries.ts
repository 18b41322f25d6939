import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { isMovedBy } from './invitation-state.ts';

/** How a survey was offered. */
export type Way = 'trigger' | 'broadcast' | 'hand' | 'bedside' | 'list' | 'kiosk' | 'case' | 'pathway' | 'portal';

/** SQL: when `i` was answered, or the same survey about the same visit, on the same occasion, by another invitation. */
export const answeredAt = sql<Date | null>`coalesce(i.answered_at, (
  select max(other.answered_at) from invitations other
  where other.visit_id = i.visit_id and other.survey_id = i.survey_id and other.case_id is null and i.case_id is null
    and other.occasion_id is not distinct from i.occasion_id))`;

export interface AskingRules {
  language: string;
  invitation_valid_days: number;
}

export function getAskingRules(tx: Tx, applicationId: number): Promise<AskingRules> {
  return tx
    .selectFrom('applications')
    .select(['language', 'invitation_valid_days'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
}

export interface Offered {
  id: number;
  public_id: string;
  token_hash: Buffer;
  survey_id: number;
  visit_id: number | null;
  language: string;
  answered_at: Date | null;
  expires_at: Date;
}

interface SurveyOfVisit {
  survey_id: number;
  visit_id: number;
}

const visitsIn = (visits: readonly SurveyOfVisit[]) =>
  sql`json_to_recordset(${JSON.stringify(visits)}::json) as w (survey_id bigint, visit_id bigint)`;

/** Withdraws expired offers, so that new ones can be made. Those of a pathway are left: each has an occasion of its own. */
export async function withdrawExpired(
  tx: Tx,
  applicationId: number,
  visits: readonly SurveyOfVisit[],
  now: Date,
): Promise<void> {
  await sql`
    update invitations i set withdrawn_at = ${now} from ${visitsIn(visits)}
    where i.application_id = ${applicationId} and i.visit_id = w.visit_id and i.survey_id = w.survey_id
      and i.case_id is null and i.occasion_id is null and i.answered_at is null and i.withdrawn_at is null
      and ${isMovedBy('replaced', now)}`.execute(tx);
}

/**
 * Finds the offer of a pathway that answers of a patient to its survey belong to, given at this time; undefined: there is none. They
 * count from as long before it was asked as there is time to answer. With a visit, one about another visit is left out, and one that
 * was answered is found too where none is open: then they are the same answers, sent again.
 */
export async function findAskedOnPathway(
  tx: Tx,
  applicationId: number,
  given: { survey_id: number; patient_id: number; visit_id: number | null; answeredAt: Date; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select i.id from invitations i
    where i.application_id = ${applicationId} and i.patient_id = ${given.patient_id} and i.survey_id = ${given.survey_id}
      and i.occasion_id is not null
      and (${isMovedBy('answered', given.now)} or i.answered_at is not null and i.visit_id = ${given.visit_id})
      and (${given.visit_id}::bigint is null or i.visit_id = ${given.visit_id})
      and ${given.answeredAt}::timestamptz between i.created_at - (i.expires_at - i.created_at) and i.expires_at
    order by (i.answered_at is null) desc, i.created_at desc, i.id desc limit 1`.execute(tx);
  return rows[0]?.id;
}

/**
 * Returns the open or answered offers of these surveys for these visits; where there are both, the answered one. Offers of a pathway are
 * left out.
 */
export async function listOfVisits(
  tx: Tx,
  applicationId: number,
  visits: readonly SurveyOfVisit[],
): Promise<Offered[]> {
  const { rows } = await sql<Offered>`
    select distinct on (i.visit_id, i.survey_id) i.id, i.public_id, i.token_hash, i.survey_id, i.visit_id, i.language,
      i.answered_at, i.expires_at
    from ${visitsIn(visits)}
    join invitations i on i.application_id = ${applicationId} and i.visit_id = w.visit_id and i.survey_id = w.survey_id
    where i.case_id is null and i.occasion_id is null and (i.answered_at is not null or i.withdrawn_at is null)
    order by i.visit_id, i.survey_id, i.answered_at is null, i.repeated, i.id`.execute(tx);
  return rows;
}

/**
 * Inserts offers and returns them. An offer that another transaction made meanwhile for the same visit and survey is
 * left out.
 */
export async function insertOffers(
  tx: Tx,
  applicationId: number,
  rows: readonly object[],
  now: Date,
): Promise<Offered[]> {
  if (rows.length === 0) return [];
  const { rows: stored } = await sql<Offered>`
    insert into invitations (
      application_id, public_id, token_hash, way, survey_id, trigger_id, patient_id, contact_id, visit_id, message_id, case_id,
      mailing_list_id, kiosk_id, enrolment_id, occasion_id, language, created_at, expires_at)
    select ${applicationId}, i.public_id, i.token_hash, i.way, i.survey_id, i.trigger_id, i.patient_id, i.contact_id, i.visit_id,
      i.message_id, i.case_id, i.mailing_list_id, i.kiosk_id, i.enrolment_id, i.occasion_id, i.language, ${now}, i.expires_at
    from jsonb_populate_recordset(null::invitations, ${JSON.stringify(rows)}::jsonb) i
    -- in one order, so that two transactions do not deadlock
    order by i.visit_id, i.survey_id
    on conflict (visit_id, survey_id, occasion_id)
      where visit_id is not null and case_id is null and answered_at is null and withdrawn_at is null do nothing
    returning id, public_id, token_hash, survey_id, visit_id, language, answered_at, expires_at`.execute(tx);
  return stored;
}

/** Deletes the drafts, addresses and identifiers of the invitations of these patients and contacts. The rows stay. */
export async function forgetInvitationsOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  contactIds: readonly number[] = [],
): Promise<void> {
  await sql`
    update invitations set draft = null, address = null, identifier = null
    where application_id = ${applicationId}
      and (patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[]))`.execute(tx);
}

/** Erases the person's part of these invitations, and closes the links of those that were not answered. */
export async function eraseInvitationsOf(
  tx: Tx,
  applicationId: number,
  { patientIds, contactIds }: { patientIds: readonly number[]; contactIds: readonly number[] },
  now: Date,
): Promise<number> {
  await forgetInvitationsOf(tx, applicationId, patientIds, contactIds);
  const isTheirs = sql`i.application_id = ${applicationId}
      and (i.patient_id = any(${patientIds}::bigint[]) or i.contact_id = any(${contactIds}::bigint[]))`;
  await sql`update invitations i set withdrawn_at = ${now} where ${isTheirs} and ${isMovedBy('erased', now)}`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`select count(*) as count from invitations i where ${isTheirs}`.execute(
    tx,
  );
  return onlyRow(rows).count;
}

/** Moves the invitations of a contact to another, who is the same person. */
export async function giveInvitationsTo(
  tx: Tx,
  applicationId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ contact_id: toId })
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', fromId)
    .execute();
}

/** Stores under which another system knows what was answered. */
export async function identifyInvitation(tx: Tx, applicationId: number, id: number, identifier: string): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ identifier })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}
