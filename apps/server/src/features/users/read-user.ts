import type { ReplyInputOf, users } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { findLinkedAt } from '../credentials/index.ts';
import { hasSecondStep } from '../two-step/index.ts';
import { whyNotManage, whyNotPlace } from './may-manage.ts';
import { findSeat, getPerson } from './people.queries.ts';

/** Returns a user as the caller sees them. */
export async function readUser(
  tx: Tx,
  { session, scope }: { session: Session; scope: Scope },
  id: number,
): Promise<ReplyInputOf<typeof users.getUser>['data']> {
  const person = await getPerson(tx, scope, id);
  const seat = typeof scope.applicationId === 'number' ? await findSeat(tx, id, scope.applicationId) : undefined;
  const reason = await whyNotManage(tx, session, person);
  const placeReason = seat && (await whyNotPlace(tx, session, person, scope.applicationId));
  return {
    ...person,
    application_user: seat ? describeSeat(seat) : null,
    may_manage: reason === null,
    may_place: placeReason === null,
    may_not_because: reason,
    single_sign_on_since: await findLinkedAt(tx, id),
    has_two_step: await hasSecondStep(tx, id),
  };
}

type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>;

const describeSeat = ({ role_id, role_name, ...seat }: Seat) => ({
  ...seat,
  role: role_id === null || role_name === null ? null : { id: role_id, name: role_name },
});
