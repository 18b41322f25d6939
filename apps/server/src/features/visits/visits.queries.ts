import { sql } from 'kysely';
import type { visits } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** Returns one visit of the caller's wards with its timeline, oldest first. */
export async function getVisit(tx: Tx, scope: ApplicationScope, id: number) {
  const visit = await tx
    .selectFrom('visits as v')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.application_id', '=', 'v.application_id').onRef('p.id', '=', 'v.patient_id'),
    )
    .select([
      'v.id',
      'v.visit_number',
      'v.state',
      'v.kind',
      'v.on_leave',
      'v.appointment_state',
      'v.expected_at',
      'p.identity_in_doubt',
      'v.patient_class',
      'v.location',
      'v.admitted_at',
      'v.discharged_at',
      'v.patient_id',
      'p.given_name',
      'p.family_name',
      'p.birth_date',
      'p.sex',
      'p.deceased',
    ])
    .$narrowType<Pick<visits.Visit, 'state' | 'kind'>>()
    .where('v.application_id', '=', scope.applicationId)
    .where('v.id', '=', id)
    .$if(scope.locations.length > 0, (rows) => rows.where('v.location', 'in', scope.locations))
    .executeTakeFirst();
  if (!visit) throw new NotFound('This visit');
  return {
    ...visit,
    timeline: await listTimeline(tx, scope, id),
  };
}

async function listTimeline(tx: Tx, scope: ApplicationScope, visitId: number): Promise<visits.TimelineEntry[]> {
  const application = scope.applicationId;
  const { rows } = await sql<visits.TimelineEntry>`
    select m.event_at as at, 'message' as kind, m.id, coalesce(m.event, '') as state, m.location as detail, null as channel, null as title,
      null::bigint as feedback_id
      from hl7_messages m where m.application_id = ${application} and m.visit_id = ${visitId}
    union all
    select case when d.state in ('scheduled', 'suppressed', 'failed') then d.send_at else coalesce(d.sent_at, d.send_at) end, 'delivery', d.id, d.state,
      coalesce(d.reason, d.last_error), d.channel, s.title, null
      from deliveries d
      left join invitations i on i.application_id = d.application_id and i.id = d.invitation_id
      left join surveys s on s.application_id = d.application_id and s.id = i.survey_id
      where d.application_id = ${application} and d.visit_id = ${visitId} and d.purpose <> 'case_notice'
    union all
    select i.opened_at, 'opened', i.id, 'opened', null, null, s.title, null
      from invitations i join surveys s on s.application_id = i.application_id and s.id = i.survey_id
      where i.application_id = ${application} and i.visit_id = ${visitId} and i.opened_at is not null
    union all
    select i.answered_at, 'answered', i.id, 'answered', f.score::text, null, s.title, f.id
      from invitations i
      join surveys s on s.application_id = i.application_id and s.id = i.survey_id
      left join feedback f on f.application_id = i.application_id and f.invitation_id = i.id
      where i.application_id = ${application} and i.visit_id = ${visitId} and i.answered_at is not null
    union all
    select st.at, case when st.action = 'opened' then 'case' else 'case_step' end, c.id, st.action, st.note, null, d.title, null
      from cases c
      join case_steps st on st.application_id = c.application_id and st.case_id = c.id
      left join departments d on d.application_id = c.application_id and d.id = c.department_id
      where c.application_id = ${application} and c.visit_id = ${visitId}
    order by at, id
    limit 500`.execute(tx);
  return rows;
}
