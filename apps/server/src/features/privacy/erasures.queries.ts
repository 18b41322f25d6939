import type { privacy, QueryOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { Erased } from './erase-person.ts';

const erasures = (tx: Tx, { applicationId }: ApplicationScope) =>
  tx
    .selectFrom('erasures')
    .select(['id', 'at', 'user_name', 'reason', 'patient_id', 'erased', 'kept'])
    .$narrowType<Erased>()
    .where('application_id', '=', applicationId);

export const listErasures = (
  tx: Tx,
  scope: ApplicationScope,
  { sort, ...paging }: QueryOf<typeof privacy.listErasures>,
) => fetchPage(tx, erasures(tx, scope).orderBy('id', sort === 'id' ? 'asc' : 'desc'), paging);

export async function getErasure(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await erasures(tx, scope).where('id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This certificate');
  return found;
}

/** Stores the certificate and returns it. */
export async function insertErasure(
  tx: Tx,
  scope: ApplicationScope,
  { erased, kept, ...rest }: Erased & { at: Date; user_name: string; reason: string; patient_id: number | null },
) {
  const { id } = await tx
    .insertInto('erasures')
    .values({
      ...rest,
      application_id: scope.applicationId,
      user_id: scope.userId,
      erased: JSON.stringify(erased),
      kept: [...kept],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return erasures(tx, scope).where('id', '=', id).executeTakeFirstOrThrow();
}
