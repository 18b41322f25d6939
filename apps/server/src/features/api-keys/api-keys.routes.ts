import { apiKeys } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announceAccess } from '../sessions/index.ts';
import { getKey, listKeys, lockKey, setRevoked, type KeyRecord } from './api-keys.queries.ts';
import { changeKey, lockOwnReach, makeKey, rotateKey } from './make-key.ts';

const COLUMNS = {
  id: (row: KeyRecord) => row.id,
  name: (row: KeyRecord) => row.name,
  prefix: (row: KeyRecord) => row.prefix,
  state: (row: KeyRecord) => row.state,
  permissions: (row: KeyRecord) => row.permissions.join(' '),
  locations: (row: KeyRecord) => row.locations.join(' '),
  created_by: (row: KeyRecord) => row.created_by?.name,
  created_at: (row: KeyRecord) => row.created_at,
  expires_at: (row: KeyRecord) => row.expires_at,
  revoked_at: (row: KeyRecord) => row.revoked_at,
  last_used_at: (row: KeyRecord) => row.last_used_at,
  last_used_from: (row: KeyRecord) => row.last_used_from,
};

/** What the audit keeps of a key. */
const settingsOf = ({ name, permissions, locations, expires_at, public_keys }: KeyRecord) => ({
  name,
  permissions,
  locations,
  expires_at,
  public_keys: public_keys?.keys.map(({ kid }) => kid) ?? [],
});

/** The calls by which people make, change and revoke the keys of programs. */
export function apiKeyRoutes(routes: Routes, ctx: Context): void {
  route(routes, apiKeys.listApiKeys, ({ tx, scope, query }) => listKeys(tx, scope.applicationId, query, ctx.clock()));
  csvRoute(routes, apiKeys.listApiKeys, COLUMNS, ({ tx, scope, query }) =>
    listKeys(tx, scope.applicationId, query, ctx.clock()),
  );

  route(routes, apiKeys.getApiKey, async ({ tx, scope, params }) => ({
    data: await getKey(tx, scope.applicationId, params.id, ctx.clock()),
  }));

  route(routes, apiKeys.createApiKey, async ({ tx, session, scope, body, note }) => {
    const made = await makeKey(tx, ctx, { session, scope }, body.api_key);
    note.changed({}, settingsOf(made));
    return { data: made };
  });

  route(routes, apiKeys.updateApiKey, async ({ tx, session, scope, params, body, note }) => {
    const { version, ...changes } = body.api_key;
    const stored = await lockOwnReach(tx, ctx, { session, scope }, params.id);
    checkVersion(stored.version, version);
    const changed = await changeKey(tx, ctx, { session, scope }, stored, changes);
    await announceAccess(tx);
    note.changed(settingsOf(stored), settingsOf(changed));
    return { data: changed };
  });

  route(routes, apiKeys.rotateApiKey, async ({ tx, session, scope, params, body, note }) => {
    const stored = await lockOwnReach(tx, ctx, { session, scope }, params.id);
    const rotated = await rotateKey(tx, ctx, { session, scope }, params.id, body.api_key.overlap_days);
    note.changed(
      { prefix: stored.prefix, overlap_days: null },
      { prefix: rotated.prefix, overlap_days: body.api_key.overlap_days },
    );
    await announceAccess(tx);
    return { data: rotated };
  });

  // Whoever may revoke keys may revoke every key of the application: a stolen one must not wait for somebody with more permissions.
  route(
    routes,
    apiKeys.revokeApiKey,
    async ({ tx, scope, params, note }) => {
      const stored = await lockKey(tx, scope.applicationId, params.id, ctx.clock());
      await setRevoked(tx, scope.applicationId, params.id, ctx.clock());
      await announceAccess(tx);
      note.changed({ name: stored.name, state: stored.state }, { name: stored.name, state: 'revoked' });
      return { data: { id: params.id } };
    },
    { versionOf: 'api_keys' },
  );
}
