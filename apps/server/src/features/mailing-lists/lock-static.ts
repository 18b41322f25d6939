import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { lockMailingList } from './mailing-lists.queries.ts';

/** Locks a static list. Throws 409 for a rule-based list, because its next refresh would undo changes by hand. */
export async function lockStatic(tx: Tx, scope: ApplicationScope, id: number) {
  const list = await lockMailingList(tx, scope, id);
  if (list.type_of !== 'static')
    throw new Conflict('This list fills itself from the visits. Change its rules, or use a static list.');
  return list;
}
