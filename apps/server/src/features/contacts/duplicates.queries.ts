import type { contacts, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, slicePage } from '../../platform/db/page.ts';
import type { Scope } from '../../platform/scope.ts';
import { contactColumns, ofApplication } from './contacts.queries.ts';

const FIELDS = { external_id: 'external_id', email: 'email_lower', phone: 'phone' } as const;
const FEW = 10;

interface Typed {
  email: string | null;
  phone: string | null;
  external_id: string | null;
}

/** Other contacts with one of these. */
export async function findTwins(tx: Tx, scope: Scope, typed: Typed, exceptId: number): Promise<contacts.Twin[]> {
  const wanted = { external_id: typed.external_id, email: typed.email?.toLowerCase() ?? null, phone: typed.phone };
  const found = await ofApplication(tx, scope)
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
 * One group for each address or number that more than one contact has, the surest sign first. Equal values stand together in
 * the index, so they are counted in its own order, once; what comes after COUNT_CAP groups is left out.
 */
export async function listDuplicates(tx: Tx, scope: Scope, paging: PagingQuery) {
  const shared = (field: keyof typeof FIELDS, rank: number) => {
    const column = sql.ref(FIELDS[field]);
    return sql`(
      select ${rank}::int as rank, ${field}::text as field, ${column} as value, count(*)::int as count
      from contacts where application_id = ${scope.applicationId} and ${column} is not null
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
    const members = await ofApplication(tx, scope)
      .select(contactColumns)
      .where(`c.${FIELDS[group.field]}`, '=', group.value)
      .orderBy('c.id')
      .limit(FEW)
      .execute();
    data.push({ ...group, contacts: members });
  }
  return { ...page, data };
}
