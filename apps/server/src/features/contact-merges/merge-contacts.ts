import type { Tx } from '../../platform/db/database.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { giveConsentsTo } from '../consent/index.ts';
import { carryOptOutsOf, deleteContact, lockContact, updateContact, type ContactValues } from '../contacts/index.ts';
import { giveDeliveriesTo } from '../deliveries/index.ts';
import { giveInvitationsTo } from '../invitations/index.ts';
import { addToListsOf } from '../mailing-lists/index.ts';

/**
 * Merges `otherId` into `keptId`. The kept contact keeps its details and gets those it lacks from the other. An opt-out
 * at any address of either counts for the kept one.
 */
export async function mergeContacts(tx: Tx, scope: ApplicationScope, keptId: number, otherId: number): Promise<void> {
  if (keptId === otherId) throw new Invalid({ contact_id: ['This is the contact itself. Choose another.'] });
  // Rows are locked in one order, so that two merges of the same pair in opposite directions do not deadlock.
  const locked = new Map<number, Awaited<ReturnType<typeof lockContact>>>();
  for (const id of [keptId, otherId].toSorted((a, b) => a - b)) {
    try {
      locked.set(id, await lockContact(tx, scope, id));
    } catch (error) {
      if (error instanceof NotFound && id === otherId)
        throw new Invalid({ contact_id: ['This contact does not exist any more.'] });
      throw error;
    }
  }
  const kept = locked.get(keptId) as ContactValues;
  const other = locked.get(otherId) as ContactValues;
  const merged = {
    email: kept.email ?? other.email,
    phone: kept.phone ?? other.phone,
    language: kept.language ?? other.language,
    external_id: kept.external_id ?? other.external_id,
  };
  const { applicationId } = scope;
  await carryOptOutsOf(
    tx,
    { applicationId, source: 'contacts_merged', userId: scope.userId, contactId: keptId },
    other,
    merged,
  );
  const move = { fromId: otherId, toId: keptId };
  await addToListsOf(tx, applicationId, move);
  await giveDeliveriesTo(tx, applicationId, move);
  await giveInvitationsTo(tx, applicationId, move);
  await giveConsentsTo(tx, applicationId, move);
  await deleteContact(tx, scope, otherId);
  await updateContact(tx, scope, keptId, merged);
}
