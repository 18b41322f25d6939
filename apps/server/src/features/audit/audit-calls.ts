import { readAuditRule, type AuditRule, type Endpoint } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { AuditCalls, AuditedCall, RefusedCall } from '../../platform/http/audit-calls.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { createSeenPatients, type SeenPatients } from './seen-patients.ts';
import { recordAudit, type NewAuditEntry } from './record-audit.ts';

type Values = Record<string, unknown>;

/** Writes what the routes tell: who called, what it was about, which patients were in the answer. */
export function createAuditCalls(house: Context): AuditCalls {
  const seen = createSeenPatients(house.clock);

  return {
    async done(tx, call) {
      const rule = call.endpoint.audit;
      if (!rule) return;
      const found = readAnswer(rule, call);
      const look = lookOf(call, rule);
      if (look && !seen.isNew(look, found.patientIds)) return;
      await recordAudit(tx, {
        ...whoCalls(call, house.clock()),
        application_id: applicationOf(call),
        action: rule.action,
        record_type: rule.record,
        record_id: found.recordId,
        patient_ids: found.patientIds,
        details: detailsOf(call, found.count),
      });
    },
    committed(call) {
      const rule = call.endpoint.audit;
      const look = rule && lookOf(call, rule);
      if (rule && look) seen.remember(look, readAnswer(rule, call).patientIds);
    },
    async refused(call) {
      const rule = readAuditRule({ ...call.endpoint, audit: call.endpoint.audit ?? true });
      await house.db.transaction(SYSTEM_SCOPE, (tx) =>
        recordAudit(tx, {
          ...whoCalls(call, house.clock()),
          application_id: call.session.applicationId,
          action: rule.action,
          record_type: rule.record,
          record_id: idIn(call.request.params, rule.idParam),
          refused: true,
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

/** A list that refreshes itself while it is looked at is one look. Files and single changes are always written. */
function lookOf({ endpoint, session, request }: AuditedCall, rule: AuditRule): SeenPatients.Look | null {
  if (endpoint.method !== 'GET' || rule.action === 'export') return null;
  return { sessionId: session.id, what: `${session.applicationId} ${request.url}` };
}

function readAnswer(rule: AuditRule, { answer, note, request }: AuditedCall) {
  const data = (answer as { data?: unknown } | null)?.data;
  const rows = Array.isArray(data) ? data : data ? [data] : [];
  note.saw(rows);
  const answered = Array.isArray(data) ? null : ((data as Values | undefined)?.['id'] ?? null);
  return {
    patientIds: [...note.patientIds],
    count: note.count ?? (Array.isArray(data) ? data.length : undefined),
    recordId: idIn(request.params, rule.idParam) ?? (typeof answered === 'number' ? answered : null),
  };
}

const idIn = (params: unknown, name: string | null): number | null => {
  const value = name === null ? null : Number((params as Values | null)?.[name]);
  return value !== null && Number.isSafeInteger(value) ? value : null;
};

/** An entry belongs to the application that was worked in, or to the one that the call is about. */
function applicationOf({ endpoint, session, request, answer }: AuditedCall): number | null {
  if (session.applicationId !== null && session.super_user !== 1) return session.applicationId;
  if (isAboutApplication(endpoint)) return idIn(request.params, 'id');
  const own = (answer as { data?: { application_id?: unknown } } | null)?.data?.application_id;
  return session.applicationId ?? (typeof own === 'number' ? own : null);
}

const isAboutApplication = ({ path }: Endpoint) => path.startsWith('/applications/:id');

const PAGING: ReadonlySet<string> = new Set(['page', 'per_page', 'paginate', 'sort']);

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
