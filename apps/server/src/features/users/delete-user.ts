import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { AuditNote } from '../../platform/http/audit-calls.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import type { Scope } from '../../platform/scope.ts';
import { endWaysIn } from '../credentials/index.ts';
import { deletePasskeysOf } from '../passkeys/index.ts';
import { checkMayManage } from './may-manage.ts';
import { deleteAccessOf, lockPerson, updateUserColumns } from './people.queries.ts';
import { checkNotLastSuperuser } from './update-user.ts';

/**
 * Deletes a user: nothing shows them any more, and their address is free for a new account. The row stays with the
 * name, because cases and their steps refer to it.
 */
export async function deleteUser(
  tx: Tx,
  { session, scope, note }: { session: PersonSession; scope: Scope; note: AuditNote },
  id: number,
  now: Date,
): Promise<void> {
  const person = await lockPerson(tx, scope, id);
  await checkMayManage(tx, session, person);
  if (id === session.userId) throw new Conflict('You cannot delete yourself. Ask somebody else to.');
  if (person.super_user === 1) await checkNotLastSuperuser(tx, id);
  await closeAccount(tx, person, now);
  note.changed({ name: person.name, email: person.email }, { name: null, email: null });
}

/** Ends an account for good. */
export async function closeAccount(
  tx: Tx,
  { id, deactivated_at }: { id: number; deactivated_at: Date | null },
  now: Date,
): Promise<void> {
  await deleteAccessOf(tx, id);
  await updateUserColumns(tx, id, {
    email: `deleted-${id}@invalid`,
    phone: null,
    // No password has this hash.
    password_hash: '',
    super_user: 0,
    deactivated_at: deactivated_at ?? now,
    deleted_at: now,
  });
  await endWaysIn(tx, id, now);
  await deletePasskeysOf(tx, id);
}
