import { may, type Subject } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { findPermissionsOf } from './roles.queries.ts';

/**
 * Returns why the caller may not give somebody a role in their application; null when they may. Nobody can give
 * permissions that they do not have.
 */
export async function whyNotGiveRole(
  tx: Tx,
  { session, scope }: { session: Subject; scope: Scope },
  roleId: number,
): Promise<string | null> {
  if (typeof scope.applicationId !== 'number') return 'Choose an application first: a role counts in one.';
  const permissions = await findPermissionsOf(tx, scope.applicationId, roleId);
  if (!permissions) return 'This role does not exist here. Choose another one.';
  return mayAll(session, permissions)
    ? null
    : 'This role has permissions that you do not have. Ask somebody who has them.';
}

export const mayAll = (caller: Subject, permissions: readonly string[]): boolean =>
  permissions.every((permission) => may(caller, permission));
