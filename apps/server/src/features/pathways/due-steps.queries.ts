import type { deliveries, pathways } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { patientNow } from '../../platform/db/patient-now.ts';
import type { ChannelChoice } from '../consent/index.ts';
import type { Decision } from './decide-step.ts';
import { ENROLMENT_LIFECYCLE } from './enrolment-state.ts';
import { daysAfter, isToCome } from './pathways.queries.ts';

/** A step that is due for one patient. Its enrolment is locked. */
export interface DueStep {
  enrolment_id: number;
  pathway_id: number;
  message_id: number | null;
  trigger_id: number | null;
  /** The record that lives on. */
  person_id: number;
  visit_id: number | null;
  location: string | null;
  given_name: string | null;
  language: string | null;
  put_off: deliveries.SuppressionReason | null;
  is_erased: boolean;
  is_second: boolean;
  step_id: number;
  survey_id: number;
  title: string;
  day: number;
  channel: ChannelChoice;
  reminders: number;
  reminder_days: number;
  subject: string | null;
  text: string | null;
  only_if: pathways.StepCondition | null;
  due_at: Date;
  opens_at: Date;
  closes_at: Date;
  /** When the step after it is due; null when it is the last. */
  following_due_at: Date | null;
  /** When it was first looked for: when it is due, or put off to. */
  next_due_at: Date;
}

/** Returns ids of applications with a step that is due; first where one has waited longest. */
export async function listApplicationsWithDueSteps(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ application_id: number }>`
    select w.application_id from pathways w
    cross join lateral (
      select e.next_due_at from pathway_enrolments e
      where e.pathway_id = w.id and e.state = 'active' and e.next_due_at <= ${now}
      order by e.next_due_at limit 1) oldest
    where w.active
    group by w.application_id
    order by min(oldest.next_due_at), w.application_id`.execute(tx);
  return rows.map(({ application_id }) => application_id);
}

/**
 * Locks the patients whose step is due, those who have waited longest first, and leaves out whom another process has locked. Pathways
 * cannot be changed meanwhile.
 */
export async function lockDueSteps(
  tx: Tx,
  applicationId: number,
  now: Date,
  { limit, except }: { limit: number; except: readonly number[] },
): Promise<DueStep[]> {
  const { rows: active } = await sql<{ id: number }>`
    select id from pathways where application_id = ${applicationId} and active order by id for share`.execute(tx);
  const { rows: locked } = await sql<{ id: number }>`
    select due.id from unnest(${active.map(({ id }) => id)}::bigint[]) pathway (id)
    cross join lateral (
      select e.id from pathway_enrolments e
      where e.pathway_id = pathway.id and e.state = 'active' and e.next_due_at <= ${now} and e.id <> all(${except}::bigint[])
      order by e.next_due_at, e.id limit ${limit}
      for update skip locked) due
    limit ${limit}`.execute(tx);
  if (locked.length === 0) return [];
  const { rows } = await sql<DueStep>`
    select e.id as enrolment_id, e.pathway_id, e.message_id, e.trigger_id, person.id as person_id,
      v.id as visit_id, v.location, person.given_name, person.language, e.put_off, e.next_due_at, person.removed_at is not null as is_erased,
      exists (
        select from pathway_enrolments other
        where other.application_id = ${applicationId} and other.pathway_id = e.pathway_id and other.state = 'active' and other.id <> e.id
          and (other.started_at, other.id) < (e.started_at, e.id)
          and other.patient_id in (
            select person.id
            union all
            select gone.id from patients gone
            where gone.application_id = ${applicationId} and gone.merged_into_id = person.id)) as is_second,
      s.id as step_id, s.survey_id, s.title, s.after_days as day, s.channel, s.reminders, s.reminder_days, s.subject, s.text, s.only_if,
      ${daysAfter(sql`e.started_at`, sql`s.after_days`, sql`a.time_zone`)} as due_at,
      ${daysAfter(sql`e.started_at`, sql`s.after_days - s.window_days`, sql`a.time_zone`)} as opens_at,
      ${daysAfter(sql`e.started_at`, sql`s.after_days + s.window_days`, sql`a.time_zone`)} as closes_at,
      (select ${daysAfter(sql`e.started_at`, sql`min(later.after_days)`, sql`a.time_zone`)} from pathway_steps later
        where later.application_id = ${applicationId} and later.pathway_id = e.pathway_id and later.after_days > s.after_days
          and ${isToCome('later', 'e')})
        as following_due_at
    from pathway_enrolments e
    join applications a on a.id = e.application_id
    join patients p on p.id = e.patient_id
    join patients person on person.application_id = ${applicationId} and person.id = ${patientNow('p')}
    left join hl7_messages m on m.application_id = ${applicationId} and m.id = e.message_id
    -- the visit of the message, which two merged records may have in common now
    left join visits v on v.application_id = ${applicationId}
      and v.id = case when m.visit_id is null then e.visit_id else m.visit_id end
    join lateral (
      select one.* from pathway_steps one
      where one.application_id = ${applicationId} and one.pathway_id = e.pathway_id and ${isToCome('one', 'e')}
      order by one.after_days limit 1) s on true
    where e.application_id = ${applicationId} and e.id = any(${locked.map(({ id }) => id)}::bigint[])
    order by e.next_due_at, e.id`.execute(tx);
  return rows;
}

/** What an earlier step of a patient came to. Its day is that of the plan as it is now, as in conditions. */
export interface EarlierStep {
  enrolment_id: number;
  day: number;
  feedback_id: number | null;
}

/** Returns the answered surveys of the steps that were asked. A step that was not answered has no `feedback_id`. */
export async function listEarlierSteps(
  tx: Tx,
  applicationId: number,
  enrolmentIds: readonly number[],
): Promise<EarlierStep[]> {
  if (enrolmentIds.length === 0) return [];
  const { rows } = await sql<EarlierStep>`
    select o.enrolment_id, case when s.id is null then o.day else s.after_days end as day, f.id as feedback_id
    from pathway_occasions o
    left join pathway_steps s on s.application_id = ${applicationId} and s.id = o.step_id
    left join invitations i on i.application_id = ${applicationId} and i.occasion_id = o.id
    left join feedback f on f.application_id = ${applicationId} and f.invitation_id = i.id
    where o.application_id = ${applicationId} and o.enrolment_id = any(${enrolmentIds}::bigint[])`.execute(tx);
  return rows;
}

/** Returns the values of outcome scores by answered survey: `"<feedback> <score>"` → value. */
export async function readScoreValues(
  tx: Tx,
  applicationId: number,
  feedbackIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  if (feedbackIds.length === 0) return new Map();
  const { rows } = await sql<{ feedback_id: number; score_id: number; value: number | null }>`
    select feedback_id, score_id, value from outcome_values(${applicationId}::bigint, ${feedbackIds}::bigint[])`.execute(
    tx,
  );
  return new Map(
    rows.flatMap((row) => (row.value === null ? [] : [[`${row.feedback_id} ${row.score_id}`, row.value]])),
  );
}

/** Returns the enrolments whose patient has answered the survey of the step since its window opened, by any other way. */
export async function listAnsweredOtherwise(
  tx: Tx,
  applicationId: number,
  steps: readonly DueStep[],
): Promise<ReadonlySet<number>> {
  if (steps.length === 0) return new Set();
  const asked = steps.map(({ enrolment_id, person_id, survey_id, opens_at }) => ({
    enrolment_id,
    person_id,
    survey_id,
    opens_at,
  }));
  const { rows } = await sql<{ enrolment_id: number }>`
    select due.enrolment_id
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as due (enrolment_id bigint, person_id bigint, survey_id bigint, opens_at timestamptz)
    where exists (
      select from invitations i
      where i.application_id = ${applicationId} and i.patient_id = due.person_id and i.answered_at >= due.opens_at
        and i.survey_id = due.survey_id and i.case_id is null and (i.enrolment_id = due.enrolment_id) is not true)`.execute(
    tx,
  );
  return new Set(rows.map(({ enrolment_id }) => enrolment_id));
}

export interface Decided {
  step: DueStep;
  decision: Decision;
}

/** Stores what was decided. Returns the ids of the occasions of the steps that are asked, by enrolment. */
export async function recordDecisions(
  tx: Tx,
  applicationId: number,
  decided: readonly Decided[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const rows = decided.map(({ step, decision }) => ({
    ...step,
    kind: decision.kind,
    reason: 'reason' in decision ? decision.reason : null,
    ...nextOf(step, decision),
  }));
  const source = sql`json_to_recordset(${JSON.stringify(rows)}::json) as d (
    enrolment_id bigint, step_id bigint, survey_id bigint, title text, day integer, due_at timestamptz, closes_at timestamptz,
    kind text, reason text, until timestamptz, next_state text)`;
  const { rows: occasions } = await sql<{ id: number; enrolment_id: number }>`
    insert into pathway_occasions (
      application_id, enrolment_id, step_id, survey_id, title, day, due_at, closes_at, decided_at, state, reason)
    select ${applicationId}, d.enrolment_id, d.step_id, d.survey_id, d.title, d.day, d.due_at, d.closes_at, ${now}, d.kind, d.reason
    from ${source}
    where d.kind in ('asked', 'skipped', 'missed')
    returning id, enrolment_id`.execute(tx);
  await sql`
    update pathway_enrolments e set
      state = d.next_state, next_due_at = d.until,
      last_day = case when d.kind in ('asked', 'skipped', 'missed') then d.day else e.last_day end,
      put_off = case when d.kind = 'put_off' then d.reason end,
      end_reason = case when d.kind = 'ended' then d.reason end,
      ended_at = case when d.until is null then ${now}::timestamptz end
    from ${source}
    where e.application_id = ${applicationId} and e.id = d.enrolment_id and e.state = 'active'`.execute(tx);
  return new Map(occasions.map(({ id, enrolment_id }) => [enrolment_id, id]));
}

/** What a decision makes of the enrolment, and when its next step is due or tried again. */
function nextOf({ following_due_at }: DueStep, decision: Decision): { next_state: string; until: Date | null } {
  if (decision.kind === 'ended') return { next_state: ENROLMENT_LIFECYCLE.stopped.active, until: null };
  const until = 'until' in decision ? decision.until : following_due_at;
  const { step_decided, last_step_decided } = ENROLMENT_LIFECYCLE;
  return { next_state: (until ? step_decided : last_step_decided).active, until };
}
