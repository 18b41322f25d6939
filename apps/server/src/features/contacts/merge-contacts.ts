import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { carryOptOuts, deleteContact, lockContact, updateContact, type ContactValues } from './contacts.queries.ts';

/**
 * Takes `otherId` into `keptId`. What the kept one has stays; what it lacks comes from the other. Stop, said at any
 * address of either, holds for the one that is left.
 */
export async function mergeContacts(tx: Tx, scope: Scope, keptId: number, otherId: number): Promise<void> {
  if (keptId === otherId) throw new Invalid({ contact_id: ['This is the contact itself. Choose another.'] });
  // In one order, so that two who merge the same pair the other way round do not wait for each other for ever.
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
  const applicationId = scope.applicationId as number;
  await carryOptOuts(tx, applicationId, other, merged);
  await sql`
    insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
    select application_id, mailing_list_id, ${keptId} from mailing_list_contacts
    where application_id = ${applicationId} and contact_id = ${otherId}
    on conflict do nothing`.execute(tx);
  for (const table of ['deliveries', 'invitations'] as const) {
    await tx
      .updateTable(table)
      .set({ contact_id: keptId })
      .where('application_id', '=', applicationId)
      .where('contact_id', '=', otherId)
      .execute();
  }
  await deleteContact(tx, scope, otherId);
  await updateContact(tx, scope, keptId, merged);
}
