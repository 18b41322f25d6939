import type { QueryOf, deliveries } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

type Filters = QueryOf<typeof deliveries.listDeliveries>;

/** Deliveries to patients of the caller's wards, and notices to the caller's colleagues only for those who see all wards. */
function visibleDeliveries(tx: Tx, scope: Scope) {
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
    .where('d.application_id', '=', scope.applicationId as number)
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
  'i.answered_at',
  'i.withdrawn_at',
  'd.idempotency_key',
] as const;

export function listDeliveries(tx: Tx, scope: Scope, { term, sort, ...filters }: Filters) {
  const { state, step, channel, reason, purpose, broadcast, survey, ...paging } = filters;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = visibleDeliveries(tx, scope)
    .select(columns)
    .where(isChosen(scope, { term, channel, purpose, broadcast, survey }))
    .$if(state !== undefined, (rows) => rows.where('d.state', '=', state as string))
    .$if(step !== undefined, (rows) => rows.where(IN_STEP[step as deliveries.FunnelStep]))
    .$if(reason !== undefined, (rows) => rows.where('d.reason', '=', reason as string))
    .orderBy(sort.endsWith('send_at') ? 'd.send_at' : 'd.created_at', direction)
    .orderBy('d.id', direction);
  return fetchPage(tx, query, paging);
}

/** As addUpFunnel counts them. */
const IN_STEP: Record<deliveries.FunnelStep, RawBuilder<boolean>> = {
  sent: sql`d.state in ('sent', 'delivered', 'answered')`,
  delivered: sql`(d.state in ('delivered', 'answered') or d.state = 'sent' and d.opened)`,
  opened: sql`(d.state = 'answered' or d.state in ('sent', 'delivered') and d.opened)`,
  answered: sql`d.state = 'answered'`,
  waiting: sql`d.state in ('scheduled', 'sending')`,
  failed: sql`d.state = 'failed'`,
  suppressed: sql`d.state = 'suppressed'`,
};

type Which = Pick<Filters, 'term' | 'channel' | 'purpose' | 'broadcast' | 'survey'>;

/** The filters that say which deliveries are meant, whatever became of them; on `d` alone, so that an index may do. */
export function isChosen(scope: Scope, { term, channel, purpose, broadcast, survey }: Which): RawBuilder<boolean> {
  const applicationId = scope.applicationId as number;
  const conditions: RawBuilder<unknown>[] = [sql`d.application_id = ${applicationId}`];
  if (scope.locations.length > 0) conditions.push(sql`d.location = any(${scope.locations}::text[])`);
  if (channel !== undefined) conditions.push(sql`d.channel = ${channel}`);
  if (purpose !== undefined) conditions.push(sql`d.purpose = ${purpose}`);
  if (survey !== undefined) conditions.push(sql`d.survey_id = ${survey}`);
  if (broadcast !== undefined)
    conditions.push(sql`d.broadcast_run_id in (
      select id from broadcast_runs where application_id = ${applicationId} and broadcast_id = ${broadcast})`);
  if (term) {
    const startsWith = `${term.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`(d.recipient = ${term} or exists (
      select from patients named
      where named.application_id = d.application_id and named.id = d.patient_id and lower(named.family_name) like ${startsWith}))`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export async function getDelivery(tx: Tx, scope: Scope, id: number) {
  const found = await visibleDeliveries(tx, scope).select(columns).where('d.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This delivery');
  return found;
}

export function findDeliveryByCause(tx: Tx, applicationId: number, cause: string) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'state', 'reason', 'channel', 'send_at'])
    .where('application_id', '=', applicationId)
    .where('cause', '=', cause)
    .executeTakeFirst();
}
