import { readAuditRule, type audit, type AuditRule, type Endpoint } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { AuditCalls, AuditedCall, RefusedCall } from '../../platform/http/audit-calls.ts';
import { systemScope } from '../../platform/scope.ts';
import { createSeenPatients, type SeenPatients } from './seen-patients.ts';
import { recordAudit, type NewAuditEntry } from './record-audit.ts';

type Values = Record<string, unknown>;
type AuditEntry = audit.AuditEntry;

/** Wards named in an entry. Whoever has more is hardly limited. */
const MAX_WARDS = 20;

/** Writes the audit entries of calls: who called, which record it was about, which patients were in the reply. */
export function createAuditCalls(ctx: Context): AuditCalls {
  const seen = createSeenPatients(ctx.clock);

  return {
    async done(tx, call) {
      const rule = call.endpoint.audit;
      if (!rule) return;
      const found = readAnswer(rule, call);
      const view = viewOf(call, rule);
      if (view && !seen.isNew(view, found.patientIds)) return;
      await recordAudit(tx, ctx, {
        ...whoCalls(call, ctx.clock()),
        application_id: applicationOf(call),
        action: rule.action,
        record_type: rule.record,
        record_id: found.recordId,
        patient_ids: found.patientIds,
        details: { ...actedAs(call), ...detailsOf(call, found.count) },
      });
    },
    committed(call) {
      const rule = call.endpoint.audit;
      const view = rule && viewOf(call, rule);
      if (rule && view) seen.remember(view, readAnswer(rule, call).patientIds);
    },
    async refused(call) {
      const rule = readAuditRule({ ...call.endpoint, audit: call.endpoint.audit ?? true });
      await ctx.db.transaction(systemScope('audit'), (tx) =>
        recordAudit(tx, ctx, {
          ...whoCalls(call, ctx.clock()),
          application_id: call.session.applicationId,
          action: rule.action,
          record_type: rule.record,
          record_id: idIn(call.request.params, rule.idParam),
          refused: true,
          details: { ...actedAs(call), ...(call.reason ? { reason: call.reason } : {}) },
        }),
      );
    },
  };
}

const whoCalls = ({ session, request }: RefusedCall, at: Date) =>
  ({
    at,
    user_id: session.userId,
    user_name: session.userName,
    session_id: session.id,
    address: request.ip,
  }) satisfies Partial<NewAuditEntry>;

/** As what the person acts, because their role and wards may be others when the entry is read; else which API key acts. */
function actedAs({ session }: RefusedCall): { as?: AuditEntry['details']['as'] } {
  const as = {
    ...(session.super_user === 1 ? { superuser: true as const } : {}),
    ...(session.role === null ? {} : { role: session.role }),
    ...(session.apiKey ? { api_key: { id: session.apiKey.id, name: session.apiKey.name } } : {}),
    ...(session.locations.length > 0 ? { wards: session.locations.slice(0, MAX_WARDS) } : {}),
  };
  return Object.keys(as).length > 0 ? { as } : {};
}

/** A list that refreshes itself while it is on screen is one view. Downloads and changes are always written. */
function viewOf({ endpoint, session, request }: AuditedCall, rule: AuditRule): SeenPatients.View | null {
  if (endpoint.method !== 'GET' || rule.action === 'export') return null;
  return {
    caller: session.apiKey ? `key ${session.apiKey.id}` : `session ${session.id}`,
    what: `${session.applicationId} ${request.url}`,
  };
}

function readAnswer(rule: AuditRule, { answer, note, request }: AuditedCall) {
  const { data }: { data?: unknown } = answer ?? {};
  const rows = Array.isArray(data) ? data : data ? [data] : [];
  note.saw(rows);
  const { id: answered }: { id?: unknown } = Array.isArray(data) ? {} : (data ?? {});
  return {
    patientIds: [...note.patientIds],
    count: note.count ?? (Array.isArray(data) ? data.length : undefined),
    recordId: idIn(request.params, rule.idParam) ?? (typeof answered === 'number' ? answered : note.recordId),
  };
}

const idIn = (params: unknown, name: string | null): number | null => {
  const value = name === null ? null : Number(new Map<string, unknown>(Object.entries(params ?? {})).get(name));
  return value !== null && Number.isSafeInteger(value) ? value : null;
};

/**
 * An entry belongs to the application of the session. An entry of a superuser belongs to the application that the call
 * is about, where it is about one.
 */
function applicationOf({ endpoint, session, request, answer }: AuditedCall): number | null {
  if (session.applicationId !== null && session.super_user !== 1) return session.applicationId;
  if (isAboutApplication(endpoint)) return idIn(request.params, 'id');
  const { data }: { data?: unknown } = answer ?? {};
  const { application_id: own }: { application_id?: unknown } = data ?? {};
  return session.applicationId ?? (typeof own === 'number' ? own : null);
}

const isAboutApplication = ({ path }: Endpoint) => path.startsWith('/applications/:id');

const PAGING: ReadonlySet<string> = new Set(['page', 'per_page', 'paginate', 'cursor', 'sort']);

function detailsOf({ endpoint, request, note }: AuditedCall, count: number | undefined) {
  const { query, params, body } = request as { query?: Values; params?: Values; body?: Values };
  const sent = endpoint.wrapper ? (body?.[endpoint.wrapper] as Values | undefined) : undefined;
  const filters = Object.entries(query ?? {}).flatMap(([name, value]) => (value && !PAGING.has(name) ? [name] : []));
  const others = Object.entries(params ?? {}).filter(([name]) => name !== endpoint.audit?.idParam);
  return {
    ...(count === undefined ? {} : { count }),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sent ? { fields: Object.keys(sent).slice(0, 60) } : {}),
    ...(Object.keys(note.changes).length > 0 ? { changes: note.changes } : {}),
    ...(others.length > 0 ? { params: Object.fromEntries(others) } : {}),
  };
}
