import type { Page, pathways, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage, isOneOfFound } from '../../platform/db/page.ts';
import { patientNow } from '../../platform/db/patient-now.ts';
import { isPatientInWards } from '../../platform/db/within-wards.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { findPatientsBy } from '../patient-identity/index.ts';
import { ENROLMENT_LIFECYCLE } from './enrolment-state.ts';
import { OCCASION_STATE } from './occasion-state.ts';
import { daysAfter, isToCome } from './pathways.queries.ts';

type Row = Awaited<ReturnType<ReturnType<typeof enrolmentsOf>['execute']>>[number];

const enrolmentsOf = (tx: Tx, scope: ApplicationScope) =>
  tx
    .selectFrom('pathway_enrolments as e')
    .innerJoin('pathways as w', (join) =>
      join.onRef('w.application_id', '=', 'e.application_id').onRef('w.id', '=', 'e.pathway_id'),
    )
    .innerJoin('patients as p', (join) =>
      join.onRef('p.application_id', '=', 'e.application_id').onRef('p.id', '=', 'e.patient_id'),
    )
    .innerJoin('patients as person', (join) =>
      join.onRef('person.application_id', '=', 'e.application_id').on(sql<boolean>`person.id = ${patientNow('p')}`),
    )
    .leftJoin('visits as v', (join) =>
      join.onRef('v.application_id', '=', 'e.application_id').onRef('v.id', '=', 'e.visit_id'),
    )
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'e.id',
      'e.pathway_id',
      'w.title as pathway_title',
      'person.id as patient_id',
      'person.given_name',
      'person.family_name',
      'person.identifier',
      'e.visit_id',
      'v.location',
      'e.started_at',
      'e.state',
      'e.end_reason',
      'e.end_note',
      'e.ended_at',
      'u.name as enrolled_by',
      'e.next_due_at',
      'e.put_off',
    ])
    .$narrowType<Pick<pathways.Enrolment, 'state' | 'end_reason'>>()
    .where('e.application_id', '=', scope.applicationId)
    .where(isPatientInWards(scope, 'person.id'));

/** Lists patients in pathways with what their steps have come to, for the caller's wards. */
export async function listEnrolments(
  tx: Tx,
  scope: ApplicationScope,
  { pathway_id, patient_id, state, term, sort, ...paging }: QueryOf<typeof pathways.listEnrolments>,
  now: Date,
): Promise<Page<pathways.Enrolment>> {
  const { applicationId } = scope;
  const isDescending = sort.startsWith('-');
  const people = term ? await findPatientsBy(tx, scope, term) : null;
  // Their records, and those that were merged into them. One "or" for both would read all patients.
  const records = (ids: RawBuilder<unknown>) =>
    isOneOfFound(
      'e.patient_id',
      sql`(
        select own.id from ${ids} own (id)
        union all
        select gone.id from patients gone
        where gone.application_id = ${applicationId} and ${isOneOfFound('gone.merged_into_id', ids)})`,
    );
  const rows = enrolmentsOf(tx, scope)
    .$if(pathway_id !== undefined, (from) => from.where('e.pathway_id', '=', pathway_id as number))
    .$if(patient_id !== undefined, (from) => from.where(records(sql`(select ${patient_id}::bigint)`)))
    .$if(people !== null, (from) => from.where(records(sql`${people}`)))
    .$if(state !== undefined, (from) => from.where('e.state', '=', state as string))
    .$if(sort.endsWith('started_at'), (from) => from.orderBy('e.started_at', isDescending ? 'desc' : 'asc'))
    // Whoever waits for nothing is last.
    .$if(sort.endsWith('next_due_at'), (from) =>
      from.orderBy('e.next_due_at', (order) => (isDescending ? order.desc() : order.asc()).nullsLast()),
    )
    .orderBy('e.id', isDescending ? 'desc' : 'asc');
  const found = await fetchPage(tx, rows, { ...paging, term });
  return { ...found, data: await withOccasions(tx, applicationId, found.data, now) };
}

export async function getEnrolment(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  now: Date,
): Promise<pathways.Enrolment> {
  const found = await enrolmentsOf(tx, scope).where('e.id', '=', id).executeTakeFirst();
  const [enrolment] = found ? await withOccasions(tx, scope.applicationId, [found], now) : [];
  if (!enrolment) throw new NotFound('This place in a pathway');
  return enrolment;
}

type OccasionRow = Omit<pathways.Occasion, 'due_at' | 'closes_at'> & {
  enrolment_id: number;
  due_at: Date;
  closes_at: Date;
};

/** Adds what was decided about steps, and the steps that are still to come. */
async function withOccasions(
  tx: Tx,
  applicationId: number,
  enrolments: readonly Row[],
  now: Date,
): Promise<pathways.Enrolment[]> {
  const ids = enrolments.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows: decided } = await sql<OccasionRow>`
    select o.enrolment_id, o.title, o.day, o.survey_id, s.title as survey_title, o.due_at, o.closes_at,
      ${OCCASION_STATE(now)} as state, coalesce(o.reason, case when ${OCCASION_STATE(now)} = 'not_sent' then i.asking_reason end) as reason,
      f.id as feedback_id
    from pathway_occasions o
    join surveys s on s.application_id = o.application_id and s.id = o.survey_id
    left join invitations i on i.application_id = ${applicationId} and i.occasion_id = o.id
    left join feedback f on f.application_id = ${applicationId} and f.invitation_id = i.id
    where o.application_id = ${applicationId} and o.enrolment_id = any(${ids}::bigint[])
    order by o.day`.execute(tx);
  const { rows: coming } = await sql<OccasionRow>`
    select e.id as enrolment_id, s.title, s.after_days as day, s.survey_id, v.title as survey_title,
      ${daysAfter(sql`e.started_at`, sql`s.after_days`, sql`a.time_zone`)} as due_at,
      ${daysAfter(sql`e.started_at`, sql`s.after_days + s.window_days`, sql`a.time_zone`)} as closes_at,
      'due' as state, null as reason, null as feedback_id
    from pathway_enrolments e
    join applications a on a.id = e.application_id
    join pathway_steps s on s.application_id = e.application_id and s.pathway_id = e.pathway_id
      and ${isToCome('s', 'e')}
    join surveys v on v.application_id = s.application_id and v.id = s.survey_id
    where e.application_id = ${applicationId} and e.id = any(${ids}::bigint[]) and e.state = 'active'
    order by s.after_days`.execute(tx);
  const byEnrolment = new Map<number, OccasionRow[]>(ids.map((id) => [id, []]));
  for (const one of [...decided, ...coming]) byEnrolment.get(one.enrolment_id)?.push(one);
  return enrolments.map(({ put_off, ...enrolment }) => {
    const occasions = byEnrolment.get(enrolment.id) ?? [];
    const next = occasions.find(({ state }) => state === 'due');
    return {
      ...enrolment,
      started_at: enrolment.started_at.toISOString(),
      ended_at: enrolment.ended_at?.toISOString() ?? null,
      next_due_at: enrolment.next_due_at?.toISOString() ?? null,
      occasions: occasions.map((one) => ({
        title: one.title,
        day: one.day,
        survey_id: one.survey_id,
        survey_title: one.survey_title,
        due_at: one.due_at.toISOString(),
        closes_at: one.closes_at.toISOString(),
        state: one.state,
        reason: one === next ? (put_off as pathways.Occasion['reason']) : one.reason,
        feedback_id: one.feedback_id,
      })),
    };
  });
}

/** Ends the pathways of patients whose data are erased, and deletes what was written about why one ended. */
export async function forgetEnrolmentsOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update pathway_enrolments set
      end_note = null, next_due_at = null, put_off = null,
      state = case state when 'active' then ${ENROLMENT_LIFECYCLE.stopped.active} else state end,
      end_reason = case state when 'active' then 'erased' else end_reason end,
      ended_at = case state when 'active' then ${now}::timestamptz else ended_at end
    where application_id = ${applicationId} and patient_id = any(${patientIds}::bigint[])`.execute(tx);
}

/** Ends a pathway for a patient because a person wants it. The gate refuses what was to be sent. Throws Conflict when it is over. */
export async function endEnrolment(
  tx: Tx,
  { applicationId }: ApplicationScope,
  id: number,
  { note, now }: { note: string; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('pathway_enrolments')
    .set({
      state: ENROLMENT_LIFECYCLE.stopped.active,
      end_reason: 'by_hand',
      end_note: note,
      ended_at: now,
      next_due_at: null,
      put_off: null,
    })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Conflict('This pathway is over for this patient already.');
  await announce(tx, applicationId, ['pathways']);
}
