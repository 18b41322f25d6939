import type { Tx } from '../../../platform/db/database.ts';
import { findPermissionsOf } from '../../roles/index.ts';
import { listHeldPermissions, readAccess, whyNotReach, type Access } from '../../users/index.ts';
import { listRolesOfToken, type UsableToken } from '../tokens/tokens.queries.ts';

/** Returns what a token can give at most: what its roles contain, in the wards of whoever made it. */
async function readAuthority(tx: Tx, { id, application_id, locations }: UsableToken): Promise<Access> {
  const permissions = new Set<string>();
  for (const roleId of await listRolesOfToken(tx, id))
    for (const name of (await findPermissionsOf(tx, application_id, roleId)) ?? []) permissions.add(name);
  return { permissions: [...permissions], locations };
}

/**
 * Returns whether somebody may do or see more in the application than the token can give. Whoever sets the address of an account can
 * become its person, so such an account is not changed: a stolen token reaches no further than its roles.
 */
export async function mayDoMore(tx: Tx, token: UsableToken, userId: number): Promise<boolean> {
  const authority = await readAuthority(tx, token);
  const theirs = (await readAccess(tx, userId)).get(token.application_id) ?? (await readOutside(tx, userId, authority));
  return whyNotReach(authority, theirs) !== null;
}

/** What somebody who does not belong to the application would have there: what a superuser granted in every application. */
async function readOutside(tx: Tx, userId: number, { locations }: Access): Promise<Access> {
  const held = await listHeldPermissions(tx, userId);
  return { permissions: held.find(({ application_id }) => application_id === null)?.names ?? [], locations };
}
