import type { QueryOf, deliveries } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { startingWith } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { IS_SENT, isIn, sortedBy, type WithSpan } from './delivery-days.ts';

type Filters = QueryOf<typeof deliveries.listDeliveries>;

/**
 * Deliveries to patients of the caller's wards. Notices to colleagues are included only for callers who see all wards.
 */
function visibleDeliveries(tx: Tx, scope: ApplicationScope) {
  return tx
    .selectFrom('deliveries as d')
    .leftJoin('patients as p', (join) =>
      join.onRef('p.application_id', '=', 'd.application_id').onRef('p.id', '=', 'd.patient_id'),
    )
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.application_id', '=', 'd.application_id').onRef('c.id', '=', 'd.contact_id'),
    )
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'd.application_id').onRef('i.id', '=', 'd.invitation_id'),
    )
    .leftJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'd.application_id').onRef('s.id', '=', 'd.survey_id'),
    )
    .where('d.application_id', '=', scope.applicationId)
    .$if(scope.locations.length > 0, (query) => query.where('d.location', 'in', scope.locations));
}

const columns = [
  'd.id',
  'd.channel',
  'd.state',
  'd.purpose',
  'd.reason',
  'd.recipient',
  'd.subject',
  'd.text',
  'd.gateway',
  'd.attempts',
  'd.last_error',
  'd.outcome_unknown',
  'd.send_at',
  'd.sent_at',
  'd.created_at',
  'd.message_id',
  'd.visit_id',
  'd.patient_id',
  'd.broadcast_run_id',
  'd.location',
  'p.given_name',
  'p.family_name',
  'c.name as contact_name',
  's.title as survey_title',
  'i.public_id',
  'i.token_hash',
  'i.answered_at',
  sql<number | null>`coalesce(d.feedback_id, (
    select f.id from feedback f where f.application_id = d.application_id and f.invitation_id = d.invitation_id))`.as(
    'feedback_id',
  ),
  'i.withdrawn_at',
  'd.idempotency_key',
] as const;

/** The types of columns, which the table's constraints guarantee. */
interface Narrowed {
  channel: deliveries.Channel;
  state: deliveries.DeliveryState;
  purpose: deliveries.Delivery['purpose'];
  reason: deliveries.SuppressionReason | null;
}

export function listDeliveries(tx: Tx, scope: ApplicationScope, { term, sort, ...filters }: WithSpan<Filters>) {
  const { state, step, channel, reason, purpose, broadcast, survey, span, ...paging } = filters;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = visibleDeliveries(tx, scope)
    .select(columns)
    .$narrowType<Narrowed>()
    .where(isChosen(scope, { term, channel, purpose, broadcast, survey, span }))
    .$call((rows) => (state === undefined ? rows : rows.where('d.state', '=', state)))
    .$call((rows) => (step === undefined ? rows : rows.where(IN_STEP[step])))
    .$call((rows) => (reason === undefined ? rows : rows.where('d.reason', '=', reason)))
    .orderBy(sortedBy(sort.endsWith('send_at') ? 'd.send_at' : 'd.created_at', span), direction)
    .orderBy('d.id', direction);
  return fetchPage(tx, query, paging);
}

/** The condition of each step of the funnel, as addUpFunnel counts it. */
const IN_STEP: Record<deliveries.FunnelStep, RawBuilder<boolean>> = {
  sent: IS_SENT,
  delivered: sql`(d.state in ('delivered', 'answered') or d.state = 'sent' and d.opened)`,
  opened: sql`(d.state = 'answered' or d.state in ('sent', 'delivered') and d.opened)`,
  answered: sql`d.state = 'answered'`,
  waiting: sql`d.state in ('scheduled', 'sending')`,
  failed: sql`d.state = 'failed'`,
  suppressed: sql`d.state = 'suppressed'`,
};

type Which = Pick<WithSpan<Filters>, 'term' | 'channel' | 'purpose' | 'broadcast' | 'survey' | 'span'>;

/**
 * The filters that choose deliveries whatever their state. They use columns of `d` only, so that an index is enough.
 */
export function isChosen(
  scope: ApplicationScope,
  { term, channel, purpose, broadcast, survey, span }: Which,
): RawBuilder<boolean> {
  const { applicationId } = scope;
  const conditions: RawBuilder<unknown>[] = [sql`d.application_id = ${applicationId}`];
  if (scope.locations.length > 0) conditions.push(sql`d.location = any(${scope.locations}::text[])`);
  if (channel !== undefined) conditions.push(sql`d.channel = ${channel}`);
  if (purpose !== undefined) conditions.push(sql`d.purpose = ${purpose}`);
  if (survey !== undefined) conditions.push(sql`d.survey_id = ${survey}`);
  if (span !== null) conditions.push(isIn(span));
  if (broadcast !== undefined)
    conditions.push(sql`d.broadcast_run_id in (
      select id from broadcast_runs where application_id = ${applicationId} and broadcast_id = ${broadcast})`);
  if (term) {
    const startsWith = startingWith(term.toLowerCase());
    conditions.push(sql`(d.recipient = ${term} or exists (
      select from patients named
      where named.application_id = d.application_id and named.id = d.patient_id and lower(named.family_name) like ${startsWith}))`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export async function getDelivery(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await visibleDeliveries(tx, scope)
    .select(columns)
    .$narrowType<Narrowed>()
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This delivery');
  return found;
}

export function findDeliveryByCause(tx: Tx, applicationId: number, cause: string) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'state', 'reason', 'channel', 'send_at'])
    .$narrowType<Pick<Narrowed, 'state' | 'reason' | 'channel'>>()
    .where('application_id', '=', applicationId)
    .where('cause', '=', cause)
    .executeTakeFirst();
}

/**
 * Deletes the texts and addresses of deliveries to these patients and contacts, and of notices to colleagues about these
 * cases. The rows stay. Returns their number.
 */
export async function forgetDeliveriesOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  { contactIds, caseIds }: { contactIds: readonly number[]; caseIds: readonly number[] } = NOBODY_ELSE,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set recipient = null, subject = null, text = '', payload = null, last_error = null
    where application_id = ${applicationId} and (
      patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[])
      or case_id = any(${caseIds}::bigint[]))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const NOBODY_ELSE = { contactIds: [], caseIds: [] };

/** Moves the deliveries of a contact to another, who is the same person. */
export async function giveDeliveriesTo(
  tx: Tx,
  applicationId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ contact_id: toId })
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', fromId)
    .execute();
}

/** Stores why a person sends these deliveries although a setting is against it. */
export async function setOverrideReason(
  tx: Tx,
  applicationId: number,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ override_reason: reason })
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}
