import { MAX_UNPAGED, messages, type QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { DateTime } from 'luxon';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import { asMinimum, fetchPageInOrder, isOneOf, isOneOfFound } from '../../platform/db/page.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope, Scope } from '../../platform/scope.ts';
import { feedbackState, hasFeedback } from '../invitations/index.ts';
import { senderCharset } from '../patient-events/index.ts';
import { findPatientsBy, MAX_FOUND, meansTooMany } from '../patient-identity/index.ts';

type Filters = QueryOf<typeof messages.listMessages>;

export const columns = [
  'm.id',
  'm.application_id',
  'm.message_control_id',
  'm.message_type',
  'm.event',
  'm.state',
  'm.error_code',
  'm.error_field',
  'm.error_text',
  'm.ignored_reason',
  'm.warnings',
  'm.event_at',
  'm.received_at',
  'm.sending_application',
  'm.sending_facility',
  'm.location',
  'm.patient_class',
  'm.visit_number',
  'm.visit_id',
  'm.patient_id',
  'm.patient_identifier',
  'm.given_name',
  'm.family_name',
  'm.birth_date',
  'm.sex',
  'm.language',
  'm.phone_home',
  'm.phone',
  'm.email',
  'm.duplicate_count',
  'm.control_id_reused',
] as const;

export const askedState = feedbackState.as('feedback_state');

type MessageRow = Selectable<DB['hl7_messages']>;

/** The census shows the current facts of a patient and a visit, not those of their last message. */
const KNOWN_NOW: Readonly<Partial<Record<string, string>>> = {
  'm.location': 'v.location',
  'm.patient_class': 'v.patient_class',
  'm.visit_number': 'v.visit_number',
  'm.patient_identifier': 'p.identifier',
  'm.given_name': 'p.given_name',
  'm.family_name': 'p.family_name',
};

/**
 * The last message of each patient with an open visit. The joins use ids only, so that each is one index lookup; a statement that needs no
 * names, such as one that counts, leaves out the left join of patients.
 */
const censusMessages = ({ applicationId }: Scope) => sql<MessageRow>`(
  select ${sql.join(columns.map((column) => sql`${sql.ref(KNOWN_NOW[column] ?? column)} as ${sql.ref(column.slice(2))}`))}
  from visits v
  left join patients p on p.id = v.patient_id
  join hl7_messages m on m.id = v.last_message_id
  where v.application_id = ${applicationId === 'all' ? null : applicationId} and v.state = 'open')`;

/** Messages of the caller's application and wards. Without an application, those that belong to none. */
export function visibleMessages(tx: Tx, scope: Scope, isCensus = false) {
  return tx
    .selectFrom((isCensus ? censusMessages(scope) : sql<MessageRow>`hl7_messages`).as('m'))
    .$call((rows) => (scope.applicationId === 'all' ? rows : rows.where('m.application_id', '=', scope.applicationId)))
    .$if(scope.applicationId === 'all', (rows) => rows.where('m.application_id', 'is', null))
    .$if(scope.locations.length > 0, (rows) => rows.where('m.location', 'in', scope.locations));
}

const wards = (location: Filters['location']): string[] =>
  [location ?? []]
    .flat()
    .flatMap((one) => one.split(','))
    .map((ward) => ward.trim())
    .filter(Boolean);

function filtered(
  tx: Tx,
  scope: Scope,
  {
    type,
    state,
    location,
    exclude_feedback,
    since,
    distribution_list,
    found,
  }: Omit<Filters, 'sort' | 'page' | 'per_page' | 'cursor' | 'after' | 'term'> & {
    since: Date | null;
    found: RawBuilder<boolean> | null;
  },
) {
  const event = messages.EVENT_BY_TYPE[type as messages.MessageType] ?? type;
  const list = distribution_list && distribution_list !== 'census' ? distribution_list : null;
  return visibleMessages(tx, scope, distribution_list === 'census')
    .$call((rows) => (event ? rows.where('m.event', '=', event) : rows))
    .$call((rows) => (state === undefined ? rows : rows.where('m.state', '=', state)))
    .$if(wards(location).length > 0, (rows) => rows.where('m.location', 'in', wards(location)))
    .$if(since !== null, (rows) => rows.where('m.event_at', '>=', since))
    .$if(exclude_feedback === '1', (rows) => rows.where(sql<boolean>`not ${hasFeedback}`))
    .$call((rows) => (list === null ? rows : rows.where(isOnList(scope, list))))
    .$call((rows) => (found ? rows.where(found) : rows));
}

/**
 * SQL: the message is about somebody on a mailing list. A contact that a list made stands for its patient; a contact
 * that a person made stands for every patient with its number.
 */
function isOnList(scope: Scope, name: string): RawBuilder<boolean> {
  const onList = sql`mailing_lists l
      join mailing_list_contacts lc on lc.application_id = l.application_id and lc.mailing_list_id = l.id
      join contacts c on c.application_id = lc.application_id and c.id = lc.contact_id`;
  const isNamed = sql`l.application_id = ${scope.applicationId} and l.name = ${name}`;
  return sql<boolean>`m.patient_id in (
    select coalesce(p.merged_into_id, p.id) from ${onList}
    join patients p on p.application_id = c.application_id and p.id = c.patient_id
    where ${isNamed}
    union
    select n.patient_id from ${onList}
    join patient_identifiers n on n.application_id = c.application_id and n.identifier = c.external_id
    where ${isNamed} and c.patient_id is null)`;
}

/** Whether the message is about somebody on this mailing list, or with an open visit: `census`. */
export async function isOnDistributionList(tx: Tx, scope: Scope, id: number, list: string): Promise<boolean> {
  const isInBed = sql<boolean>`exists (
    select from visits v where v.application_id = m.application_id and v.id = m.visit_id and v.state = 'open')`;
  const found = await visibleMessages(tx, scope)
    .select('m.id')
    .where('m.id', '=', id)
    .where(list === 'census' ? isInBed : isOnList(scope, list))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * SQL: the message is about somebody whom the term means, or has it as number of the visit or of the message. Each condition uses
 * its own index, which one "or" over the messages would not; that of the patients has what the messages are sorted by.
 */
async function searchFor(tx: Tx, scope: Scope, term: string): Promise<RawBuilder<boolean>> {
  const isOfPatient = isOneOfFound('m.patient_id', await findPatientsBy(tx, scope, term, MAX_FOUND));
  const found = visibleMessages(tx, { ...scope, locations: [] }).select('m.id');
  const numbered = found.where('m.visit_number', '=', term).unionAll(found.where('m.message_control_id', '=', term));
  const isNumber = (await numbered.limit(1).execute()).length > 0;
  return isNumber ? sql<boolean>`m.id in (${numbered} union all ${found.where(isOfPatient)})` : isOfPatient;
}

/** Reads a day, which begins at midnight in the hospital's time zone. */
async function readAfter(tx: Tx, scope: Scope, after: string): Promise<Date> {
  const { time_zone } = await tx
    .selectFrom('applications')
    .select('time_zone')
    .where('id', '=', scope.applicationId as number)
    .executeTakeFirstOrThrow();
  const read = DateTime.fromISO(after, { zone: time_zone });
  if (!read.isValid) throw new Invalid({ after: ['There is no such day. Use an ISO date such as 2026-01-31.'] });
  return read.toJSDate();
}

export async function listMessages(
  tx: Tx,
  scope: Scope,
  { sort, page, per_page, paginate, cursor, after, term, ...filters }: Filters,
) {
  const since = after ? await readAfter(tx, scope, after) : null;
  const found = term ? await searchFor(tx, scope, term) : null;
  const ids = filtered(tx, scope, { ...filters, since, found }).select('m.id');
  // Ids are given in the order of receipt.
  const by = sort.endsWith('event_at') ? sql`m.event_at` : null;
  const isCensus = filters.distribution_list === 'census';
  const paging = { page, per_page, paginate, cursor };
  const onPage = await fetchPageInOrder(tx, ids, { sort, by, id: 'm.id' }, paging, (shown) =>
    visibleMessages(tx, scope, isCensus)
      .select([...columns, askedState])
      .where(isOneOf('m.id', shown))
      .execute(),
  );
  return asMinimum(onPage, await meansTooMany(tx, scope, term));
}

/** Returns the mailing lists that the messages can be limited to. */
export function listDistributionLists(
  tx: Tx,
  scope: ApplicationScope,
): Promise<{ name: string; title: string | null }[]> {
  return tx
    .selectFrom('mailing_lists')
    .select(['name', 'title'])
    .where('application_id', '=', scope.applicationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MAX_UNPAGED)
    .execute();
}

export async function getMessage(tx: Tx, scope: Scope, id: number, { forUpdate = false } = {}) {
  const found = await visibleMessages(tx, scope)
    .select([
      ...columns,
      askedState,
      'm.raw',
      'm.corrected',
      'm.corrected_at',
      'm.raw_truncated',
      'm.silent',
      'm.raw_removed_at',
      'm.version',
      'm.processing_id',
      'm.source',
      'm.processed_at',
      senderCharset.as('sender_charset'),
    ])
    .where('m.id', '=', id)
    .$if(forUpdate, (rows) => rows.forUpdate('m'))
    .executeTakeFirst();
  if (!found) throw new NotFound('This message');
  return found;
}

export async function findMessageByControlId(
  tx: Tx,
  scope: Scope,
  sendingApplication: string,
  controlId: string,
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('hl7_messages')
    .select('id')
    .where('application_id', '=', scope.applicationId as number)
    .where('sending_application', '=', sendingApplication)
    .where('message_control_id', '=', controlId)
    .executeTakeFirst();
  return found?.id;
}

export async function saveCorrection(
  tx: Tx,
  scope: Scope,
  id: number,
  { corrected, at, userId }: { corrected: Uint8Array; at: Date; userId: number | null },
): Promise<void> {
  await tx
    .updateTable('hl7_messages')
    .set({ corrected: Buffer.from(corrected), corrected_at: at, corrected_by_id: userId })
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the survey for the patient of a message: the wanted one, else one that was offered already, else one that an
 * active trigger sends after such an event, else after any event, else the first. Returns undefined when there is none.
 */
export async function findSurveyFor(
  tx: Tx,
  applicationId: number,
  messageId: number,
  wanted: number | undefined,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from surveys s
    join hl7_messages m on m.application_id = ${applicationId} and m.id = ${messageId}
    where s.application_id = ${applicationId} and s.active
      and exists (select from questions q where q.application_id = s.application_id and q.survey_id = s.id)
      and ${wanted === undefined ? sql<boolean>`true` : sql<boolean>`s.id = ${wanted}`}
    order by
      exists (
        select from invitations i
        where i.application_id = ${applicationId} and i.survey_id = s.id and i.case_id is null and i.occasion_id is null
          and (i.visit_id = m.visit_id or i.message_id = m.id)) desc,
      exists (
        select from triggers t where t.application_id = ${applicationId} and t.active
          and (t.config->>'survey_id')::bigint = s.id and t.config->'filters'->'event' ? m.event) desc,
      exists (
        select from triggers t where t.application_id = ${applicationId} and t.active
          and (t.config->>'survey_id')::bigint = s.id) desc,
      s.id
    limit 1`.execute(tx);
  return rows[0]?.id;
}
