import type { mailingLists } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isPatientInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/**
 * SQL: the patients that a list of this kind contains now, one row each, without the dead, the protected and the
 * unidentified. A census list contains patients with an open visit; a dynamic list those with one visit that meets all
 * rules.
 */
export function peopleOf(
  applicationId: number,
  type: mailingLists.ListType,
  rules: mailingLists.ListRules,
  now: Date,
): RawBuilder<{ id: number; identifier: string }> {
  return sql`
    select p.id, p.identifier, p.given_name, p.family_name, p.email, p.phone, p.language
    from patients p
    join applications a on a.id = p.application_id
    where p.application_id = ${applicationId} and p.merged_into_id is null
      and not p.deceased and not p.protected and not p.identity_unknown
      ${type === 'dynamic' ? sql`${personMeets(rules, now)} and ${visitMeets(applicationId, rules, now)}` : sql``}
      ${type === 'census' ? sql`and exists (select from visits v where v.application_id = p.application_id and v.patient_id = p.id and v.state = 'open')` : sql``}
      ${type === 'static' ? sql`and false` : sql``}`;
}

const any = (column: string, values: readonly string[] | undefined) =>
  values && values.length > 0 ? sql`and ${sql.ref(column)} = any(${[...values]}::text[])` : sql``;

/** The age is in whole years by the hospital's calendar. A person without a date of birth meets no rule on age. */
function personMeets({ sex, age_from = null, age_to = null }: mailingLists.ListRules, now: Date) {
  const age = sql`date_part('year', age((${now}::timestamptz at time zone a.time_zone)::date, p.birth_date))`;
  return sql`
      ${any('p.sex', sex)}
      ${age_from === null ? sql`` : sql`and ${age} >= ${age_from}`}
      ${age_to === null ? sql`` : sql`and ${age} <= ${age_to}`}`;
}

function visitMeets(applicationId: number, rules: mailingLists.ListRules, now: Date) {
  const since = sql`${now}::timestamptz - make_interval(days => ${rules.last_days}::int)`;
  const happened =
    rules.event && rules.event.length > 0
      ? sql`and exists (
          select from hl7_messages m
          where m.application_id = v.application_id and m.visit_id = v.id and m.state = 'processed'
            and m.event = any(${rules.event}::text[]) and m.event_at >= ${since}
            -- a discharge that was cancelled does not count
            and (m.event <> 'A03' or v.state = 'closed'))`
      : sql``;
  return sql`p.id in (
        select v.patient_id from visits v
        where v.application_id = ${applicationId} and v.state <> 'cancelled' and v.last_event_at >= ${since}
          ${any('v.location', rules.location)}
          ${any('v.patient_class', rules.patient_class)}
          ${any('v.hospital_service', rules.hospital_service)}
          ${happened})`;
}

/** Counts the people that a list would contain whom the caller may see. */
export async function countPeople(
  tx: Tx,
  scope: ApplicationScope,
  type: mailingLists.ListType,
  rules: mailingLists.ListRules,
  now: Date,
): Promise<{ people: number; with_address: number }> {
  const { rows } = await sql<{ people: number; with_address: number }>`
    select count(*) as people, count(*) filter (where email is not null or phone is not null) as with_address
    from (${peopleOf(scope.applicationId, type, rules, now)}) people where ${isPatientInWards(scope, 'people.id')}`.execute(
    tx,
  );
  return rows[0] ?? { people: 0, with_address: 0 };
}
