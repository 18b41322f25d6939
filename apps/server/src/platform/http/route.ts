import {
  account,
  API_BASE,
  may,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyInputOf,
} from '@wardvoice/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Tx } from '../db/database.ts';
import { Conflict, Forbidden, Locked, Unauthorized } from '../errors.ts';
import { SYSTEM_SCOPE, type Scope } from '../scope.ts';
import { AuditNote, type AuditCalls } from './audit-calls.ts';
import type { Session } from './session.ts';

/** What the routes of all slices need; made once in app.ts. */
export interface Routes {
  readonly http: FastifyInstance;
  readonly db: Database;
  /** The session behind a bearer token, or null. `idleSeconds`: since its person did something; null: this call says nothing. */
  authenticate(token: string, idleSeconds: number | null): Promise<Session | null>;
  /** Every endpoint that has a route, for the OpenAPI page and the test that walks them all. */
  readonly endpoints: Endpoint[];
  /** Told of every call that the audit keeps, so that no slice can forget to. */
  readonly audit: AuditCalls;
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface SessionCall<E extends Endpoint> extends Call<E> {
  session: Session;
  scope: Scope;
}

export interface SignedInCall<E extends Endpoint> extends SessionCall<E> {
  /** Opened for this call with the scope set; committed before the answer leaves. */
  tx: Tx;
  /** For what the audit cannot see in the call and its answer. */
  note: AuditNote;
}

interface SessionOptions extends Pick<PublicOptions, 'rateLimit'> {
  /** For the few calls that a locked session may make. */
  evenLocked?: boolean;
}

/** A call for somebody who is signed in: access checked, one transaction around it and its audit, 200 only after COMMIT. */
export function route<E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  handle: (call: SignedInCall<E>) => Promise<ReplyInputOf<E>>,
  /** For calls about the caller, who may belong to several applications: what they see is the handler's care. */
  { seesAll = false, ...options }: SessionOptions & { seesAll?: boolean } = {},
): void {
  const { db, audit } = routes;
  guardedRoute(routes, endpoint, options, async (call) => {
    const { session, scope, request } = call;
    const note = new AuditNote();
    const answer = await db.transaction(seesAll ? SYSTEM_SCOPE : scope, async (tx) => {
      const given = await handle({ ...call, tx, note });
      await audit.done(tx, { endpoint, session, request, answer: given, note });
      return given;
    });
    audit.committed({ endpoint, session, request, answer, note });
    return answer;
  });
}

/**
 * The same for a call that opens its transactions itself, for what it counts must stay although it refuses. Its audit
 * follows in a transaction of its own.
 */
export function sessionRoute<E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  handle: (call: SessionCall<E>) => Promise<ReplyInputOf<E>>,
  options: SessionOptions = {},
): void {
  const { db, audit } = routes;
  guardedRoute(routes, endpoint, options, async (call) => {
    const answer = await handle(call);
    const audited = { endpoint, session: call.session, request: call.request, answer, note: new AuditNote() };
    await db.transaction(call.scope, (tx) => audit.done(tx, audited));
    audit.committed(audited);
    return answer;
  });
}

function guardedRoute<E extends Endpoint>(
  { http, authenticate, endpoints, audit }: Routes,
  endpoint: E,
  { evenLocked = false, rateLimit }: SessionOptions,
  handle: (call: SessionCall<E>) => Promise<ReplyInputOf<E>>,
): void {
  endpoints.push(endpoint);
  const sessions = new WeakMap<FastifyRequest, Session>();
  /** Nothing that is refused is done, but it is written that it was asked for. */
  async function orAuditRefusal<T>(request: FastifyRequest, session: Session, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Forbidden) await audit.refused({ endpoint, session, request });
      throw error;
    }
  }
  register(http, endpoint, {
    rateLimit,
    async onRequest(request) {
      const session = await sessionOf(request, authenticate, { evenLocked });
      await orAuditRefusal(request, session, () => checkAccess(endpoint, session));
      sessions.set(request, session);
    },
    async handler(call) {
      const session = sessions.get(call.request);
      if (!session) throw new Unauthorized();
      return orAuditRefusal(call.request, session, () => handle({ ...call, session, scope: scopeOf(session) }));
    },
  });
}

/** A call that anybody may make. It gets no transaction: whose data it may touch is for the handler to find out. */
export function publicRoute<E extends Endpoint>(
  { http, endpoints }: Pick<Routes, 'http' | 'endpoints'>,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyInputOf<E>>,
  { bodyLimit, rateLimit, before = async () => undefined }: PublicOptions = {},
): void {
  endpoints.push(endpoint);
  register(http, endpoint, { onRequest: before, handler: handle, bodyLimit, rateLimit });
}

export interface PublicOptions {
  /** Bytes; default: that of the server. */
  bodyLimit?: number;
  /** Per address, over all paths of the endpoint; false: none, where another limit holds. */
  rateLimit?: { max: number; timeWindow: number } | false | undefined;
  /** Before the body is read; throws to refuse. */
  before?: (request: FastifyRequest) => Promise<void>;
}

export async function sessionOf(
  request: FastifyRequest,
  authenticate: Routes['authenticate'],
  /** `unattended`: made by the browser on its own, so no sign of its person. */
  { evenLocked = false, unattended = false }: { evenLocked?: boolean; unattended?: boolean } = {},
): Promise<Session> {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  const session = token ? await authenticate(token, unattended ? null : idleSecondsOf(request)) : null;
  if (!session) throw new Unauthorized();
  if (session.locked && !evenLocked) throw new Locked();
  return session;
}

/** Scripts do not say, and are there as long as they call. */
function idleSecondsOf(request: FastifyRequest): number {
  const seconds = Number(request.headers[account.IDLE_HEADER] ?? 0);
  return seconds >= 0 ? seconds : 0;
}

export const scopeOf = (session: Session): Scope => ({
  userId: session.userId,
  applicationId: session.applicationId ?? (session.super_user === 1 ? 'all' : null),
  locations: session.locations,
});

/** Throws 403 without the permission, 409 where an application must be chosen first. */
function checkAccess({ access }: Endpoint, session: Session): void {
  if (typeof access === 'string') return;
  if (!may(session, access.permission)) throw new Forbidden();
  if (!access.anyApplication && session.applicationId === null) throw new Conflict('Choose an application first.');
}

interface Handling<E extends Endpoint> extends Omit<PublicOptions, 'before'> {
  onRequest(request: FastifyRequest): Promise<void>;
  handler(call: Call<E>): Promise<ReplyInputOf<E>>;
}

function register<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  { onRequest, handler, bodyLimit, rateLimit }: Handling<E>,
): void {
  // One limiter for all addresses of the endpoint: the plugin's own would count each by itself.
  const limit = rateLimit ? [http.rateLimit(rateLimit)] : [];
  for (const url of [API_BASE + endpoint.path, ...endpoint.alsoAt]) {
    http.route({
      method: endpoint.method,
      url,
      // The older spellings work, but the documentation names one.
      schema: { ...schemaOf(endpoint), hide: url !== API_BASE + endpoint.path },
      config: { wrapper: endpoint.wrapper, ...(rateLimit === undefined ? {} : { rateLimit: false as const }) },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      onRequest: [...limit, onRequest],
      async handler(request, reply) {
        const call = {
          params: request.params as ParamsOf<E>,
          query: request.query as QueryOf<E>,
          body: request.body as BodyOf<E>,
          request,
          reply,
        };
        const answer = await handler(call);
        // The handler may have answered by itself, with a file or a stream.
        if (reply.sent) return reply;
        return reply.status(endpoint.status).send(answer);
      },
    });
  }
}

const schemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[1] ?? 'other'],
  ...(endpoint.params ? { params: endpoint.params } : {}),
  ...(endpoint.query ? { querystring: endpoint.query } : {}),
  ...(endpoint.body ? { body: endpoint.body } : {}),
  ...(endpoint.access === 'public' ? { security: [] } : {}),
  response: { [endpoint.status]: endpoint.reply },
});

declare module 'fastify' {
  interface FastifyContextConfig {
    wrapper?: string | undefined;
  }
}
