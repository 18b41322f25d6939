import type { Coding } from '@medplum/fhirtypes';
import { API_BASE, fhir, JSON_MEDIA } from '@wardvoice/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { NotFound } from '../../platform/errors.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import { readFailure } from '../../platform/http/read-failure.ts';
import { base, coding } from './addresses.ts';
import { bulkRoutes, isListOfFiles } from './bulk/bulk.routes.ts';
import { capabilityStatement } from './capability-statement.ts';
import type { AnyResource, ResourceRow } from './fhir-resource.ts';
import { FHIR_CONTENT_TYPE, negotiate } from './negotiate.ts';
import { failureOutcome } from './operation-outcome.ts';
import { smartConfiguration } from './smart-configuration.ts';
import { findRow } from './search/rows.queries.ts';
import { search } from './search/search.ts';
import { show, versionOf } from './show.ts';

const BASES = [fhir.FHIR_BASE, API_BASE + fhir.FHIR_BASE];

/**
 * Adds what all calls of FHIR share: the media type, the form of errors, and for each resource the same two calls. They are
 * endpoints of the API as all others are, with its access, its audit and its limits.
 */
export async function fhirServer(
  routes: Routes,
  ctx: Context,
  resources: readonly AnyResource[],
  addMore: (routes: Routes) => void,
): Promise<void> {
  smartConfiguration(routes.http, ctx);
  await routes.http.register(async (server) => {
    server.setErrorHandler<FastifyError>((error, request, reply) => answerError(ctx, error, request, reply));
    server.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      negotiate(request);
    });
    server.addHook('onSend', async (request, reply, payload) => {
      // The list of the files of a bulk export is no resource.
      const isJson = String(reply.getHeader('content-type')).startsWith(JSON_MEDIA);
      if (isJson && !isListOfFiles(request)) void reply.type(FHIR_CONTENT_TYPE);
      return payload;
    });
    const parse = server.getDefaultJsonParser('error', 'error');
    server.addContentTypeParser(fhir.FHIR_MEDIA, { parseAs: 'string' }, (request, body, done) => {
      void parse(request, String(body), done);
    });
    const own: Routes = { ...routes, http: server };
    const started = ctx.clock();
    publicRoute(own, fhir.getCapabilityStatement, async () => ({ ...capabilityStatement(ctx.publicUrl, started) }));
    for (const resource of resources) resourceRoutes(own, ctx, resource);
    addMore(own);
    bulkRoutes(own, ctx, resources);
    for (const path of BASES) refuseTheRest(server, path);
  });
}

function resourceRoutes(routes: Routes, ctx: Context, resource: AnyResource): void {
  const { publicUrl } = ctx;
  const options = resource.beyondWards === undefined ? {} : { beyondWards: resource.beyondWards };
  const { type }: { type: fhir.ResourceType } = resource;
  route(
    routes,
    fhir.searches[type],
    async ({ tx, scope, request, note }) => {
      const { bundle, rows } = await search(tx, { scope, publicUrl, request, resource, now: ctx.clock() });
      saw(note, rows);
      return { ...bundle };
    },
    options,
  );
  route(
    routes,
    fhir.reads[type],
    async ({ tx, scope, params, reply, note }) => {
      const row = await findRow(tx, scope, resource, params.id);
      if (!row) throw new NotFound(`This ${type}`);
      saw(note, [row]);
      tellVersion(reply, row);
      return { ...show(row, { publicUrl, applicationId: scope.applicationId }, resource) };
    },
    { ...options, showsFewPatients: true },
  );
  const created = fhir.creates[type];
  if (!created) return;
  const create = resource.create?.bind(resource);
  if (!create) throw new Error(`${type} cannot be created`);
  route(routes, created, async ({ tx, scope, body, reply, note }) => {
    const id = await create(tx, ctx, scope, body);
    const row = await findRow(tx, scope, resource, id);
    if (!row) throw new NotFound(`This ${type}`);
    saw(note, [row]);
    note.recordId = id;
    tellVersion(reply, row);
    void reply.header('location', `${base(publicUrl)}/${type}/${id}/_history/${versionOf(row)}`);
    return { ...show(row, { publicUrl, applicationId: scope.applicationId }, resource) };
  });
}

/** A weak tag, because the same version may be written otherwise by a later program. */
const tellVersion = (reply: FastifyReply, row: ResourceRow): FastifyReply =>
  reply.headers({ etag: `W/"${versionOf(row)}"`, 'last-modified': row.changed_at.toUTCString() });

function saw(note: { saw(rows: readonly unknown[]): void; count: number | undefined }, rows: readonly ResourceRow[]) {
  note.saw(rows);
  note.count = rows.length;
}

/** Answers what has no route, in the form of FHIR: 405 for a known resource, 404 otherwise. */
function refuseTheRest(server: FastifyInstance, path: string): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const [type = ''] = (request.url.split('?')[0] ?? '').slice(path.length + 1).split('/');
    if (type === 'Subscription' && request.method !== 'GET' && request.method !== 'HEAD') {
      void reply.header('allow', 'GET, HEAD, POST, DELETE');
      return refuseWith(
        reply,
        405,
        'A Subscription is made by POST, read, and deleted. To change it, make another one.',
      );
    }
    const isKnown = type === 'metadata' || fhir.RESOURCE_TYPES.some((one) => one === type);
    if (isKnown && request.method !== 'GET' && request.method !== 'HEAD') {
      const isCreated = Object.hasOwn(fhir.creates, type);
      void reply.header('allow', isCreated ? 'GET, HEAD, POST' : 'GET, HEAD');
      return refuseWith(
        reply,
        405,
        isCreated ? `${type} is read, and created by POST at ${type}.` : `${type} is only read: use GET.`,
      );
    }
    return refuseWith(reply, 404, 'There is nothing at this address. GET metadata lists the resources.');
  };
  server.all(path, { schema: { hide: true } }, refuse);
  server.all(`${path}/*`, { schema: { hide: true } }, refuse);
}

const refuseWith = (reply: FastifyReply, status: number, message: string, kind: Coding | null = null): FastifyReply =>
  reply
    .status(status)
    .type(FHIR_CONTENT_TYPE)
    .serializer(JSON.stringify)
    .send(failureOutcome(status, message, kind));

function answerError({ publicUrl }: Context, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, errors, type, retryAfterSeconds } = readFailure(error, request);
  if (retryAfterSeconds !== null) void reply.header('retry-after', String(retryAfterSeconds));
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  const detail = errors
    ? Object.entries(errors)
        .map(([field, reasons]) => `${field}: ${reasons.join(' ')}`)
        .join(' ')
    : message;
  const kind = type ? coding(publicUrl, 'problem-type', type) : null;
  // FHIR has no 422 for reads: what is wrong in a parameter is 400 there.
  void refuseWith(reply, status === 422 && request.method === 'GET' ? 400 : status, detail, kind);
}
