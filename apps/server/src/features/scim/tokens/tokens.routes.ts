import { scim } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { csvRoute } from '../../../platform/http/csv-route.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import { makeToken } from './make-token.ts';
import { listTokens, setRevoked, type ListedToken } from './tokens.queries.ts';

const COLUMNS = {
  id: (row: ListedToken) => row.id,
  name: (row: ListedToken) => row.name,
  roles: (row: ListedToken) => row.roles.map(({ name }) => name).join(', '),
  locations: (row: ListedToken) => row.locations.join(' '),
  made_by: (row: ListedToken) => row.made_by_name,
  created_at: (row: ListedToken) => row.created_at,
  expires_at: (row: ListedToken) => row.expires_at,
  last_used_at: (row: ListedToken) => row.last_used_at,
};

/** The calls of administrators, who make and revoke the tokens of identity providers. */
export function scimTokenRoutes(routes: Routes, ctx: Context): void {
  const base_url = ctx.publicUrl + scim.SCIM_BASE;

  route(routes, scim.listScimTokens, async ({ tx, scope }) => ({
    data: await listTokens(tx, scope.applicationId, ctx.clock()),
    base_url,
  }));

  // The list has no pages, because an organisation has a few directories.
  csvRoute(routes, scim.listScimTokens, COLUMNS, async ({ tx, scope }) => ({
    data: await listTokens(tx, scope.applicationId, ctx.clock()),
  }));

  route(
    routes,
    scim.createScimToken,
    async ({ tx, scope, session, body, note }) => {
      const made = await makeToken(tx, ctx, { session, scope }, body.scim_token);
      const { name, days, role_ids } = body.scim_token;
      note.changed({}, { name, days, role_ids });
      return { data: { ...made, base_url } };
    },
    // Roles that are built in belong to no application, and are locked while they are given.
    { seesAll: true },
  );

  route(routes, scim.revokeScimToken, async ({ tx, scope, params, note }) => {
    const name = await setRevoked(tx, scope.applicationId, params.id, ctx.clock());
    note.changed({ name }, { name: null });
    return { data: { id: params.id } };
  });
}
