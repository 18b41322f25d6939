import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { discoveryRoutes } from './protocol/discovery.routes.ts';
import { resourceRoutes } from './protocol/resource.routes.ts';
import { scimServer } from './protocol/scim-server.ts';
import { groupResource } from './groups/group-resource.ts';
import { personResource } from './people/person-resource.ts';

/** The calls of identity providers. `hasSingleSignOn`: whether people whom they add sign in without a password. */
export const scimRoutes = (http: FastifyInstance, ctx: Context, hasSingleSignOn: boolean): Promise<void> =>
  scimServer(http, ctx, (server, tokenOf) => {
    discoveryRoutes(server, ctx);
    resourceRoutes(server, { ctx, tokenOf, hasSingleSignOn }, personResource);
    resourceRoutes(server, { ctx, tokenOf, hasSingleSignOn }, groupResource);
  });
