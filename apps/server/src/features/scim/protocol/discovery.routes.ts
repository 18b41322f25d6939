import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RequestError } from '../../../platform/errors.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { SCHEMA } from '../../../platform/scim/schema-names.ts';
import { send } from './scim-server.ts';

const named = z.object({ name: z.string() });

/** The calls by which a provider learns what this server can do. */
export function discoveryRoutes(server: FastifyInstance, { publicUrl }: Context): void {
  const hidden = { schema: { hide: true } };
  server.get('/ServiceProviderConfig', hidden, (_request, reply) => send(reply, 200, serviceProviderConfig(publicUrl)));
  catalogue('/ResourceTypes', resourceTypes(publicUrl));
  catalogue('/Schemas', schemas(publicUrl));

  function catalogue(path: string, entries: readonly { id: string }[]): void {
    server.get(path, hidden, (_request, reply) =>
      send(reply, 200, {
        schemas: [SCHEMA.list],
        totalResults: entries.length,
        startIndex: 1,
        itemsPerPage: entries.length,
        Resources: entries,
      }),
    );
    server.get(`${path}/:name`, hidden, (request, reply) => {
      const { name } = named.parse(request.params);
      const found = entries.find(({ id }) => id.toLowerCase() === name.toLowerCase());
      if (!found) throw new NotFound();
      return send(reply, 200, found);
    });
  }

  const missing = (what: string) => (): FastifyReply => {
    throw new RequestError(501, `${what} is not supported. ServiceProviderConfig says what is.`);
  };
  server.post('/Bulk', hidden, missing('Bulk'));
  for (const path of ['/.search', '/Users/.search', '/Groups/.search'])
    server.post(path, hidden, missing('Searching by POST'));
  server.all('/Me', hidden, missing('/Me'));
}
