import type { contacts, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, slicePage } from '../../platform/db/page.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { contactColumns, visibleContacts } from './contacts.queries.ts';
import { isVisibleContact } from './is-visible-contact.ts';

const FIELDS = { external_id: 'external_id', email: 'email_lower', phone: 'phone' } as const;
const FEW = 10;

interface Typed {
  email: string | null;
  phone: string | null;
  external_id: string | null;
}

/** Finds other contacts with one of these values. */
export async function findSameContacts(
  tx: Tx,
  scope: ApplicationScope,
  typed: Typed,
  exceptId: number,
): Promise<contacts.SameContact[]> {
  const wanted = { external_id: typed.external_id, email: typed.email?.toLowerCase() ?? null, phone: typed.phone };
  const found = await visibleContacts(tx, scope)
    .select([...contactColumns, 'c.email_lower'])
    .where('c.id', '<>', exceptId)
    .where((where) =>
      where.or([
        where('c.external_id', '=', wanted.external_id),
        where('c.email_lower', '=', wanted.email),
        where('c.phone', '=', wanted.phone),
      ]),
    )
    .orderBy('c.id')
    .limit(FEW)
    .execute();
  return found.map((row) => ({
    ...row,
    same: (['external_id', 'email', 'phone'] as const).filter(
      (field) => wanted[field] !== null && row[FIELDS[field]] === wanted[field],
    ),
  }));
}

/**
 * Lists one group for each number or address that several contacts have; numbers first, then e-mail, then phone. Equal
 * values are adjacent in the index, so they are counted in one pass; at most COUNT_CAP groups are listed.
 */
export async function listDuplicates(tx: Tx, scope: ApplicationScope, paging: PagingQuery) {
  const shared = (field: keyof typeof FIELDS, rank: number) => {
    const column = sql.ref(FIELDS[field]);
    return sql`(
      select ${rank}::int as rank, ${field}::text as field, ${column} as value, count(*)::int as count
      from contacts c where application_id = ${scope.applicationId} and ${column} is not null and ${isVisibleContact(scope)}
      group by ${column} having count(*) > 1
      order by ${column} using ~<~ limit ${COUNT_CAP + 1})`;
  };
  const { rows } = await sql<{ field: contacts.DuplicateGroup['field']; value: string; count: number }>`
    select field, value, count from (
      ${shared('external_id', 1)} union all ${shared('email', 2)} union all ${shared('phone', 3)}) g
    order by rank, value collate "C" limit ${COUNT_CAP + 1}`.execute(tx);
  const page = slicePage(rows, paging);
  const data = [];
  for (const group of page.data) {
    const members = await visibleContacts(tx, scope)
      .select(contactColumns)
      .where(`c.${FIELDS[group.field]}`, '=', group.value)
      .orderBy('c.id')
      .limit(FEW)
      .execute();
    data.push({ ...group, contacts: members });
  }
  return { ...page, data };
}
