import { Readable } from 'node:stream';
import { API_BASE, fhirBulk, type fhir } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { Conflict, Forbidden } from '../../../platform/errors.ts';
import { replyWithFile, route, sessionRoute, type Routes } from '../../../platform/http/route.ts';
import type { ApplicationScope, Scope } from '../../../platform/scope.ts';
import type { AnyResource } from '../fhir-resource.ts';
import { informed } from '../operation-outcome.ts';
import { completeUntil } from '../search/rows.queries.ts';
import {
  addressOfFile,
  addressOfRequest,
  addressOfStatus,
  permittedTypes,
  readExportRequest,
  readStatus,
} from './export-request.ts';
import { hasRows, writeLines } from './write-lines.ts';

const STATUS_ADDRESSES = [API_BASE + fhirBulk.getExport.path, ...fhirBulk.getExport.alsoAt];

export const isListOfFiles = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && STATUS_ADDRESSES.some((url) => url === routeOptions.url);

/**
 * Adds the bulk export (Bulk Data Access 2.0). Nothing is prepared or stored: the request is in the address that the kick-off answers,
 * and each file is read from the tables while it is sent, so no copy of patients' data lies anywhere.
 */
export function bulkRoutes(routes: Routes, ctx: Context, resources: readonly AnyResource[]): void {
  const { publicUrl } = ctx;

  for (const [of, endpoint] of [
    ['system', fhirBulk.exportAll],
    ['patients', fhirBulk.exportPatients],
  ] as const)
    route(routes, endpoint, async ({ tx, scope, session, query, request, reply }) => {
      requireApplication(scope);
      const asked = readExportRequest(of, query, request.headers);
      if (permittedTypes(session, asked).length === 0) throw new Forbidden();
      // What commits later turns up in the next export that is asked for with this time as _since.
      const at = await completeUntil(tx);
      void reply.header('content-location', addressOfStatus(publicUrl, asked, at));
      return { ...informed('The files are ready. GET the address in Content-Location.') };
    });

  sessionRoute(routes, fhirBulk.getExport, async ({ scope, session, query }) => {
    const ofApplication = requireApplication(scope);
    const asked = readStatus(query);
    const types = new Set<fhir.ResourceType>(permittedTypes(session, asked));
    const output: fhirBulk.Manifest['output'] = [];
    for (const resource of resources)
      if (types.has(resource.type) && (await hasRows(ctx, { resource, scope: ofApplication, since: asked.since })))
        output.push({ type: resource.type, url: addressOfFile(publicUrl, resource.type, asked.since) });
    return {
      transactionTime: query.at,
      request: addressOfRequest(publicUrl, asked),
      requiresAccessToken: true as const,
      output,
      error: [],
    };
  });

  // Whoever is done says so (Bulk Data Access 2.0, "Bulk Data Delete Request"). There is nothing that would have to be deleted.
  for (const url of STATUS_ADDRESSES)
    routes.http.delete(url, { schema: { hide: true } }, (_request, reply) =>
      reply.status(202).send(informed('Nothing of an export is stored, so nothing had to be deleted.')),
    );

  for (const resource of resources) {
    const endpoint = fhirBulk.files[resource.type];
    sessionRoute(routes, endpoint, async ({ scope, session, query: { _since: since }, request, reply }) => {
      const lines = writeLines(ctx, { resource, scope, since }, (tx, note) =>
        routes.audit.done(tx, { endpoint, session, request, answer: null, note }),
      );
      void reply.type(fhirBulk.NDJSON_MEDIA);
      replyWithFile(reply, Readable.from(lines));
      return '';
    });
  }
}

function requireApplication(scope: Scope): ApplicationScope {
  const { applicationId } = scope;
  if (typeof applicationId !== 'number') throw new Conflict('Choose an application first.');
  return { ...scope, applicationId };
}
