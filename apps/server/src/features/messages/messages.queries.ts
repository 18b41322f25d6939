import { messages, type QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import { DateTime } from 'luxon';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { feedbackState, hasFeedback } from '../invitations/index.ts';

type Filters = QueryOf<typeof messages.listMessages>;

const columns = [
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

const askedState = feedbackState.as('feedback_state');

/** The caller's application, and of it the caller's wards. */
function visibleMessages(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('hl7_messages as m')
    .$if(scope.applicationId !== 'all', (rows) => rows.where('m.application_id', '=', scope.applicationId as number))
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
    term,
  }: Omit<Filters, 'sort' | 'page' | 'per_page' | 'after'> & { since: Date | null },
) {
  const event = messages.EVENT_BY_TYPE[type as messages.MessageType] ?? type;
  const list = distribution_list && distribution_list !== 'census' ? distribution_list : null;
  return visibleMessages(tx, scope)
    .$if(Boolean(event), (rows) => rows.where('m.event', '=', event as string))
    .$if(state !== undefined, (rows) => rows.where('m.state', '=', state as string))
    .$if(wards(location).length > 0, (rows) => rows.where('m.location', 'in', wards(location)))
    .$if(since !== null, (rows) => rows.where('m.event_at', '>=', since))
    .$if(exclude_feedback === '1', (rows) => rows.where(sql<boolean>`not ${hasFeedback}`))
    .$if(distribution_list === 'census', (rows) =>
      rows.where('m.id', 'in', (sub) =>
        sub
          .selectFrom('visits as v')
          .select(sql<number>`v.last_message_id`.as('id'))
          .where('v.application_id', '=', scope.applicationId as number)
          .where('v.state', '=', 'open'),
      ),
    )
    .$if(list !== null, (rows) =>
      rows.where('m.patient_identifier', 'in', (sub) =>
        sub
          .selectFrom('mailing_lists as l')
          .innerJoin('mailing_list_contacts as lc', 'lc.mailing_list_id', 'l.id')
          .innerJoin('contacts as c', 'c.id', 'lc.contact_id')
          .select(sql<string>`c.external_id`.as('external_id'))
          .where('l.application_id', '=', scope.applicationId as number)
          .where('l.name', '=', list as string)
          .where('c.external_id', 'is not', null),
      ),
    )
    .$if(Boolean(term), (rows) => rows.where(searchFor(tx, scope, term as string)));
}

/** A name begins with it, or a number is it: each by an index of its own, which an "or" over the messages would not use. */
function searchFor(tx: Tx, scope: Scope, term: string) {
  const application = scope.applicationId === 'all' ? null : scope.applicationId;
  const lower = term.toLowerCase();
  const patients = tx
    .selectFrom('patients as p')
    .select('p.id')
    .where('p.application_id', '=', application)
    .where((where) =>
      where.or([
        sql<boolean>`p.family_name_lower ^@ ${lower}`,
        sql<boolean>`p.given_name_lower ^@ ${lower}`,
        where('p.identifier', '=', term),
      ]),
    )
    .limit(500);
  const found = visibleMessages(tx, { ...scope, locations: [] }).select('m.id');
  return sql<boolean>`m.id in (
    ${found.where('m.patient_id', 'in', patients)}
    union all ${found.where('m.visit_number', '=', term)}
    union all ${found.where('m.message_control_id', '=', term)})`;
}

/** A day begins when it does at the hospital. */
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
  { sort, page, per_page, paginate, after, ...filters }: Filters,
) {
  const since = after ? await readAfter(tx, scope, after) : null;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const by = sort.endsWith('event_at') ? ('m.event_at' as const) : ('m.id' as const);
  const query = filtered(tx, scope, { ...filters, since })
    .select([...columns, askedState])
    .orderBy(by, direction)
    .orderBy('m.id', direction);
  return fetchPage(tx, query, { page, per_page, paginate });
}

type ErrorFilters = QueryOf<typeof messages.listErrors>;
export type CauseFilters = Pick<ErrorFilters, 'code' | 'field' | 'sending_application'>;

/** An empty field or sender is one that the message does not have. */
function errorsOf(tx: Tx, scope: Scope, { code, field, sending_application }: CauseFilters) {
  return visibleMessages(tx, scope)
    .where('m.state', '=', 'error')
    .$if(Boolean(code), (rows) => rows.where('m.error_code', '=', code as string))
    .$if(field === '', (rows) => rows.where('m.error_field', 'is', null))
    .$if(Boolean(field), (rows) => rows.where('m.error_field', '=', field as string))
    .$if(sending_application !== undefined, (rows) =>
      rows.where('m.sending_application', '=', sending_application as string),
    );
}

export function listErrors(tx: Tx, scope: Scope, { sort, page, per_page, paginate, term, ...cause }: ErrorFilters) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = errorsOf(tx, scope, cause)
    .select([...columns, askedState])
    .$if(Boolean(term), (rows) => rows.where('m.message_control_id', '=', term as string))
    .orderBy('m.id', direction);
  return fetchPage(tx, query, { page, per_page, paginate });
}

export function listErrorCauses(tx: Tx, scope: Scope) {
  return errorsOf(tx, scope, {})
    .groupBy(['m.error_code', 'm.error_field', 'm.error_text', 'm.sending_application'])
    .select(({ fn }) => [
      'm.error_code as code',
      'm.error_field as field',
      'm.error_text as text',
      'm.sending_application',
      fn.countAll<number>().as('count'),
      fn.min('m.received_at').as('first_at'),
      fn.max('m.received_at').as('last_at'),
      fn.max('m.id').as('example_id'),
    ])
    .orderBy('count', 'desc')
    .limit(200)
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
      'm.raw_removed_at',
      'm.version',
      'm.processing_id',
      'm.source',
      'm.processed_at',
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
 * The survey that the patient of a message is asked: the wanted one, else the one already offered, else what an active
 * trigger asks after such an event (or any), else the only one there is. Undefined when that does not tell.
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
        where i.application_id = ${applicationId} and i.survey_id = s.id and i.case_id is null
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

/** The survey about the visit of a message that was answered, else the newest that can be, by whichever way it was offered. */
export async function findBedsideInvitation(tx: Tx, applicationId: number, messageId: number, now: Date) {
  const { rows } = await sql<{ public_id: string; answered: boolean }>`
    select i.public_id, i.answered_at is not null as answered
    from hl7_messages m
    join invitations i on i.application_id = m.application_id and (i.visit_id = m.visit_id or i.message_id = m.id)
    join surveys s on s.application_id = i.application_id and s.id = i.survey_id
    where m.application_id = ${applicationId} and m.id = ${messageId} and i.case_id is null
      and (i.answered_at is not null or s.active and i.withdrawn_at is null and i.expires_at > ${now})
    order by answered desc, i.id desc limit 1`.execute(tx);
  return rows[0];
}

export interface ErrorToJudge {
  id: number;
  raw: Buffer;
  application_id: number | null;
}

/** A batch of errors with an id below the given one, newest first. What was cut off when it came cannot be judged again. */
export function listErrorsToJudge(
  tx: Tx,
  scope: Scope,
  cause: CauseFilters,
  belowId: number,
  limit: number,
): Promise<ErrorToJudge[]> {
  return errorsOf(tx, scope, cause)
    .select(['m.id', sql<Buffer>`coalesce(m.corrected, m.raw)`.as('raw'), 'm.application_id'])
    .where('m.raw_truncated', '=', false)
    .where('m.raw_removed_at', 'is', null)
    .where('m.id', '<', belowId)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}
