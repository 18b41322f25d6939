import type { consent, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isOfSomeWards, patientsInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isVisibleContact } from '../contacts/index.ts';

/** The types of the columns, which the table's constraints guarantee. */
type Narrowed = Pick<consent.ConsentEvent, 'purpose' | 'channel' | 'change' | 'source' | 'manner' | 'bases'>;

/** The entries of the ledger that the caller may see, as `e`. */
export const consentEvents = (tx: Tx, scope: ApplicationScope) =>
  tx
    .selectFrom('consent_events as e')
    .leftJoin('consent_wordings as w', 'w.id', 'e.wording_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'e.id',
      'e.at',
      'e.purpose',
      'e.channel',
      'e.address',
      'e.change',
      'e.source',
      'e.patient_id',
      'e.written',
      'e.note',
      'e.carried_from',
      'e.is_earlier',
      'e.manner',
      'e.given_on',
      'u.name as user_name',
      'w.text as wording',
      'w.language as wording_language',
      BASES_THEN.as('bases'),
    ])
    .$narrowType<Narrowed>()
    .where('e.application_id', '=', scope.applicationId)
    .where(isVisibleEvent(scope));

/** SQL: the legal bases that were stated for the purposes of entry `e` when it was made. */
const BASES_THEN = sql<consent.ConsentEvent['bases']>`array(
  select distinct on (b.purpose) b.basis from consent_bases b
  where b.application_id = e.application_id and b.valid_from <= e.at and (e.purpose = 'all' or b.purpose = e.purpose)
  order by b.purpose, b.id desc)`;

/** SQL: entry `e` is listed to the caller. Whoever sees some wards only is shown those that name somebody whom they may see. */
export const isListedEvent = (scope: ApplicationScope): RawBuilder<boolean> =>
  isOfSomeWards(scope)
    ? sql<boolean>`(${isVisibleEvent(scope)} and (e.patient_id is not null or e.contact_id is not null))`
    : sql<boolean>`true`;

/** SQL: the caller may see entry `e`: it names nobody, or somebody whom the caller may see. */
function isVisibleEvent(scope: ApplicationScope): RawBuilder<boolean> {
  if (!isOfSomeWards(scope)) return sql<boolean>`true`;
  return sql<boolean>`((e.patient_id is null or e.patient_id in ${patientsInWards(scope)})
    and (e.contact_id is null or exists (
      select from contacts c
      where c.application_id = e.application_id and c.id = e.contact_id and ${isVisibleContact(scope)})))`;
}

/** Lists the entries of the application, of some days in its time zone. */
export function listConsentEvents(
  tx: Tx,
  scope: ApplicationScope,
  { from, to, sort, ...paging }: QueryOf<typeof consent.listConsentEvents>,
) {
  const zone = sql`(select time_zone from applications where id = ${scope.applicationId})`;
  const query = consentEvents(tx, scope)
    .$if(from !== undefined, (rows) => rows.where(sql<boolean>`e.at >= ${from}::date::timestamp at time zone ${zone}`))
    .$if(to !== undefined, (rows) => rows.where(sql<boolean>`e.at < (${to}::date + 1)::timestamp at time zone ${zone}`))
    .where(isListedEvent(scope))
    .orderBy('e.id', sort === 'id' ? 'asc' : 'desc');
  return fetchPage(tx, query, paging);
}
