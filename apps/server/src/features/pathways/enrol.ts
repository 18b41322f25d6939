import type { BodyOf, pathways } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { patientNow } from '../../platform/db/patient-now.ts';
import { isInWards, isPatientInWards } from '../../platform/db/within-wards.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { REPLAY_AFTER_HOURS } from '../suppression/index.ts';
import { daysAfter } from './pathways.queries.ts';

/** An event that begins a pathway. */
export interface Beginning {
  pathway_id: number;
  trigger_id: number;
  message_id: number;
  patient_id: number;
  visit_id: number | null;
  /** When it happened. The days of the steps count from here. */
  at: Date;
}

/** SQL: somebody is in the pathway, by the record of `person` or by one that was merged into it. */
const isInAlready = (
  pathwayId: ReturnType<typeof sql>,
  person: ReturnType<typeof sql>,
  applicationId: number,
) => sql<boolean>`exists (
    select from pathway_enrolments other
    where other.application_id = ${applicationId} and other.pathway_id = ${pathwayId} and other.state = 'active'
      and other.patient_id in (
        select record.id from patients record
        where record.application_id = ${applicationId} and record.merged_into_id = ${person}))`;

/**
 * Puts the patients of events into pathways, in the transaction that processed the events. What would send nothing begins nothing: test
 * messages, messages that are read again in silence, and old ones. A visit begins a pathway once. Whoever is in it already stays where
 * they are; only a second event of the same visit, as a discharge that is corrected, moves a beginning of which no step was asked.
 */
export async function beginPathways(
  tx: Tx,
  applicationId: number,
  beginnings: readonly Beginning[],
  now: Date,
): Promise<void> {
  if (beginnings.length === 0) return;
  const last = new Map(beginnings.map((one) => [`${one.pathway_id} ${one.patient_id}`, one]));
  const { numAffectedRows } = await sql`
    insert into pathway_enrolments (
      application_id, pathway_id, patient_id, visit_id, message_id, trigger_id, created_at, started_at, state, next_due_at)
    select ${applicationId}, w.id, b.patient_id, b.visit_id, b.message_id, b.trigger_id, ${now}, b.at, 'active',
      ${daysAfter(sql`b.at`, sql`first.after_days`, sql`a.time_zone`)}
    from json_to_recordset(${JSON.stringify([...last.values()])}::json)
      as b (pathway_id bigint, trigger_id bigint, message_id bigint, patient_id bigint, visit_id bigint, at timestamptz)
    join applications a on a.id = ${applicationId}
    join pathways w on w.application_id = ${applicationId} and w.id = b.pathway_id and w.active
    join hl7_messages m on m.application_id = ${applicationId} and m.id = b.message_id and m.processing_id = 'P' and not m.silent
      and b.at > ${now}::timestamptz - make_interval(hours => ${REPLAY_AFTER_HOURS})
    cross join lateral (
      select min(s.after_days) as after_days from pathway_steps s
      where s.application_id = ${applicationId} and s.pathway_id = w.id) first
    where first.after_days is not null
      and not exists (
        select from pathway_enrolments old
        where old.pathway_id = w.id and old.visit_id = b.visit_id and old.state <> 'active'
          and (old.end_reason = 'event_cancelled') is not true)
      and not ${isInAlready(sql`w.id`, sql`b.patient_id`, applicationId)}
    order by w.id, b.patient_id
    on conflict (pathway_id, patient_id) where state = 'active' do update set
      started_at = excluded.started_at, message_id = excluded.message_id, trigger_id = excluded.trigger_id,
      next_due_at = excluded.next_due_at
    where pathway_enrolments.visit_id = excluded.visit_id and pathway_enrolments.last_day = -1`.execute(tx);
  if (numAffectedRows) await announce(tx, applicationId, ['pathways']);
}

type Enrolling = BodyOf<typeof pathways.createEnrolment>['enrolment'];

/** Puts a patient into a pathway because a person wants it. Returns the id of the enrolment. Throws Conflict when they are in it. */
export async function enrolByHand(
  tx: Tx,
  scope: ApplicationScope,
  { pathway_id, patient_id, visit_id, started_on }: Enrolling,
  { userId, now }: { userId: number | null; now: Date },
): Promise<number> {
  const { applicationId } = scope;
  const person = await findPerson(tx, scope, patient_id);
  if (person.deceased) throw new Conflict('This patient has died, so nothing is asked.');
  if (visit_id !== null && !(await isVisitOf(tx, scope, visit_id, person.id)))
    throw new Invalid({ visit_id: ['This visit is of another patient.'] });
  const { rows: planned } = await sql<{
    active: boolean;
    started_at: Date;
    next_due_at: Date;
    is_over: boolean;
    is_in: boolean;
  }>`
    select w.active, start.at as started_at, ${daysAfter(sql`start.at`, sql`step.first`, sql`a.time_zone`)} as next_due_at,
      ${daysAfter(sql`start.at`, sql`step.until`, sql`a.time_zone`)} <= ${now} as is_over,
      exists (
        select from pathway_enrolments other
        where other.pathway_id = w.id and other.patient_id = ${person.id} and other.state = 'active')
        or ${isInAlready(sql`w.id`, sql`${person.id}`, applicationId)} as is_in
    from pathways w
    join applications a on a.id = w.application_id
    -- at noon: a beginning at midnight would ask people in the night
    cross join lateral (select (${started_on}::date + time '12:00') at time zone a.time_zone as at) start
    cross join lateral (
      select min(s.after_days) as first, max(s.after_days + s.window_days) as until from pathway_steps s
      where s.application_id = ${applicationId} and s.pathway_id = w.id) step
    where w.application_id = ${applicationId} and w.id = ${pathway_id}`.execute(tx);
  const [plan] = planned;
  if (!plan) throw new Invalid({ pathway_id: ['This pathway does not exist.'] });
  if (!plan.active) throw new Invalid({ pathway_id: ['This pathway is switched off, so nothing would be asked.'] });
  if (plan.is_over) throw new Invalid({ started_on: ['From this day on, the time of every step is over.'] });
  if (plan.is_in) throw new Conflict('This patient is in this pathway already.');
  const { id } = await tx
    .insertInto('pathway_enrolments')
    .values({
      application_id: applicationId,
      pathway_id,
      patient_id: person.id,
      visit_id,
      user_id: userId,
      created_at: now,
      started_at: plan.started_at,
      state: 'active',
      next_due_at: plan.next_due_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await announce(tx, applicationId, ['pathways']);
  return id;
}

/** Returns the record that lives on. Throws NotFound for a patient of another application or other wards. */
async function findPerson(tx: Tx, scope: ApplicationScope, patientId: number) {
  const found = await tx
    .selectFrom('patients as p')
    .innerJoin('patients as now', (join) =>
      join.onRef('now.application_id', '=', 'p.application_id').on(sql<boolean>`now.id = ${patientNow('p')}`),
    )
    .select(['now.id', 'now.deceased'])
    .where('p.application_id', '=', scope.applicationId)
    .where('p.id', '=', patientId)
    .where(isPatientInWards(scope, patientNow('p')))
    .executeTakeFirst();
  if (!found) throw new NotFound('This patient');
  return found;
}

async function isVisitOf(tx: Tx, scope: ApplicationScope, visitId: number, patientId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('visits')
    .select('id')
    .where('application_id', '=', scope.applicationId)
    .where(isInWards(scope, 'location'))
    .where('id', '=', visitId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
  return found !== undefined;
}
