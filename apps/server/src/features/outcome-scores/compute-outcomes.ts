import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { patientNow } from '../../platform/db/patient-now.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** The value of one score in one answered survey of which at least one item was answered. */
export interface Outcome {
  feedback_id: number;
  score_id: number;
  /** Number of items that were answered. */
  answered: number;
  /** Null: too few items were answered. */
  value: number | null;
  /** Less the first value of the same person; null for the first one, and for somebody unknown. */
  change: number | null;
  person: Person;
}

/**
 * Who answered: a patient, who may have been asked as a contact too, or a contact who is no patient. A patient who was merged is
 * the one that they are now. All are null for somebody unknown.
 */
export interface Person {
  /** The same for all answers of one person. */
  key: string | null;
  patient_id: number | null;
  contact_id: number | null;
}

interface Answered {
  id: number;
  survey_id: number;
  submitted_at: Date;
  patient_id: number | null;
  contact_id: number | null;
}

/**
 * Computes every score of these answered surveys, and how it has changed since the first value of the same person in the wards
 * that the caller sees. What belongs to whom is put together here and not by joins, whose cost nobody could foresee: how many
 * answers a person gave is not known to the database before it has read them.
 */
export async function computeOutcomes(
  tx: Tx,
  scope: ApplicationScope,
  feedbackIds: readonly number[],
): Promise<Outcome[]> {
  const given = await listAnswered(tx, scope, feedbackIds);
  const history = await listHistory(tx, scope, given);
  const all = new Map([...history, ...given].map((one) => [one.id, one]));
  const values = await listValues(tx, scope, [...all.keys()]);
  const firsts = new Map<string, { feedback_id: number; value: number }>();
  const inOrder = values.toSorted((a, b) => whenOf(all, a) - whenOf(all, b) || a.feedback_id - b.feedback_id);
  for (const { feedback_id, score_id, value } of inOrder) {
    const { key } = personOf(all.get(feedback_id));
    const place = `${key} ${score_id}`;
    if (key !== null && value !== null && !firsts.has(place)) firsts.set(place, { feedback_id, value });
  }
  const wanted = new Set(feedbackIds);
  return values
    .filter(({ feedback_id }) => wanted.has(feedback_id))
    .map((one) => {
      const person = personOf(all.get(one.feedback_id));
      const first = firsts.get(`${person.key} ${one.score_id}`);
      const hasChanged = one.value !== null && first !== undefined && first.feedback_id !== one.feedback_id;
      const change = hasChanged ? Math.round(((one.value ?? 0) - first.value) * 100) / 100 : null;
      return { ...one, change, person };
    });
}

const whenOf = (all: ReadonlyMap<number, Answered>, { feedback_id }: { feedback_id: number }): number =>
  all.get(feedback_id)?.submitted_at.getTime() ?? 0;

function personOf(answered: Answered | undefined): Person {
  const patient_id = answered?.patient_id ?? null;
  const contact_id = answered?.contact_id ?? null;
  const key = patient_id !== null ? `patient ${patient_id}` : contact_id !== null ? `contact ${contact_id}` : null;
  return { key, patient_id, contact_id };
}

/** SQL: answered surveys `f` with who answered, from the offers `asked`. */
const answeredBy = ({ applicationId }: ApplicationScope) => sql`
  select f.id, f.survey_id, f.submitted_at, asked.contact_id,
    case when own.id is null then ${patientNow('linked')} else ${patientNow('own')} end as patient_id
  from feedback f
  join invitations asked on asked.application_id = ${applicationId} and asked.id = f.invitation_id
  left join patients own on own.application_id = ${applicationId} and own.id = asked.patient_id
  left join contacts c on c.application_id = ${applicationId} and c.id = asked.contact_id
  left join patients linked on linked.application_id = ${applicationId} and linked.id = c.patient_id
  where f.application_id = ${applicationId}`;

async function listAnswered(tx: Tx, scope: ApplicationScope, ids: readonly number[]): Promise<Answered[]> {
  const { rows } = await sql<Answered>`${answeredBy(scope)} and f.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

/** Lists the other answers of these people to the same surveys. */
async function listHistory(tx: Tx, scope: ApplicationScope, given: readonly Answered[]): Promise<Answered[]> {
  const { applicationId } = scope;
  const patientIds = [...new Set(given.flatMap(({ patient_id }) => patient_id ?? []))];
  const contactIds = given.flatMap(({ patient_id, contact_id }) => (patient_id === null ? (contact_id ?? []) : []));
  const surveyIds = [...new Set(given.map(({ survey_id }) => survey_id))];
  const gone = await sql<{ id: number }>`
    select id from patients where application_id = ${applicationId} and merged_into_id = any(${patientIds}::bigint[])`.execute(
    tx,
  );
  const recordIds = [...patientIds, ...gone.rows.map(({ id }) => id)];
  const linked = await sql<{ id: number }>`
    select id from contacts where application_id = ${applicationId} and patient_id = any(${recordIds}::bigint[])`.execute(
    tx,
  );
  const askedIds = [...new Set([...contactIds, ...linked.rows.map(({ id }) => id)])];
  const { rows: asked } = await sql<{ id: number }>`
    select id from invitations
    where application_id = ${applicationId} and patient_id = any(${recordIds}::bigint[])
      and answered_at is not null and survey_id = any(${surveyIds}::bigint[])
    union
    select id from invitations
    where application_id = ${applicationId} and contact_id = any(${askedIds}::bigint[])
      and answered_at is not null and survey_id = any(${surveyIds}::bigint[])`.execute(tx);
  const { rows } = await sql<Answered>`
    ${answeredBy(scope)} and f.invitation_id = any(${asked.map(({ id }) => id)}::bigint[])
      and ${isInWards(scope, 'f.location')}`.execute(tx);
  return rows;
}

async function listValues(
  tx: Tx,
  { applicationId }: ApplicationScope,
  ids: readonly number[],
): Promise<Pick<Outcome, 'feedback_id' | 'score_id' | 'answered' | 'value'>[]> {
  const { rows } = await sql<Pick<Outcome, 'feedback_id' | 'score_id' | 'answered' | 'value'>>`
    select * from outcome_values(${applicationId}, ${ids}::bigint[])`.execute(tx);
  return rows;
}
