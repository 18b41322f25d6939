import type { QueryOf, deliveries } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { asMinimum, fetchPageInOrder, isOneOf, isOneOfFound } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { idsFoundBy, phoneIn } from '../contacts/index.ts';
import { findPatientsBy, MAX_FOUND, meansTooMany } from '../patient-identity/index.ts';
import { type Days, IS_SENT, isIn, isShort, sortedBy, withSpan, type WithSpan } from './delivery-days.ts';

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

/** Filters whose days have become instants, and whose term has become a condition. */
export type Read<Given> = WithSpan<Omit<Given, 'term'>> & { found: RawBuilder<boolean> | null };

export async function readFilters<Given extends Days & { term?: string | undefined }>(
  tx: Tx,
  scope: ApplicationScope,
  { term, ...filters }: Given,
): Promise<Read<Given>> {
  const found = term ? await searchFor(tx, scope, term) : null;
  return { ...(await withSpan(tx, scope.applicationId, filters)), found };
}

/** SQL: the delivery is to somebody whom the term means, or to this address. Each condition uses its own index. */
async function searchFor(tx: Tx, scope: ApplicationScope, term: string): Promise<RawBuilder<boolean>> {
  const phone = await phoneIn(tx, scope, term);
  const addresses = [term, term.toLowerCase(), ...(phone === null ? [] : [phone])];
  const sent = sql`select sent.id from deliveries sent where sent.application_id = ${scope.applicationId}`;
  return sql<boolean>`d.id in (
    ${sent} and ${isOneOfFound('sent.patient_id', await findPatientsBy(tx, scope, term, MAX_FOUND))}
    union all ${sent} and ${isOneOfFound('sent.contact_id', idsFoundBy(scope, term, phone, MAX_FOUND))}
    union all ${sent} and sent.recipient = any(${addresses}::text[]))`;
}

export async function listDeliveries(tx: Tx, scope: ApplicationScope, { sort, ...given }: Filters) {
  const { state, step, reason, ...filters } = await readFilters(tx, scope, given);
  const ids = tx
    .selectFrom('deliveries as d')
    .select('d.id')
    .where(isChosen(scope, filters))
    .$call((rows) => (state === undefined ? rows : rows.where('d.state', '=', state)))
    .$call((rows) => (step === undefined ? rows : rows.where(IN_STEP[step])))
    .$call((rows) => (reason === undefined ? rows : rows.where('d.reason', '=', reason)));
  const by = sortedBy(sort.endsWith('send_at') ? 'd.send_at' : 'd.created_at', filters.span);
  const read = (onPage: number[]) =>
    visibleDeliveries(tx, scope).select(columns).$narrowType<Narrowed>().where(isOneOf('d.id', onPage)).execute();
  const isCountedInOrder = filters.span !== null && !isShort(filters.span);
  const page = await fetchPageInOrder(tx, ids, { sort, by, id: 'd.id' }, given, read, { isCountedInOrder });
  return asMinimum(page, await meansTooMany(tx, scope, given.term));
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

type Which = Pick<Read<Filters>, 'found' | 'channel' | 'purpose' | 'broadcast' | 'survey' | 'span'>;

/**
 * The filters that choose deliveries whatever their state. They use columns of `d` only, so that an index is enough.
 */
export function isChosen(
  scope: ApplicationScope,
  { found, channel, purpose, broadcast, survey, span }: Which,
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
  if (found !== null) conditions.push(found);
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
