import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { lockMailingList } from './mailing-lists.queries.ts';

/** 409 for a list that fills itself: the next refresh would undo what was done by hand. */
export async function lockStatic(tx: Tx, scope: Scope, id: number) {
  const list = await lockMailingList(tx, scope, id);
  if (list.type_of !== 'static')
    throw new Conflict('This list fills itself from the visits. Change its rules, or use a static list.');
  return list;
}
