import { sql, type RawBuilder } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { patientOfContact } from '../contacts/index.ts';
import type { PatientChannel } from '../consent/index.ts';
import { PATIENT_PURPOSES, type GateFacts } from './gate.ts';

/** Events that were older than this on arrival are history: they are shown, and nothing is sent. */
export const REPLAY_AFTER_HOURS = 72;

export interface FactsRow extends GateFacts {
  id: number;
  survey_interval_days: number;
}

/**
 * The time at which the gate is asked, and the deliveries that it takes into account: the present, or a supposed past.
 */
export interface Frame {
  /** SQL: the time of asking, for a row of `d`. */
  at: RawBuilder<unknown>;
  /** SQL: another delivery is taken into account. */
  counts: RawBuilder<boolean>;
}

/** For so long after the death of a child, or a diagnosis that says so, nothing but what a colleague writes goes to the family. */
const MOURNING = sql`interval '1 year'`;

/** Reads the facts about deliveries, stored or supposed. `source` is a query with the columns of the table. */
export async function readFacts(
  tx: Tx,
  applicationId: number,
  source: RawBuilder<unknown>,
  frame: Frame,
): Promise<FactsRow[]> {
  const { counts } = frame;
  const query = sql<FactsRow>`
    select d.id, d.purpose, d.channel, d.fallback_channel, a.time_zone, a.minimum_age, a.survey_interval_days,
      to_.phone, to_.email,
      coalesce(p.deceased, false) or ${isSameAs(sql`same.deceased`)} or c.id is not null and exists (
        select from patients gone
        where gone.application_id = d.application_id and gone.deceased and gone.phone = c.phone
      ) or c.id is not null and exists (
        select from patients gone
        where gone.application_id = d.application_id and gone.deceased and lower(gone.email) = lower(c.email)
      ) or ${isOfNumber(sql`same.deceased`)} as deceased,
      coalesce(p.protected, false) or ${isSameAs(sql`same.protected`)} or ${isOfNumber(sql`same.protected`)} as protected, coalesce(p.identity_unknown, false) as identity_unknown,
      coalesce(p.identity_in_doubt, false) as identity_in_doubt, coalesce(v.on_leave, false) as on_leave, p.birth_date,
      coalesce(m.processing_id, 'P') as processing_id,
      -- a delivery from before its message was reprocessed is no replay, nor is one that a person sends by hand
      coalesce(
        -- the step of a pathway is no replay either: its event was when it began
        d.enrolment_id is null and not coalesce(d.addressed, false) and d.purpose <> 'de_escalation' and (m.silent and d.created_at >= m.processed_at
          or d.created_at - m.event_at > make_interval(hours => ${REPLAY_AFTER_HOURS})), false) as replay,
      coalesce(v.state = 'cancelled', false) as event_cancelled,
      m.event = 'A03' and (v.state = 'open' or exists (
        select from visits other
        where ${IS_OPEN_STAY} and other.kind = 'inpatient' and (other.admitted_at >= v.discharged_at) is not true
      )) as still_admitted,
      m.event = 'A03' and exists (
        select from visits other where ${IS_OPEN_STAY} and other.admitted_at >= v.discharged_at) as readmitted,
      -- answered by this invitation, or by another offer of the same survey about the same visit; the step of a pathway by any other
      -- offer to the same person since it was asked
      i.answered_at is not null or exists (
        select from invitations other
        where other.visit_id = d.visit_id and other.survey_id = i.survey_id and i.case_id is null and other.case_id is null
          and other.occasion_id is not distinct from i.occasion_id and other.answered_at is not null and ${counts})
        or i.occasion_id is not null and exists (
        select from invitations other
        where other.application_id = d.application_id and other.patient_id = p.id and other.answered_at >= i.created_at
          and other.survey_id = i.survey_id and other.case_id is null and (other.enrolment_id = i.enrolment_id) is not true
          and ${counts}) as already_answered,
      d.survey_id is not null and not coalesce(s.active, false) as survey_off,
      d.survey_id is not null and not exists (
        select from questions q where q.application_id = d.application_id and q.survey_id = d.survey_id) as survey_empty,
      ${IS_BY_ITSELF} and (${hasLostChild(frame)} or ${isOfChildLost(sql`child.phone = to_.phone`, frame)}
        or ${isOfChildLost(sql`child.email_lower = lower(to_.email)`, frame)}) as bereaved,
      case when ${IS_BY_ITSELF} then ${diagnosedLately(frame)} end as diagnosed_lately, a.loss_diagnoses,
      rule.config->'filters' as rule_filters, v.diagnoses, v.discharge_disposition, v.payers,
      exists (
        select from pathway_enrolments e where e.id = d.enrolment_id and e.state = 'ended') as pathway_ended,
      d.override_reason is not null as overridden, coalesce(d.sampled_out, false) as sampled_out,
      d.ward_quota - ${askedOfQuota(frame)} as quota_left,
      d.quota_key || to_char(${MONTH}, ' YYYY-MM') as quota_key,
      -- new senders: until a person has approved one, nothing is sent because of its messages
      a.listens_only or coalesce(m.source <> 'form' and not coalesce(sp.may_send, sh.application_id is null), false) as listens_only,
      ${manyLately(sql`a.max_messages_per_day`, sql`interval '1 day'`, frame)}
        or ${manyLately(sql`a.max_messages_per_week`, sql`interval '7 days'`, frame)} as too_many_lately,
      -- the link was withdrawn when two visits were merged; the survey is offered by the other visit's link
      -- a pathway asks about one visit several times, whoever else asks
      i.withdrawn_at is not null and i.case_id is null or d.enrolment_id is null and exists (
        select from invitations other
        where other.application_id = d.application_id and other.visit_id = d.visit_id and ${counts}
          and (other.id is distinct from d.invitation_id and other.answered_at is not null
            or not ${IS_OWN} and (other.asking in ('sending', 'sent', 'delivered')
              or other.asking = 'scheduled' and other.delivery_id < d.id and other.withdrawn_at is null
              -- it may have arrived, so a person decides whether it is sent again
              or other.asked_uncertain))) as asked_this_visit,
      ${askedLately(sql`other.patient_id = p.id`, frame)}
        or ${askedLately(sql`other.contact_id = any(lists.contact_ids)`, frame)}
        or ${askedLately(sql`other.address in (to_.phone, lower(to_.email))`, frame)} as asked_lately,
      ${saidStop('email', sql`lower(to_.email)`, NOT_BOUNCED)} or ${saidStopBeforeErasure('email', sql`to_.email`)} as email_opted_out,
      ${saidStop('sms', sql`to_.phone`, NOT_BOUNCED)} or ${saidStopBeforeErasure('sms', sql`to_.phone`)} as sms_opted_out,
      ${notAgreed(applicationId, 'email', sql`lower(to_.email)`)} as email_not_agreed,
      ${notAgreed(applicationId, 'sms', sql`to_.phone`)} as sms_not_agreed,
      ${bounced('email', sql`lower(to_.email)`)} as email_bounced,
      ${bounced('sms', sql`to_.phone`)} as sms_bounced
    from (${source}) d
    join applications a on a.id = d.application_id
    left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
    -- The patient of a contact is found first, with offset 0: row-level security prevents a subquery from using an
    -- index, so that all patients of the application would be read for each delivery.
    cross join lateral (
      select coalesce(d.patient_id, ${patientOfContact}) as patient_id
      offset 0
    ) person
    left join lateral (
      select found.* from patients found
      where found.application_id = d.application_id and found.id = person.patient_id
      offset 0
    ) p on true
    -- Contacts on lists that stand for the same person: those that a list made from the patient, and those that a
    -- person made with any of the patient's numbers, of any authority.
    cross join lateral (
      select array(
        select d.contact_id where d.contact_id is not null
        union all
        select listed.id from contacts listed
        where listed.application_id = d.application_id and listed.patient_id = p.id
        union all
        select listed.id from patients gone
        join contacts listed on listed.application_id = gone.application_id and listed.patient_id = gone.id
        where gone.application_id = d.application_id and gone.merged_into_id = p.id
        union all
        select listed.id from patient_identifiers n
        join contacts listed on listed.application_id = n.application_id and listed.external_id = n.identifier
        where n.application_id = d.application_id and n.patient_id = p.id and listed.patient_id is null) as contact_ids
      offset 0
    ) lists
    cross join lateral (
      select
        case
          when d.addressed then case when d.channel = 'sms' then d.recipient end
          when c.id is null then p.phone else c.phone end as phone,
        case
          when d.addressed then case when d.channel = 'email' then d.recipient end
          when c.id is null then p.email else c.email end as email
    ) to_
    -- offset 0: rows are looked up one by one. With outdated statistics the planner would read the whole table for each
    -- batch.
    left join lateral (select one.* from invitations one where one.id = d.invitation_id offset 0) i on true
    left join surveys s on s.application_id = d.application_id and s.id = d.survey_id
    left join lateral (
      select one.processing_id, one.silent, one.processed_at, one.event_at, one.event, one.source,
        one.sending_application, one.sending_facility
      from hl7_messages one where one.id = d.message_id offset 0) m on true
    left join sender_profiles sp on sp.application_id = d.application_id
      and sp.sending_application = m.sending_application and sp.sending_facility = m.sending_facility
    left join sender_holds sh on sh.application_id = d.application_id
    left join lateral (select one.* from visits one where one.id = d.visit_id offset 0) v on true
    left join lateral (select one.config from triggers one where one.id = d.trigger_id offset 0) rule on true
    where d.application_id = ${applicationId} and d.purpose = any(${PATIENT_PURPOSES}::text[]) and (p.id is not null or c.id is not null)`;
  // Deliveries in other wards count too, whoever the caller is.
  const { rows } = await seeingEveryWard(tx, () => query.execute(tx));
  return rows;
}

/**
 * SQL: `other` is the offer of this delivery: this is a reminder of it, or the delivery that sent it. Another delivery
 * with the same link counts as a second one.
 */
const IS_OWN = sql<boolean>`(other.id is not distinct from d.invitation_id
              and (coalesce(d.reminder, 0) > 0 or other.delivery_id = d.id))`;

/** SQL: `other` is another visit of the patient that is open now. */
const IS_OPEN_STAY = sql<boolean>`other.application_id = d.application_id and other.patient_id = d.patient_id
          and other.state = 'open' and other.id <> v.id`;

/**
 * SQL: `same` is another record with the same date of birth and the same phone or e-mail, most likely of the same
 * person.
 */
const isSameAs = (fact: RawBuilder<unknown>) => sql<boolean>`(p.birth_date is not null and (exists (
        select from patients same
        where same.application_id = d.application_id and ${fact} and same.phone = to_.phone and same.birth_date = p.birth_date
          and same.id <> p.id
      ) or exists (
        select from patients same
        where same.application_id = d.application_id and ${fact} and lower(same.email) = lower(to_.email)
          and same.birth_date = p.birth_date and same.id <> p.id)))`;

/**
 * SQL: anybody with the number of a contact that a person made. The number names no authority, so it may belong to any
 * of them.
 */
const isOfNumber = (
  fact: RawBuilder<unknown>,
) => sql<boolean>`(c.patient_id is null and c.external_id is not null and exists (
        select from patient_identifiers n
        join patients same on same.application_id = n.application_id and same.id = n.patient_id
        where n.application_id = d.application_id and n.identifier = c.external_id and ${fact}))`;

/**
 * SQL: the person was offered a survey within the application's interval, by another invitation. Answers count, whether
 * at the bedside, on a list or by a link, and so does a message that may have arrived. Each way to identify the person
 * uses its own index. The steps of a pathway are as far apart as whoever made it wanted, so they do not count for each other.
 */
const askedLately = (isSame: RawBuilder<unknown>, { at, counts }: Frame) => sql<boolean>`exists (
        select from invitations other
        where other.application_id = d.application_id and ${isSame} and other.id is distinct from d.invitation_id and ${counts}
          and (other.enrolment_id = d.enrolment_id) is not true
          and (other.asking = 'sending'
            or greatest(other.asked_at, other.may_have_arrived_at, other.answered_at) > ${at} - make_interval(days => a.survey_interval_days)))`;

/** SQL: `other` has left, or may have. */
const HAS_LEFT = sql<boolean>`(other.state in ('sending', 'sent', 'delivered', 'answered') or other.outcome_unknown)`;

/** SQL: no colleague wrote it to this person. */
const IS_BY_ITSELF = sql<boolean>`(d.purpose <> 'message' or d.trigger_id is not null or d.broadcast_run_id is not null)`;

/** SQL: a message about a child who died named one of the person's numbers as the mother's. */
const hasLostChild = ({ at }: Frame) => sql<boolean>`exists (
        select from patient_identifiers mine
        join patients child on child.application_id = mine.application_id and child.mother_identifier = mine.identifier and child.deceased
        join patient_authority_names n on n.application_id = mine.application_id and n.authority_id = mine.authority_id
          and n.name = any(child.mother_authority)
        where mine.application_id = d.application_id and mine.patient_id = p.id and child.id <> p.id and child.facts_at > ${at} - ${MOURNING})`;

/** SQL: it goes to the phone or e-mail that the hospital had for a child who died. A sender need not say whose child somebody is. */
const isOfChildLost = (isSame: RawBuilder<unknown>, { at }: Frame) => sql<boolean>`exists (
        select from patients child
        where child.application_id = d.application_id and child.deceased and ${isSame} and child.id is distinct from p.id
          and child.facts_at < (child.birth_date + interval '18 years') and child.facts_at > ${at} - ${MOURNING})`;

/** SQL: the diagnoses of the person's stays that began or ended lately. */
const diagnosedLately = ({ at }: Frame) => sql`array(
        select distinct unnest(stay.diagnoses) from visits stay
        where stay.application_id = d.application_id and stay.patient_id = p.id
          and greatest(stay.admitted_at, stay.discharged_at) > ${at} - ${MOURNING})`;

/** SQL: the month in which a delivery is due, by the calendar of the application. */
const MONTH = sql`date_trunc('month', d.send_at at time zone a.time_zone)`;

/**
 * SQL: number of people of the ward whom the rule of a delivery has asked in its month. What failed does not count, unless it may have
 * arrived.
 */
const askedOfQuota = ({ counts }: Frame) => sql`(
        select count(*)::int from deliveries other
        where other.quota_key = d.quota_key and other.id <> d.id
          and other.send_at >= ${MONTH} at time zone a.time_zone and other.send_at < (${MONTH} + interval '1 month') at time zone a.time_zone
          and ${HAS_LEFT} and ${counts})`;

/**
 * SQL: the person got as many messages of any kind as `max` allows in this time; null means no limit. The ledger of
 * offers does not contain all of them, so deliveries are counted.
 *
 * PostgreSQL uses no index for a comparison that `is true`. Here and in saidStop this keeps it from searching a whole application or channel,
 * which it prefers while a young table has no statistics.
 */
const manyLately = (max: RawBuilder<unknown>, span: RawBuilder<unknown>, { at, counts }: Frame) => {
  const sentLately = sql`other.id <> d.id and other.purpose = any(${PATIENT_PURPOSES}::text[])
            and ${HAS_LEFT} and ${counts}
            and coalesce(other.sent_at, case when other.outcome_unknown then other.send_at end, ${at}) > ${at} - ${span}`;
  return sql<boolean>`(
        ${max} is not null and ${max} <= (
          select count(*) from deliveries other
          where other.application_id = d.application_id and other.patient_id = p.id and ${sentLately}
        ) + (
          select count(*) from deliveries other
          where (other.application_id = d.application_id) is true and other.contact_id = any(lists.contact_ids)
            and (other.patient_id = p.id) is not true and ${sentLately}))`;
};

const NOT_BOUNCED = sql`o.source <> 'bounce'`;

/** SQL: the person opted out at this address or at an earlier one. A new address does not withdraw an opt-out. */
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
            and (earlier.channel = ${channel}) is true and (earlier.state in ('sent', 'delivered', 'answered') or earlier.outcome_unknown)
          union all
          select lower(earlier.recipient) from deliveries earlier
          where earlier.application_id = d.application_id and earlier.contact_id = any(lists.contact_ids)
            and (earlier.channel = ${channel}) is true and (earlier.state in ('sent', 'delivered', 'answered') or earlier.outcome_unknown))))`;

/** SQL: this address was opted out when its person was erased. Only its hash is known. */
const saidStopBeforeErasure = (channel: PatientChannel, address: RawBuilder<unknown>) => sql<boolean>`exists (
        select from erased_addresses e
        where e.application_id = d.application_id and e.channel = ${channel} and e.address_hash = address_hash(a.address_salt, ${address}))`;

/** SQL: the purpose of the delivery, for which a legal basis is stated. */
const PURPOSE = sql<string>`(case
        when d.broadcast_run_id is not null then 'broadcasts' when d.purpose = 'message' then 'care' else 'surveys' end)`;

/**
 * SQL: the purposes whose legal basis is consent, as an array. It depends on no delivery, so PostgreSQL finds it once for a query.
 */
const purposesByConsent = (applicationId: number) => sql`array(
          select last.purpose from (
            select distinct on (b.purpose) b.purpose, b.basis from consent_bases b
            where b.application_id = ${applicationId} order by b.purpose, b.id desc) last
          where last.basis = 'consent')`;

/**
 * SQL: the legal basis of the purpose is consent, and the person has not given it at this address. A consent is of the
 * person and of the address: a new number may be somebody else's, and a shared one is of several people.
 */
const notAgreed = (applicationId: number, channel: PatientChannel, address: RawBuilder<unknown>) => sql<boolean>`(
        ${PURPOSE} = any(${purposesByConsent(applicationId)}) and not exists (
          select from consents k
          where k.application_id = d.application_id and k.channel = ${channel} and k.address = ${address} and k.purpose = ${PURPOSE}
            and (k.patient_id = p.id or k.contact_id = any(lists.contact_ids) or exists (
              select from patients gone
              where gone.application_id = d.application_id and gone.id = k.patient_id and gone.merged_into_id = p.id))))`;

/** SQL: this address bounced. A new address may work. */
const bounced = (channel: PatientChannel, address: RawBuilder<unknown>) => sql<boolean>`exists (
        select from opt_outs o
        where o.application_id = d.application_id and o.channel = ${channel} and o.source = 'bounce' and o.address = ${address})`;
