import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { askGate, PATIENT_PURPOSES, type GateAnswer, type GateFacts, type PatientPurpose } from './gate.ts';
import type { PatientChannel } from '../consent/index.ts';

/** Events older than this when they came are history: shown, and nobody is written to. */
const REPLAY_AFTER_HOURS = 72;

interface FactsRow extends GateFacts {
  id: number;
}

/** Asks the gate for deliveries to patients, with the facts as they are now. Deliveries of other kinds have no gate. */
export async function askGateFor(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
  now: Date,
): Promise<Map<number, GateAnswer>> {
  const rows = await readFacts(
    tx,
    applicationId,
    sql`select * from deliveries where application_id = ${applicationId} and id = any(${deliveryIds}::bigint[])`,
    { at: sql`${now}::timestamptz`, counts: sql<boolean>`true` },
  );
  return new Map(rows.map((row) => [row.id, askGate(row, isAddress, now)]));
}

/** What the gate would say, now, of a delivery that nobody has written yet. */
export async function askGateBeforehand(
  tx: Tx,
  applicationId: number,
  delivery: {
    purpose: PatientPurpose;
    channel: PatientChannel;
    fallback_channel: PatientChannel | null;
    recipient: string | null;
    addressed: boolean;
    message_id: number | null;
    patient_id: number | null;
    contact_id: number | null;
    visit_id: number | null;
    survey_id: number | null;
  },
  now: Date,
): Promise<GateAnswer> {
  const row = { ...delivery, id: AFTER_ALL_IDS, application_id: applicationId, created_at: now };
  const [facts] = await readFacts(
    tx,
    applicationId,
    sql`select * from jsonb_populate_record(null::deliveries, ${JSON.stringify(row)}::jsonb)`,
    { at: sql`${now}::timestamptz`, counts: sql<boolean>`true` },
  );
  return facts ? askGate(facts, isAddress, now) : { open: false, reason: 'no_address' };
}

/** A delivery that nobody planned: what the gate would have said at that moment. */
export interface SupposedDelivery {
  purpose: 'survey' | 'message';
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
  survey_id: number | null;
  message_id: number;
  patient_id: number;
  visit_id: number | null;
  at: Date;
}

/**
 * Asks the gate about deliveries that were never written, oldest first, as if each had left when the gate let it: so that
 * one of them keeps a later one from being asked, as it would in earnest. Patients are as they are known now. What
 * `exceptTriggerId` sent is left out of account: it is the rule that is being tried. Writes nothing.
 */
export async function supposeDeliveries(
  tx: Tx,
  applicationId: number,
  supposed: readonly SupposedDelivery[],
  exceptTriggerId: number | null,
): Promise<GateAnswer[]> {
  if (supposed.length === 0) return [];
  const numbered = supposed.map(({ at, ...delivery }, index) => ({
    ...delivery,
    id: AFTER_ALL_IDS + index,
    application_id: applicationId,
    created_at: at,
  }));
  const rows = await readFacts(
    tx,
    applicationId,
    sql`select * from jsonb_populate_recordset(null::deliveries, ${JSON.stringify(numbered)}::jsonb)`,
    {
      at: sql`d.created_at`,
      counts: sql<boolean>`other.created_at <= d.created_at and other.trigger_id is distinct from ${exceptTriggerId}`,
    },
  );
  const factsById = new Map(rows.map((row) => [row.id, row]));
  const asked = createMemory();
  return numbered.map(({ id, patient_id, visit_id, purpose }, index) => {
    const facts = factsById.get(id);
    const at = (supposed[index] as SupposedDelivery).at;
    // Without facts there is no patient any more.
    if (!facts) return { open: false, reason: 'no_address' };
    const known = asked.look(patient_id, visit_id, [facts.phone, facts.email], at, facts.survey_interval_days);
    const answer = askGate(
      {
        ...facts,
        asked_this_visit: facts.asked_this_visit || known.thisVisit,
        asked_lately: facts.asked_lately || known.lately,
      },
      isAddress,
      at,
    );
    if (answer.open && purpose === 'survey') asked.note(patient_id, visit_id, answer.recipient, at);
    return answer;
  });
}

/** Greater than any id, so that what is really scheduled comes first. */
const AFTER_ALL_IDS = 2 ** 52;
const DAY_MS = 86_400_000;

/** Who was asked, and when, among deliveries that are only supposed. */
function createMemory() {
  const visits = new Set<number>();
  const lastAsked = new Map<string, number>();
  const keys = (patientId: number, addresses: readonly (string | null)[]) => [
    `patient ${patientId}`,
    ...addresses.filter((address) => address !== null),
  ];
  return {
    look(patientId: number, visitId: number | null, addresses: (string | null)[], at: Date, intervalDays: number) {
      const since = at.getTime() - intervalDays * DAY_MS;
      return {
        thisVisit: visitId !== null && visits.has(visitId),
        lately: keys(patientId, addresses).some((key) => (lastAsked.get(key) ?? -Infinity) > since),
      };
    },
    note(patientId: number, visitId: number | null, recipient: string, at: Date) {
      if (visitId !== null) visits.add(visitId);
      for (const key of keys(patientId, [recipient])) lastAsked.set(key, at.getTime());
    },
  };
}

interface Frame {
  /** The moment of asking, for a row of `d`. */
  at: RawBuilder<unknown>;
  /** Whether another delivery is taken into account. */
  counts: RawBuilder<boolean>;
}

/** The facts behind deliveries, real or supposed: rows of `source` have the columns of the table. */
async function readFacts(
  tx: Tx,
  applicationId: number,
  source: RawBuilder<unknown>,
  frame: Frame,
): Promise<(FactsRow & { survey_interval_days: number })[]> {
  const { counts } = frame;
  const { rows } = await sql<FactsRow & { survey_interval_days: number }>`
    select d.id, d.purpose, d.channel, d.fallback_channel, a.time_zone, a.minimum_age, a.survey_interval_days,
      to_.phone, to_.email,
      coalesce(p.deceased, false) or ${isSameAs(sql`same.deceased`)} or c.id is not null and exists (
        select from patients gone
        where gone.application_id = d.application_id and gone.deceased and gone.phone = c.phone
      ) or c.id is not null and exists (
        select from patients gone
        where gone.application_id = d.application_id and gone.deceased and lower(gone.email) = lower(c.email)
      ) as deceased,
      coalesce(p.protected, false) or ${isSameAs(sql`same.protected`)} as protected, coalesce(p.identity_unknown, false) as identity_unknown,
      coalesce(p.identity_in_doubt, false) as identity_in_doubt, coalesce(v.on_leave, false) as on_leave, p.birth_date,
      coalesce(m.processing_id, 'P') as processing_id,
      -- what a message caused before it was processed again is no replay, nor is what a person sends by hand
      coalesce(
        not coalesce(d.addressed, false) and d.purpose <> 'de_escalation' and (m.silent and d.created_at >= m.processed_at
          or d.created_at - m.event_at > make_interval(hours => ${REPLAY_AFTER_HOURS})), false) as replay,
      coalesce(v.state = 'cancelled', false) as event_cancelled,
      m.event = 'A03' and exists (
        select from visits later
        where later.application_id = d.application_id and later.patient_id = d.patient_id and later.state = 'open'
          -- whoever lies in a bed is in the house, whenever that stay began
          and later.id <> v.id and (later.admitted_at >= v.discharged_at or later.kind = 'inpatient')) as readmitted,
      -- by this invitation, or by another way that the same visit was offered the same survey
      i.answered_at is not null or exists (
        select from invitations other
        where other.visit_id = d.visit_id and other.survey_id = i.survey_id and i.case_id is null and other.case_id is null
          and other.answered_at is not null and ${counts}) as already_answered,
      d.survey_id is not null and not coalesce(s.active, false) as survey_off,
      d.survey_id is not null and not exists (
        select from questions q where q.application_id = d.application_id and q.survey_id = d.survey_id) as survey_empty,
      d.override_reason is not null as overridden,
      ${manyLately(sql`a.max_messages_per_day`, sql`interval '1 day'`, frame)}
        or ${manyLately(sql`a.max_messages_per_week`, sql`interval '7 days'`, frame)} as too_many_lately,
      exists (
        select from deliveries other
        where other.application_id = d.application_id and other.visit_id = d.visit_id and other.id <> d.id
          and not ${IS_REMINDER_OF_SAME} and other.purpose in ('survey', 'de_escalation') and ${counts}
          and (other.state in ('sending', 'sent', 'delivered', 'answered') or (other.state = 'scheduled' and other.id < d.id)
            -- it may have arrived: whether it is sent again a person decides
            or other.outcome_unknown)
      ) or exists (
        select from invitations other
        where other.visit_id = d.visit_id and other.id is distinct from d.invitation_id and other.answered_at is not null
          and ${counts}) as asked_this_visit,
      ${askedLately(sql`other.patient_id = p.id`, frame)}
        or ${askedLately(sql`other.contact_id = d.contact_id`, frame)}
        or ${answeredLately(sql`other.patient_id = p.id`, frame)}
        or ${answeredLately(sql`other.contact_id = d.contact_id`, frame)}
        or ${askedLately(sql`other.recipient in (to_.phone, to_.email, lower(to_.email))`, frame)} as asked_lately,
      ${saidStop('email', sql`lower(to_.email)`, NOT_BOUNCED)} as email_opted_out,
      ${saidStop('sms', sql`to_.phone`, NOT_BOUNCED)} as sms_opted_out,
      ${bounced('email', sql`lower(to_.email)`)} as email_bounced,
      ${bounced('sms', sql`to_.phone`)} as sms_bounced
    from (${source}) d
    join applications a on a.id = d.application_id
    left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
    -- a contact is the patient of that number, if there is one
    left join lateral (
      select found.* from patients found
      where found.application_id = d.application_id and found.id = coalesce(d.patient_id, (
        select n.patient_id from patient_identifiers n
        where n.application_id = d.application_id and n.identifier = c.external_id
        order by n.patient_id limit 1))
    ) p on true
    cross join lateral (
      select
        case
          when d.addressed then case when d.channel = 'sms' then d.recipient end
          when c.id is null then p.phone else c.phone end as phone,
        case
          when d.addressed then case when d.channel = 'email' then d.recipient end
          when c.id is null then p.email else c.email end as email
    ) to_
    -- offset 0: looked up one by one. Where its figures are old, the planner would read the whole table for each batch.
    left join lateral (select one.* from invitations one where one.id = d.invitation_id offset 0) i on true
    left join surveys s on s.application_id = d.application_id and s.id = d.survey_id
    left join lateral (
      select one.processing_id, one.silent, one.processed_at, one.event_at, one.event
      from hl7_messages one where one.id = d.message_id offset 0) m on true
    left join lateral (select one.* from visits one where one.id = d.visit_id offset 0) v on true
    where d.application_id = ${applicationId} and d.purpose = any(${PATIENT_PURPOSES}::text[]) and (p.id is not null or c.id is not null)`.execute(
    tx,
  );
  return rows;
}

/** A reminder goes by the link that was sent before; anything else that has the same link asks a second time. */
const IS_REMINDER_OF_SAME = sql<boolean>`(coalesce(d.reminder, 0) > 0 and other.invitation_id = d.invitation_id)`;

/** Of another record with the same birth date at the same phone or e-mail: most likely the same person. */
const isSameAs = (fact: RawBuilder<unknown>) => sql<boolean>`(p.birth_date is not null and (exists (
        select from patients same
        where same.application_id = d.application_id and ${fact} and same.phone = to_.phone and same.birth_date = p.birth_date
          and same.id <> p.id
      ) or exists (
        select from patients same
        where same.application_id = d.application_id and ${fact} and lower(same.email) = lower(to_.email)
          and same.birth_date = p.birth_date and same.id <> p.id)))`;

/** Within the application's interval, by another invitation. Each way to know the person has an index of its own. */
const askedLately = (isSame: RawBuilder<unknown>, { at, counts }: Frame) => sql<boolean>`exists (
        select from deliveries other
        where other.application_id = d.application_id and ${isSame} and other.id <> d.id
          and not ${IS_REMINDER_OF_SAME}
          and other.purpose in ('survey', 'de_escalation') and other.state in ('sending', 'sent', 'delivered', 'answered')
          and ${counts}
          and coalesce(other.sent_at, ${at}) > ${at} - make_interval(days => a.survey_interval_days))`;

/** By whichever way they were asked: an answer at the bedside, on a list or by a link counts as having been asked. */
const answeredLately = (isSame: RawBuilder<unknown>, { at, counts }: Frame) => sql<boolean>`exists (
        select from invitations other
        where other.application_id = d.application_id and ${isSame} and other.id is distinct from d.invitation_id
          and ${counts} and other.answered_at > ${at} - make_interval(days => a.survey_interval_days))`;

/** Messages of every kind to the person; null: as many as are due. */
const manyLately = (max: RawBuilder<unknown>, span: RawBuilder<unknown>, { at, counts }: Frame) => sql<boolean>`(
        ${max} is not null and ${max} <= (
          select count(*) from deliveries other
          where other.application_id = d.application_id and other.id <> d.id
            and (other.patient_id = p.id or other.contact_id = d.contact_id)
            and other.purpose = any(${PATIENT_PURPOSES}::text[])
            and other.state in ('sending', 'sent', 'delivered', 'answered') and ${counts}
            and coalesce(other.sent_at, ${at}) > ${at} - ${span}))`;

const NOT_BOUNCED = sql`o.source <> 'bounce'`;

/** They said stop at this address, or at an earlier one of theirs: a new number does not make it undone. */
const saidStop = (
  channel: PatientChannel,
  address: RawBuilder<unknown>,
  why: RawBuilder<unknown>,
) => sql<boolean>`exists (
        select from opt_outs o
        where o.application_id = d.application_id and o.channel = ${channel} and ${why} and o.address = any(array(
          select ${address}
          union all
          select lower(earlier.recipient) from deliveries earlier
          where earlier.application_id = d.application_id and earlier.patient_id = p.id
            and earlier.channel = ${channel} and earlier.state in ('sent', 'delivered', 'answered')
          union all
          select lower(earlier.recipient) from deliveries earlier
          where earlier.application_id = d.application_id and earlier.contact_id = d.contact_id
            and earlier.channel = ${channel} and earlier.state in ('sent', 'delivered', 'answered'))))`;

/** Nobody is there: this very address, for a new one may work. */
const bounced = (channel: PatientChannel, address: RawBuilder<unknown>) => sql<boolean>`exists (
        select from opt_outs o
        where o.application_id = d.application_id and o.channel = ${channel} and o.source = 'bounce' and o.address = ${address})`;

function isAddress(channel: PatientChannel, address: string): boolean {
  if (channel === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);
  return parsePhoneNumberFromString(address)?.isPossible() ?? false;
}
