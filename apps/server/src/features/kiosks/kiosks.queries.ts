import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** A kiosk and the texts of the hospital that its pages show. */
export interface FoundKiosk {
  id: number;
  application_id: number;
  survey_id: number;
  department_id: number | null;
  expires_at: Date;
  /** A person ended it, or its list was deleted. */
  is_ended: boolean;
  hospital_title: string;
  hospital_logo: string | null;
}

/**
 * Finds a kiosk by its id and secret. Needs a transaction that sees all applications, because a tablet does not name
 * its application.
 */
export async function findKiosk(tx: Tx, id: number, secretHash: Buffer): Promise<FoundKiosk | undefined> {
  const { rows } = await sql<FoundKiosk>`
    select k.id, k.application_id, k.survey_id, k.department_id, k.expires_at,
      k.ended_at is not null or k.mailing_list_id is null as is_ended,
      a.title as hospital_title, a.logo as hospital_logo
    from kiosks k join applications a on a.id = k.application_id
    where k.secret_hash = ${secretHash} and k.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * Locks a kiosk that is still running. Ending it waits for an answer that is being stored, and a later answer finds it
 * ended.
 */
export async function lockRunningKiosk(tx: Tx, { application_id, id }: FoundKiosk, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from kiosks
    where application_id = ${application_id} and id = ${id} and ended_at is null and mailing_list_id is not null
      and expires_at > ${now}
    for share`.execute(tx);
  return rows.length > 0;
}

interface NewKiosk {
  secret_hash: Buffer;
  survey_id: number;
  mailing_list_id: number;
  department_id: number | null;
  location: string | null;
  label: string;
  started_by_id: number | null;
  started_at: Date;
  expires_at: Date;
}

export async function insertKiosk(tx: Tx, applicationId: number, kiosk: NewKiosk): Promise<number> {
  const { id } = await tx
    .insertInto('kiosks')
    .values({ ...kiosk, application_id: applicationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** SQL: kiosks of the caller's wards, and those without a ward. */
const ofCaller = ({ locations }: ApplicationScope) => sql<boolean>`
  (${locations.length === 0} or k.location is null or k.location = any(${locations}::text[]))`;

export async function listRunningKiosks(tx: Tx, scope: ApplicationScope, listId: number, now: Date) {
  const { rows } = await sql<{
    id: number;
    label: string;
    survey_title: string;
    survey_active: boolean;
    department_title: string | null;
    location: string | null;
    started_by_name: string | null;
    started_at: Date;
    expires_at: Date;
    answers_count: number;
    last_answer_at: Date | null;
  }>`
    select k.id, k.label, s.title as survey_title, s.active as survey_active, d.title as department_title, k.location,
      u.name as started_by_name, k.started_at, k.expires_at, taken.answers_count, taken.last_answer_at
    from kiosks k
    join surveys s on s.application_id = k.application_id and s.id = k.survey_id
    left join departments d on d.application_id = k.application_id and d.id = k.department_id
    left join users u on u.id = k.started_by_id
    cross join lateral (
      select count(*) as answers_count, max(i.answered_at) as last_answer_at
      from invitations i where i.kiosk_id = k.id and i.answered_at is not null) taken
    where k.application_id = ${scope.applicationId} and k.mailing_list_id = ${listId}
      and k.ended_at is null and k.expires_at > ${now} and ${ofCaller(scope)}
    order by k.id desc`.execute(tx);
  return rows;
}

/** Ends a kiosk; a second call changes nothing. Throws NotFound for one of another list, application or ward. */
export async function setEnded(
  tx: Tx,
  scope: ApplicationScope,
  listId: number,
  id: number,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ label: string }>`
    update kiosks k set ended_at = coalesce(k.ended_at, ${now})
    where k.application_id = ${scope.applicationId} and k.mailing_list_id = ${listId} and k.id = ${id}
      and ${ofCaller(scope)}
    returning k.label`.execute(tx);
  if (!rows[0]) throw new NotFound('This kiosk');
  return rows[0].label;
}

/** Ends the kiosks with this survey. */
export async function endKiosksOf(tx: Tx, applicationId: number, surveyId: number, now: Date): Promise<void> {
  await tx
    .updateTable('kiosks')
    .set({ ended_at: now })
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends the kiosk of a tablet. The secret proves that the caller has the tablet, so neither ward nor list is checked.
 */
export async function endKioskOfTablet(
  tx: Tx,
  applicationId: number,
  secretHash: Buffer,
  now: Date,
): Promise<number[]> {
  const rows = await tx
    .updateTable('kiosks')
    .set({ ended_at: now })
    .where('application_id', '=', applicationId)
    .where('secret_hash', '=', secretHash)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findOffer(
  tx: Tx,
  applicationId: number,
  publicId: string,
): Promise<{ id: number; answered_at: Date | null } | undefined> {
  return tx
    .selectFrom('invitations')
    .select(['id', 'answered_at'])
    .where('application_id', '=', applicationId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
}
