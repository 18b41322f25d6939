import { sql } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isVisibleContact } from '../contacts/index.ts';
import { findMailingList } from './mailing-lists.queries.ts';
import { isWithinWards } from './is-within-wards.ts';

/**
 * Returns whether the caller sees everybody on the list, now and after its next refresh. Otherwise the caller cannot
 * know who would get a message.
 */
export async function seesWholeList(tx: Tx, scope: ApplicationScope, listId: number): Promise<boolean> {
  if (!isOfSomeWards(scope)) return true;
  const { type_of, rules } = await findMailingList(tx, scope, listId);
  if (type_of !== 'static') return isWithinWards(scope, type_of, rules);
  const unseen = sql`
    select from mailing_list_contacts lc
    join contacts c on c.application_id = lc.application_id and c.id = lc.contact_id
    where lc.application_id = ${scope.applicationId} and lc.mailing_list_id = ${listId} and not ${isVisibleContact(scope)}
    limit 1`;
  const { rows } = await seeingEveryWard(tx, () => unseen.execute(tx));
  return rows.length === 0;
}
