import type { users } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { whyNotManage, whyNotPlace } from './may-manage.ts';
import { findSeat, getPerson } from './people.queries.ts';

/** One person as the caller sees them. */
export async function readUser(
  tx: Tx,
  { session, scope }: { session: Session; scope: Scope },
  id: number,
): Promise<users.User> {
  const person = await getPerson(tx, scope, id);
  const seat = typeof scope.applicationId === 'number' ? await findSeat(tx, id, scope.applicationId) : undefined;
  const reason = await whyNotManage(tx, session, person);
  const placeReason = seat && (await whyNotPlace(tx, session, person));
  // The reply schema writes the instants.
  return {
    ...person,
    application_user: seat ?? null,
    may_manage: reason === null,
    may_place: placeReason === null,
    may_not_because: reason,
  } as never;
}
