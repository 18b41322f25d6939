import type { QueryOf, deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

type Filters = QueryOf<typeof deliveries.listDeliveries>;

/** Deliveries to patients of the caller's wards, and notices to the caller's colleagues only for those who see all wards. */
function visibleDeliveries(tx: Tx, scope: Scope) {
  return tx
    .selectFrom('deliveries as d')
    .leftJoin('hl7_messages as m', 'm.id', 'd.message_id')
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
      join.onRef('s.application_id', '=', 'i.application_id').onRef('s.id', '=', 'i.survey_id'),
    )
    .where('d.application_id', '=', scope.applicationId as number)
    .$if(scope.locations.length > 0, (query) => query.where('m.location', 'in', scope.locations));
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
  'd.send_at',
  'd.sent_at',
  'd.created_at',
  'd.message_id',
  'd.visit_id',
  'd.patient_id',
  'm.location',
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
  const { state, channel, reason, purpose, broadcast, survey, ...paging } = filters;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = visibleDeliveries(tx, scope)
    .select(columns)
    .$if(state !== undefined, (rows) => rows.where('d.state', '=', state as string))
    .$if(channel !== undefined, (rows) => rows.where('d.channel', '=', channel as string))
    .$if(reason !== undefined, (rows) => rows.where('d.reason', '=', reason as string))
    .$if(purpose !== undefined, (rows) => rows.where('d.purpose', '=', purpose as string))
    .$if(broadcast !== undefined, (rows) =>
      rows.where('d.broadcast_run_id', 'in', (runs) =>
        runs
          .selectFrom('broadcast_runs')
          .select('id')
          .where('application_id', '=', scope.applicationId as number)
          .where('broadcast_id', '=', broadcast as number),
      ),
    )
    .$if(survey !== undefined, (rows) => rows.where('i.survey_id', '=', survey as number))
    .$if(Boolean(term), (rows) =>
      rows.where((where) =>
        where.or([
          where('d.recipient', '=', term as string),
          where(
            sql<string>`lower(p.family_name)`,
            'like',
            `${(term as string).toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
          ),
        ]),
      ),
    )
    .orderBy(sort.endsWith('send_at') ? 'd.send_at' : 'd.created_at', direction)
    .orderBy('d.id', direction);
  return fetchPage(tx, query, paging);
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

/** Failed → scheduled, now; false when it was not failed. */
export async function rescheduleFailed(tx: Tx, scope: Scope, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ state: 'scheduled', send_at: now, attempts: 0 })
    .where('application_id', '=', scope.applicationId as number)
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
