import { audit } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { listAudit } from './audit.queries.ts';
import { checkAuditOnScreen } from './check-audit.ts';
import { getAuditState } from './verification.queries.ts';

type Row = Awaited<ReturnType<typeof listAudit>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  at: (row: Row) => row.at,
  user: (row: Row) => row.user_name,
  user_id: (row: Row) => row.user_id,
  role: (row: Row) => row.details.as?.role,
  wards: (row: Row) => row.details.as?.wards?.join(' '),
  address: (row: Row) => row.address,
  application: (row: Row) => row.application_title,
  action: (row: Row) => row.action,
  refused: (row: Row) => row.refused,
  record_type: (row: Row) => row.record_type,
  record_id: (row: Row) => row.record_id,
  record_name: (row: Row) => row.record_name,
  patient_ids: (row: Row) => row.patient_ids.join(' '),
  details: (row: Row) => JSON.stringify(row.details),
};

export function auditRoutes(routes: Routes, ctx: Context): void {
  route(routes, audit.listAudit, ({ tx, scope, query }) => listAudit(tx, scope, query));
  csvRoute(routes, audit.listAudit, COLUMNS, ({ tx, scope, query }) => listAudit(tx, scope, query));

  // The chain covers all applications. These replies contain ids, times and counts, and nothing about the records.
  route(routes, audit.verifyAudit, async ({ tx }) => ({ data: await checkAuditOnScreen(tx, ctx) }), { seesAll: true });
  route(routes, audit.getAuditState, async ({ tx }) => ({ data: await getAuditState(tx, ctx.keys, ctx.clock()) }), {
    seesAll: true,
  });
}
