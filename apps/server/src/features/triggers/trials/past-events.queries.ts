import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import { isInWards } from '../../../platform/db/within-wards.ts';
import type { Scope } from '../../../platform/scope.ts';
import { DAYS_SINCE_VISIT } from '../../visits/index.ts';
import type { FilterFacts } from '../matches-filters.ts';

/** A message with the facts right after it was processed. */
export interface PastEvent extends FilterFacts {
  id: number;
  patient_id: number;
  visit_id: number | null;
  given_name: string | null;
  family_name: string | null;
  event_at: Date;
  processed_at: Date;
}

const FACTS = sql`
  m.id, a.time_zone, m.event, m.patient_id, m.visit_id, m.given_name, m.family_name, m.location, m.patient_class,
  v.hospital_service, v.kind, v.appointment_state, v.attending_doctor, v.discharge_disposition, v.diagnoses, v.payers,
  (v.discharged_at at time zone a.time_zone)::date - (v.admitted_at at time zone a.time_zone)::date as nights,
  p.birth_date, m.sex, m.language, m.phone, m.email, m.event_at, m.processed_at`;

/** The events to be explained: those of a visit, or the one of a message. */
export type EventsOf = { visitId: number } | { messageId: number };

/** Lists the events of a visit or message that could have started a trigger, newest first. */
export async function listEventsOf(
  tx: Tx,
  applicationId: number,
  of: EventsOf,
  events: readonly string[],
): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select ${FACTS}, ${DAYS_SINCE_VISIT} as days_since_visit
    from hl7_messages m
    join applications a on a.id = m.application_id
    left join visits v on v.application_id = m.application_id and v.id = m.visit_id
    left join patients p on p.application_id = m.application_id and p.id = m.patient_id
    where m.application_id = ${applicationId} and ${'visitId' in of ? sql`m.visit_id = ${of.visitId}` : sql`m.id = ${of.messageId}`} and m.state = 'processed' and m.event = any(${events}::text[])
    order by m.event_at desc, m.id desc limit 20`.execute(tx);
  return rows;
}

/**
 * Lists past events, newest first. `events` and `wards` limit what is read where an index can; the filters do the rest. The last visit
 * is looked up for each event only where a filter asks for it.
 */
export async function listPastEvents(
  tx: Tx,
  scope: Scope,
  applicationId: number,
  {
    since,
    events,
    wards,
    withLastVisit,
    limit,
  }: { since: Date; events: readonly string[]; wards: readonly string[]; withLastVisit: boolean; limit: number },
): Promise<PastEvent[]> {
  const { rows } = await sql<PastEvent>`
    select ${FACTS}, ${withLastVisit ? DAYS_SINCE_VISIT : sql`null`} as days_since_visit
    from unnest(${events}::text[]) as wanted (event),
    lateral (
      select * from hl7_messages
      where application_id = ${applicationId} and event = wanted.event and event_at >= ${since} and state = 'processed'
        and ${isInWards(scope, 'location')} and ${isInWards({ locations: wards }, 'location')}
      order by event_at desc, id desc limit ${limit}) m
    left join visits v on v.application_id = ${applicationId} and v.id = m.visit_id
    left join patients p on p.application_id = ${applicationId} and p.id = m.patient_id
    join applications a on a.id = ${applicationId}
    where m.patient_id is not null
    order by m.event_at desc, m.id desc
    limit ${limit}`.execute(tx);
  return rows;
}

/** Events of a time, oldest first, of which all that an index can leave out are left out. */
export interface EventRange {
  since: Date;
  until: Date;
  events: readonly string[];
  wards: readonly string[];
  withLastVisit: boolean;
}

/** An event and its place in the order of listEventsAfter. */
export interface DatedEvent extends PastEvent {
  /** By the calendar of the application: 2026-04 */
  month: string;
  /** The time of the event to the microsecond, which a Date does not have. */
  place: string;
}

const inRange = (scope: Scope, applicationId: number, { since, until, wards }: Omit<EventRange, 'events'>) => sql`
  one.application_id = ${applicationId} and one.event_at >= ${since} and one.event_at <= ${until} and one.state = 'processed'
  and one.patient_id is not null and ${isInWards(scope, 'one.location')} and ${isInWards({ locations: wards }, 'one.location')}`;

/** Lists past events, oldest first, after one of them; null: from the first. */
export async function listEventsAfter(
  tx: Tx,
  scope: Scope,
  applicationId: number,
  range: EventRange,
  { after, limit }: { after: DatedEvent | null; limit: number },
): Promise<DatedEvent[]> {
  const isAfter = after ? sql`(one.event_at, one.id) > (${after.place}::timestamptz, ${after.id}::bigint)` : sql`true`;
  const { rows } = await sql<DatedEvent>`
    select ${FACTS}, ${range.withLastVisit ? DAYS_SINCE_VISIT : sql`null`} as days_since_visit,
      to_char(m.event_at at time zone a.time_zone, 'YYYY-MM') as month, m.event_at::text as place
    from (
      select of_event.* from unnest(${range.events}::text[]) as wanted (event),
      lateral (
        select one.* from hl7_messages one
        where one.event = wanted.event and ${inRange(scope, applicationId, range)} and ${isAfter}
        order by one.event_at, one.id limit ${limit}) of_event
      order by of_event.event_at, of_event.id limit ${limit}) m
    join applications a on a.id = m.application_id
    left join lateral (select one.* from visits one where one.application_id = m.application_id and one.id = m.visit_id offset 0) v on true
    left join lateral (select one.* from patients one where one.application_id = m.application_id and one.id = m.patient_id offset 0) p on true
    order by m.event_at, m.id`.execute(tx);
  return rows;
}

export async function countEvents(tx: Tx, scope: Scope, applicationId: number, range: EventRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from hl7_messages one
    where one.event = any(${range.events}::text[]) and ${inRange(scope, applicationId, range)}`.execute(tx);
  return onlyRow(rows).count;
}

export interface PastEscalation {
  at: Date;
  location: string | null;
  /** By the calendar of the application: 2026-04 */
  month: string;
}

/** Lists answers that escalated, one per submitted survey, newest first. */
export async function listPastEscalations(
  tx: Tx,
  scope: Scope,
  applicationId: number,
  { since, surveyId, limit }: { since: Date; surveyId: number | undefined; limit: number },
): Promise<PastEscalation[]> {
  const { rows } = await sql<PastEscalation>`
    select f.submitted_at as at, m.location, to_char(f.submitted_at at time zone a.time_zone, 'YYYY-MM') as month
    from feedback f
    join applications a on a.id = f.application_id
    join invitations i on i.id = f.invitation_id
    left join hl7_messages m on m.id = i.message_id
    where f.application_id = ${applicationId} and f.submitted_at >= ${since}
      and ${surveyId === undefined ? sql<boolean>`true` : sql<boolean>`f.survey_id = ${surveyId}`}
      and ${isInWards(scope, 'm.location')}
      and exists (
        select from feedback_answers given
        where given.application_id = f.application_id and given.feedback_id = f.id and given.escalate)
    order by f.submitted_at desc limit ${limit}`.execute(tx);
  return rows;
}
