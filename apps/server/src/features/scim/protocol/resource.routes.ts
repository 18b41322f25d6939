import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { withRetry } from '../../../platform/db/database.ts';
import { Forbidden, NotFound } from '../../../platform/errors.ts';
import { AuditNote } from '../../../platform/http/audit-calls.ts';
import { refuseUnstorable } from '../../../platform/http/storable-text.ts';
import { systemScope } from '../../../platform/scope.ts';
import { lockProvisioning } from '../people/people.queries.ts';
import type { UsableToken } from '../tokens/tokens.queries.ts';
import { auditChange, auditRefusal } from './audit-change.ts';
import { checkIfMatch, isKnown } from '../../../platform/scim/etag.ts';
import { readQuery, type ListQuery, type Shown } from '../../../platform/scim/read-query.ts';
import { SCHEMA } from '../../../platform/scim/schema-names.ts';
import type { ScimCall } from './scim-call.ts';
import { send, type TokenOf } from './scim-server.ts';
import { showAttributes } from '../../../platform/scim/show-attributes.ts';

/** A resource as it is sent. */
export interface Described {
  id: string;
  /** The version is undefined where only a part of the resource was read. */
  meta: { location: string; version?: string };
}

/** A kind of resource: people, or groups. */
export interface Resource {
  path: 'Users' | 'Groups';
  /** How the audit names it. */
  record: 'users' | 'roles';
  /** Whether a PATCH is answered with the changed resource; else with 204. */
  answersPatch: boolean;
  list(call: ScimCall, query: ListQuery): Promise<{ total: number; resources: Described[] }>;
  /** Undefined: there is none that the token sees. `shown`: what is needed of it; all without. */
  find(call: ScimCall, id: number, shown?: Shown): Promise<Described | undefined>;
  /** Returns the id of the new one. */
  create(call: ScimCall, body: unknown): Promise<number>;
  replace(call: ScimCall, id: number, body: unknown): Promise<void>;
  patch(call: ScimCall, id: number, body: unknown): Promise<void>;
  remove(call: ScimCall, id: number): Promise<void>;
}

interface Options {
  ctx: Context;
  tokenOf: TokenOf;
  hasSingleSignOn: boolean;
}

type Action = 'create' | 'update' | 'delete';

const idOf = (request: FastifyRequest): number => {
  const { success, data } = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) }).safeParse(request.params);
  if (!success) throw new NotFound();
  return Number(data.id);
};

/** The calls are not in the description of our API, because their form is that of the RFC. */
const hidden = { schema: { hide: true } };

/** Adds the calls of a kind of resource (RFC 7644 §3). */
export function resourceRoutes(server: FastifyInstance, options: Options, resource: Resource): void {
  readingRoutes(server, options, resource);
  changingRoutes(server, options, resource);
}

function readingRoutes(server: FastifyInstance, options: Options, resource: Resource): void {
  const base = `/${resource.path}`;

  server.get(base, hidden, async (request, reply) => {
    const query = readQuery(request.query);
    const { total, resources } = await reading(options, request, (call) => resource.list(call, query));
    return send(reply, 200, {
      schemas: [SCHEMA.list],
      totalResults: total,
      startIndex: query.offset + 1,
      itemsPerPage: resources.length,
      Resources: resources.map((one) => showAttributes(one, query.shown)),
    });
  });

  server.get(`${base}/:id`, hidden, async (request, reply) => {
    const { shown } = readQuery(request.query);
    const found = await reading(options, request, (call) => get(resource, call, idOf(request), shown));
    const { version } = found.meta;
    if (version !== undefined && isKnown(request.headers['if-none-match'], version)) return reply.status(304).send();
    return answer(request, reply, 200, found);
  });
}

function changingRoutes(server: FastifyInstance, options: Options, resource: Resource): void {
  const base = `/${resource.path}`;

  server.post(base, hidden, async (request, reply) => {
    const made = await changing(options, request, { resource, action: 'create' }, async (call) => {
      const id = await resource.create(call, request.body);
      return { id, answered: await get(resource, call, id) };
    });
    return answer(request, reply.header('location', made.meta.location), 201, made);
  });

  const change =
    (action: Action, work: (call: ScimCall, id: number, body: unknown) => Promise<void>) =>
    async (request: FastifyRequest, isAnswered: boolean): Promise<Described | null> => {
      const id = idOf(request);
      const expected = request.headers['if-match'];
      return changing(options, request, { resource, action }, async (call) => {
        if (expected !== undefined) checkIfMatch(expected, (await get(resource, call, id)).meta.version);
        await work(call, id, request.body);
        return { id, answered: isAnswered ? await get(resource, call, id) : null };
      });
    };
  const finish = (request: FastifyRequest, reply: FastifyReply, changed: Described | null) =>
    changed ? answer(request, reply, 200, changed) : reply.status(204).send();

  const replace = change('update', resource.replace);
  server.put(`${base}/:id`, hidden, async (request, reply) => finish(request, reply, await replace(request, true)));

  const patch = change('update', resource.patch);
  server.patch(`${base}/:id`, hidden, async (request, reply) =>
    finish(request, reply, await patch(request, resource.answersPatch)),
  );

  const remove = change('delete', resource.remove);
  server.delete(`${base}/:id`, hidden, async (request, reply) => finish(request, reply, await remove(request, false)));
}

async function get(resource: Resource, call: ScimCall, id: number, shown?: Shown): Promise<Described> {
  const found = await resource.find(call, id, shown);
  if (!found) throw new NotFound(resource.path === 'Users' ? 'This user' : 'This group');
  return found;
}

/** Sends one resource, with the attributes that the caller wants, and its version as ETag. */
function answer(request: FastifyRequest, reply: FastifyReply, status: number, resource: Described): FastifyReply {
  const { shown } = readQuery(request.query);
  if (resource.meta.version !== undefined) void reply.header('etag', resource.meta.version);
  return send(reply, status, showAttributes(resource, shown));
}

function reading<T>(
  { ctx, tokenOf, hasSingleSignOn }: Options,
  request: FastifyRequest,
  work: (call: ScimCall) => Promise<T>,
): Promise<T> {
  const token = tokenOf(request);
  // People may belong to several applications, so these transactions see all, and the queries decide who is shown.
  return ctx.db.transaction(systemScope('person'), (tx) =>
    work({ tx, ctx, token, hasSingleSignOn, note: new AuditNote() }),
  );
}

/**
 * Runs a change in one transaction with its audit entry. Changes of one application wait for each other; whatever conflicts with a
 * change on the screen is done again.
 */
async function changing<T>(
  { ctx, tokenOf, hasSingleSignOn }: Options,
  request: FastifyRequest,
  { resource, action }: { resource: Resource; action: Action },
  work: (call: ScimCall) => Promise<{ id: number; answered: T }>,
): Promise<T> {
  const token: UsableToken = tokenOf(request);
  const audited = { token, address: request.ip, action, record_type: resource.record };
  refuseUnstorable(request.body);
  // A query that cannot be read is refused before anything is changed.
  readQuery(request.query);
  try {
    return await withRetry(() =>
      ctx.db.transaction(systemScope('person'), async (tx) => {
        await lockProvisioning(tx, token.application_id);
        const call: ScimCall = { tx, ctx, token, hasSingleSignOn, note: new AuditNote() };
        const { id, answered } = await work(call);
        await auditChange(call, { ...audited, record_id: id });
        return answered;
      }),
    );
  } catch (error) {
    if (error instanceof Forbidden) {
      const { id }: { id?: unknown } = Object(request.params);
      await auditRefusal(ctx, { ...audited, record_id: Number(id) || null }, error.message);
    }
    throw error;
  }
}
