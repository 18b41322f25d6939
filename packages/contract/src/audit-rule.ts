type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface AuditRule {
  /** A verb: "view", "update", "reprocess". */
  readonly action: string;
  /** Kind of the record, as in the path: "hl7_messages". */
  readonly record: string;
  /** Parameter of the path that is the record's id. Null where the answer contains the id, or there is none. */
  readonly idParam: string | null;
}

export type AuditDeclaration = true | { action?: string; record?: string };

interface Audited {
  method: Method;
  path: string;
  status?: number | undefined;
  audit?: AuditDeclaration | undefined;
}

/**
 * Returns what a call is named in the audit: from its path and method, unless the endpoint says it better. Null: it is not
 * audited.
 */
export function auditRuleOf(call: Audited): AuditRule | null {
  return call.method === 'GET' && !call.audit ? null : readAuditRule(call);
}

/** Returns the same also for a call that is audited only when it is refused. */
export function readAuditRule({ method, path, status = 200, audit }: Audited): AuditRule {
  const said = typeof audit === 'object' ? audit : {};
  const fromPath = readPath(method, path.split('/').filter(Boolean), status);
  const record = said.record ?? fromPath.record;
  return { action: said.action ?? fromPath.action, record, idParam: idParamOf(record, path) };
}

const isParam = (segment: string | undefined) => segment?.startsWith(':') ?? false;
const VERBS = { GET: 'view', POST: 'update', PUT: 'update', DELETE: 'delete' } as const;

function readPath(method: Method, segments: readonly string[], status: number): { action: string; record: string } {
  const last = segments.at(-1) ?? '';
  // /categories/:id
  if (isParam(last)) return { action: VERBS[method], record: segments.at(-2) ?? '' };
  if (method === 'GET') return { action: 'list', record: last };
  // /categories, /applications/:id/triggers
  if (status === 201) return { action: 'create', record: last };
  // /hl7_messages/:id/reprocess, /hl7_messages/reprocess
  const owner = segments.findLast((segment) => segment !== last && !isParam(segment));
  return owner ? { action: last.replaceAll('-', '_'), record: owner } : { action: VERBS[method], record: last };
}

/** Returns the parameter that follows the segment of the record. */
function idParamOf(record: string, path: string): string | null {
  const segments = path.split('/').filter(Boolean);
  const next = segments[segments.indexOf(record) + 1];
  return segments.includes(record) && next && isParam(next) ? next.slice(1) : null;
}
