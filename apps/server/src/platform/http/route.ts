import { Readable } from 'node:stream';
import {
  account,
  API_BASE,
  isForPeople,
  JSON_MEDIA,
  may,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyInputOf,
} from '@wardvoice/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { showingFewPatients, type Database, type Tx } from '../db/database.ts';
import {
  Conflict,
  Forbidden,
  ForPeople,
  FreshSignInNeeded,
  Locked,
  PreconditionFailed,
  StaleVersion,
  TooManyRequests,
  TwoStepNeeded,
  Unauthorized,
} from '../errors.ts';
import { systemScope, type ApplicationScope, type Scope } from '../scope.ts';
import { AuditNote, type AuditCalls } from './audit-calls.ts';
import {
  answersVersion,
  asPrecondition,
  etagOf,
  isKnown,
  lockVersion,
  NOTHING_TO_COMPARE,
  readIfMatch,
  changesVersion,
  withVersions,
  type VersionedTable,
} from './etag.ts';
import { REPLAYED_HEADER, StoredAnswer, type Claim, type Idempotency } from './idempotency.ts';
import type { CallingKey, PersonSession, Session } from './session.ts';
import { refuseUnstorable, withoutUnstorable } from './storable-text.ts';

/** What the routes of all slices need. app.ts creates it once. */
export interface Routes {
  readonly http: FastifyInstance;
  readonly db: Database;
  /** Returns the session of a bearer token, or null. Throws for an API key that is wrong, expired or revoked. */
  authenticate(token: string, from: CallOrigin): Promise<Session | null>;
  /** Every endpoint that has a route, for the OpenAPI page and for the test that calls them all. */
  readonly endpoints: Endpoint[];
  /** Is called for every call that the audit keeps, so that no slice can forget it. */
  readonly audit: AuditCalls;
  /** Makes a call with an Idempotency-Key once. */
  readonly idempotency: Idempotency;
}

/** Where a call comes from. */
export interface CallOrigin {
  /** Network address. */
  address: string;
  /** The time since the person last did something; null when this call says nothing about that. */
  idleSeconds: number | null;
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * An endpoint whose calls may be made without an application says so in its access; all others have the scope of one application.
 */
type ScopeOf<E extends Endpoint> = E['access'] extends { permission: string; anyApplication?: false }
  ? ApplicationScope
  : Scope;

/** An endpoint for people alone says so in its access; all others may be called by an API key as well. */
type SessionFor<E extends Endpoint> = E['access'] extends 'person' | { person: true } ? PersonSession : Session;

export interface SessionCall<E extends Endpoint> extends Call<E> {
  session: SessionFor<E>;
  scope: ScopeOf<E>;
}

export interface SignedInCall<E extends Endpoint> extends SessionCall<E> {
  /** The transaction of this call, with its scope set. It is committed before the answer is sent. */
  tx: Tx;
  /** For what the audit cannot find in the call and its answer. */
  note: AuditNote;
}

interface SessionOptions extends Pick<PublicOptions, 'rateLimit'> {
  /** Set for the few calls that a locked session may make. */
  evenLocked?: boolean;
  /** Set for what somebody may do who has to switch two-step sign-in on first. */
  evenWithoutTwoStep?: boolean;
}

interface RouteOptions extends SessionOptions {
  /** For calls about the caller, who may belong to several applications: the handler itself limits what they see. */
  seesAll?: boolean | undefined;
  /** For a deletion: the row whose version If-Match names, by the parameter of the path that is its id (default: the last one). */
  versionOf?: VersionedTable;
  /** Why row-level security does not limit this GET to the caller's wards. Its queries must limit what it returns. */
  beyondWards?: string | undefined;
  /** Whether this GET shows one person, or a few: row-level security looks each of them up (db/database.ts). */
  showsFewPatients?: boolean | undefined;
}

/**
 * Adds the route of a call for somebody who is signed in. Access is checked, the call and its audit share one transaction, and
 * the answer is sent after COMMIT.
 */
export function route<E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  handle: (call: SignedInCall<E>) => Promise<ReplyInputOf<E>>,
  { seesAll = false, beyondWards, showsFewPatients, versionOf, ...options }: RouteOptions = {},
): void {
  const { audit } = routes;
  const open = transactionsOf(routes.db, endpoint, { seesAll, beyondWards, showsFewPatients });
  const idParam =
    endpoint.path
      .split('/')
      .findLast((part) => part.startsWith(':'))
      ?.slice(1) ?? 'id';
  guardedRoute(routes, endpoint, { ...options, comparesRow: versionOf !== undefined }, async (call, claim) => {
    const { session, scope, request } = call;
    const expected = versionOf ? readIfMatch(request.headers['if-match']) : null;
    const note = new AuditNote();
    const answer = await open(scope, async (tx) => {
      // A row that the caller may not reach is answered by the handler, so its version is compared after it.
      const version = versionOf && expected ? await lockVersion(tx, versionOf, paramOf(request, idParam)) : null;
      const given = await handle({ ...call, tx, note });
      if (expected && version !== null && version !== expected.record) throw new StaleVersion();
      await audit.done(tx, { endpoint, session, request, answer: given, note });
      await claim?.keep(tx, new StoredAnswer(endpoint.status, readReply(endpoint, given).text));
      return given;
    });
    audit.committed({ endpoint, session, request, answer, note });
    return answer;
  });
}

/** Returns how the transactions of an endpoint's calls are opened, with the rows that row-level security shows them. */
function transactionsOf(
  db: Database,
  { method }: Endpoint,
  { seesAll, beyondWards, showsFewPatients }: Pick<RouteOptions, 'seesAll' | 'beyondWards' | 'showsFewPatients'>,
): Database['transaction'] {
  if (seesAll) return (_scope, work) => db.transaction(systemScope('person'), work);
  if (method !== 'GET' || beyondWards !== undefined) return db.transaction;
  if (!showsFewPatients) return db.reading;
  return (scope, work) => db.reading(scope, (tx) => showingFewPatients(tx, () => work(tx)));
}

/** What a file is, before it is read: its name, and its media type. */
interface FileHead {
  name: string;
  type: string;
}

export type FileOptions = Omit<RouteOptions, 'versionOf' | 'showsFewPatients'>;

/** A part of a file, and whether it is the last one. */
export interface FilePart {
  text: string;
  isLast: boolean;
}

/**
 * Like route(), for a file of any length. `begin` returns what reads the next part. Each part is read, audited and committed before it
 * is sent, so that no transaction waits for a slow receiver, and nothing leaves that the audit does not know. What fails before the
 * first part is sent is answered as an error. What fails later breaks the connection, so that nobody takes a part for the whole.
 */
export function fileRoute(
  routes: Routes,
  endpoint: Endpoint,
  { name, type }: FileHead,
  begin: (call: SessionCall<Endpoint>) => (tx: Tx, note: AuditNote) => Promise<FilePart>,
  { seesAll, beyondWards, ...options }: FileOptions = {},
): void {
  const open = transactionsOf(routes.db, endpoint, { seesAll, beyondWards });
  guardedRoute(routes, endpoint, options, async (call) => {
    const { session, scope, request, reply } = call;
    const read = begin(call);
    const readPart = () =>
      open(scope, async (tx) => {
        const note = new AuditNote();
        const part = await read(tx, note);
        await routes.audit.done(tx, { endpoint, session, request, answer: null, note });
        return part;
      });
    const first = await readPart();
    void reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
    if (first.isLast) void reply.send(first.text);
    else replyWithFile(reply, Readable.from(textsOf(first, readPart)));
    return '';
  });
}

async function* textsOf(first: FilePart, readPart: () => Promise<FilePart>): AsyncGenerator<string, void> {
  for (let part = first; ; part = await readPart()) {
    yield part.text;
    if (part.isLast) return;
  }
}

/**
 * Like route(), for a call that opens its own transactions because what it counts must be kept even when it refuses. Its audit
 * entry is written in a transaction of its own afterwards.
 */
export function sessionRoute<E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  handle: (call: SessionCall<E>) => Promise<ReplyInputOf<E>>,
  options: SessionOptions = {},
): void {
  const { db, audit } = routes;
  // Its answer could not be stored in the transaction of what it does.
  if (endpoint.idempotencyKey) throw new Error(`${endpoint.path} must say idempotencyKey: false`);
  guardedRoute(routes, endpoint, options, async (call) => {
    const answer = await handle(call);
    const audited = { endpoint, session: call.session, request: call.request, answer, note: new AuditNote() };
    await db.transaction(call.scope, (tx) => audit.done(tx, audited));
    audit.committed(audited);
    return answer;
  });
}

function guardedRoute<E extends Endpoint>(
  { http, authenticate, endpoints, audit, idempotency }: Routes,
  endpoint: E,
  {
    evenLocked = false,
    evenWithoutTwoStep = false,
    rateLimit,
    comparesRow = false,
  }: SessionOptions & { comparesRow?: boolean },
  handle: (call: SessionCall<E>, claim: Claim | null) => Promise<ReplyInputOf<E>>,
): void {
  endpoints.push(endpoint);
  const sessions = new WeakMap<FastifyRequest, Session>();
  /** A call that is refused changes nothing, but the audit says that it was made. */
  async function orAuditRefusal<T>(request: FastifyRequest, session: Session, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Forbidden) await audit.refused({ endpoint, session, request, reason: error.type });
      throw error;
    }
  }
  register(http, endpoint, {
    rateLimit,
    async onRequest(request, reply) {
      const session = await sessionOf(request, authenticate, { evenLocked, evenWithoutTwoStep, reply });
      await orAuditRefusal(request, session, () => checkAccess(endpoint, session));
      sessions.set(request, session);
    },
    async handler(call) {
      const known = sessions.get(call.request);
      if (!known) throw new Unauthorized();
      // checkAccess() has refused an API key where the endpoint is for people.
      const session = known as SessionFor<E>;
      // checkAccess() has refused a session without an application where the endpoint needs one.
      const scope = scopeOf(session) as ScopeOf<E>;
      const { request } = call;
      // The limiter of network addresses has told its own limit since the key was read.
      if (session.apiKey) tellRate(session.apiKey.rate, call.reply);
      refuseUnstorable(call.query);
      refuseUnstorable(call.body, endpoint.wrapper);
      const body = conditionalBody(endpoint, call, comparesRow);
      const make = (claim: Claim | null) =>
        orAuditRefusal(request, session, () => handle({ ...call, body, session, scope }, claim));
      try {
        return endpoint.idempotencyKey ? await idempotency.once({ request, session }, make) : await make(null);
      } catch (error) {
        throw asPrecondition(error, request.headers['if-match']);
      }
    },
  });
}

/** Returns the body with the version of If-Match. Throws 412 where nothing could compare it. */
function conditionalBody<E extends Endpoint>(endpoint: E, { request, body }: Call<E>, comparesRow: boolean): BodyOf<E> {
  const expected = changes(endpoint) ? readIfMatch(request.headers['if-match']) : null;
  if (!expected || comparesRow) return body;
  // The version is a number, as the schema of the body wants it.
  if (changesVersion(endpoint)) return withVersions(endpoint, body, expected) as BodyOf<E>;
  if (endpoint.method === 'POST') return body;
  throw new PreconditionFailed(NOTHING_TO_COMPARE);
}

const changes = ({ method }: Endpoint): boolean => method !== 'GET';

const paramOf = ({ params }: FastifyRequest, name: string): unknown => Reflect.get(params as object, name);

/**
 * Adds the route of a call that anybody may make. It has no transaction: the handler finds out whose data the call may touch. Text comes
 * without what cannot be stored.
 */
export function publicRoute<E extends Endpoint>(
  { http, endpoints }: Pick<Routes, 'http' | 'endpoints'>,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyInputOf<E>>,
  { bodyLimit, rateLimit, before = async () => undefined }: PublicOptions = {},
): void {
  endpoints.push(endpoint);
  register(http, endpoint, {
    onRequest: before,
    handler: (call) => handle({ ...call, query: withoutUnstorable(call.query), body: withoutUnstorable(call.body) }),
    bodyLimit,
    rateLimit,
  });
}

export interface PublicOptions {
  /** Maximum size of the body in bytes. Default: that of the server. */
  bodyLimit?: number;
  /**
   * Limit for each network address, or for whatever `keyGenerator` returns, over all paths of the endpoint. False: none, where
   * another limit holds.
   */
  rateLimit?:
    { max: number; timeWindow: number; keyGenerator?: (request: FastifyRequest) => string } | false | undefined;
  /** Runs before the body is read, and throws to refuse the call. */
  before?: (request: FastifyRequest) => Promise<void>;
}

/** Returns the session of a call. Throws 401 without one, 423 where it is locked, and 403 where two-step sign-in is to be switched on. */
export async function sessionOf(
  request: FastifyRequest,
  authenticate: Routes['authenticate'],
  /**
   * `unattended`: the browser makes the call on its own, so it does not show that its person is there. `reply` gets the headers
   * that tell an API key how many calls it has left.
   */
  {
    evenLocked = false,
    evenWithoutTwoStep = false,
    unattended = false,
    reply,
  }: Pick<SessionOptions, 'evenLocked' | 'evenWithoutTwoStep'> & { unattended?: boolean; reply?: FastifyReply } = {},
): Promise<Session> {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  const from = { address: request.ip, idleSeconds: unattended ? null : idleSecondsOf(request) };
  const session = token ? await authenticate(token, from) : null;
  if (!session) throw new Unauthorized();
  if (session.apiKey) limitCalls(session.apiKey, reply);
  if (session.locked && !evenLocked) throw new Locked();
  if (session.needsTwoStep && !evenWithoutTwoStep) throw new TwoStepNeeded();
  return session;
}

/** Throws 429 when an API key has no call left in this minute, and tells how many it has. */
function limitCalls({ rate }: CallingKey, reply: FastifyReply | undefined): void {
  if (rate.remaining >= 0) return;
  if (reply) tellRate(rate, reply);
  throw new TooManyRequests(
    `This API key may make ${rate.limit} calls a minute. Try again in ${rate.resetSeconds} seconds.`,
    rate.resetSeconds,
  );
}

/** Tells the limit of an API key, unless the limit of the network address or of the call leaves fewer calls. */
function tellRate({ limit, remaining, resetSeconds }: CallingKey['rate'], reply: FastifyReply): void {
  const told = reply.getHeader('ratelimit-remaining');
  if (told !== undefined && Number(told) < remaining) return;
  reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, remaining)),
    'ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': `${limit};w=60`,
  });
}

/** Returns the seconds since the person did something. Scripts do not send the header and count as active while they call. */
function idleSecondsOf(request: FastifyRequest): number {
  const seconds = Number(request.headers[account.IDLE_HEADER] ?? 0);
  return seconds >= 0 ? seconds : 0;
}

export const scopeOf = (session: Session): Scope => ({
  userId: session.userId,
  applicationId: session.applicationId ?? (session.super_user === 1 ? 'all' : null),
  locations: session.locations,
});

/**
 * Throws 403 without the permission or a fresh sign-in, and for an API key where the call is for people; 409 where an application
 * must be chosen first.
 */
function checkAccess({ access, freshSignIn }: Endpoint, session: Session): void {
  if (session.apiKey && isForPeople(access)) throw new ForPeople();
  if (typeof access !== 'string') {
    if (!may(session, access.permission)) throw new Forbidden();
    if (!access.anyApplication && session.applicationId === null) throw new Conflict('Choose an application first.');
  }
  if (freshSignIn && !session.isFresh) throw new FreshSignInNeeded();
}

interface Handling<E extends Endpoint> extends Omit<PublicOptions, 'before'> {
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  handler(call: Call<E>): Promise<ReplyInputOf<E> | StoredAnswer>;
}

function register<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  { onRequest, handler, bodyLimit, rateLimit }: Handling<E>,
): void {
  // All paths of the endpoint share one limiter: the plugin's own setting would count each path by itself.
  const limit = rateLimit ? [http.rateLimit(rateLimit)] : [];
  for (const url of [API_BASE + endpoint.path, ...endpoint.alsoAt]) {
    http.route({
      method: endpoint.method,
      url,
      schema: schemaOf(endpoint),
      config: {
        wrapper: endpoint.wrapper,
        ...(rateLimit ? { limitSeconds: rateLimit.timeWindow / 1000 } : {}),
        ...(rateLimit === undefined ? {} : { rateLimit: false as const }),
      },
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
        const answer = await handler(call).catch((error: unknown) => {
          files.get(reply)?.destroy();
          throw error;
        });
        const file = files.get(reply);
        if (file) return reply.send(file);
        // The handler may have sent the answer itself, as a file.
        if (reply.sent) return reply;
        return sendAnswer(endpoint, request, reply, answer);
      },
    });
  }
}

const files = new WeakMap<FastifyReply, Readable>();

/** Answers a call with a file that is larger than the memory. It is sent after the transaction of the call is committed. */
export function replyWithFile(reply: FastifyReply, file: Readable): void {
  files.set(reply, file);
}

/** Returns the answer as its schema has it, and as it is sent. */
function readReply({ reply }: Endpoint, answer: unknown): { parsed: unknown; text: string } {
  const parsed = z.parse(reply, answer);
  return { parsed, text: JSON.stringify(parsed) };
}

const JSON_TYPE = `${JSON_MEDIA}; charset=utf-8`;

/** Sends an answer, with the ETag of a record that counts its versions; 304 to a GET of whoever has it already. */
function sendAnswer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer instanceof StoredAnswer) {
    void reply.header(REPLAYED_HEADER, 'true');
    if (answersVersion(endpoint)) void reply.header('etag', etagOf(JSON.parse(answer.text), answer.text));
    // As bytes, because Fastify would write a text as a JSON string.
    return reply.status(answer.status).type(JSON_TYPE).send(Buffer.from(answer.text));
  }
  if (!answersVersion(endpoint)) return reply.status(endpoint.status).send(answer);
  const { parsed, text } = readReply(endpoint, answer);
  const etag = etagOf(parsed, text);
  void reply.header('etag', etag);
  if (endpoint.method === 'GET' && isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.status(endpoint.status).type(JSON_TYPE).send(Buffer.from(text));
}

const schemaOf = (endpoint: Endpoint) => ({
  hide: true,
  ...(endpoint.params ? { params: endpoint.params } : {}),
  ...(endpoint.query ? { querystring: endpoint.query } : {}),
  ...(endpoint.body ? { body: endpoint.body } : {}),
  response: { [endpoint.status]: endpoint.reply },
});

declare module 'fastify' {
  interface FastifyContextConfig {
    wrapper?: string | undefined;
    /** Window of the call's own limit of requests. */
    limitSeconds?: number;
  }
}
