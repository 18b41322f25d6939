import type { contacts, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
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

/** One group for each address or number that more than one contact has, the surest sign first. */
export async function listDuplicates(tx: Tx, scope: Scope, paging: PagingQuery) {
  const shared = (field: keyof typeof FIELDS, rank: number) =>
    sql`select ${rank}::int as rank, ${field}::text as field, ${sql.ref(FIELDS[field])} as value, count(*)::int as count
      from contacts where application_id = ${scope.applicationId} and ${sql.ref(FIELDS[field])} is not null
      group by ${sql.ref(FIELDS[field])} having count(*) > 1`;
  const groups = sql<{ rank: number; field: contacts.DuplicateGroup['field']; value: string; count: number }>`(
    ${shared('external_id', 1)} union all ${shared('email', 2)} union all ${shared('phone', 3)})`.as('g');
  const page = await fetchPage(
    tx,
    tx.selectFrom(groups).select(['g.field', 'g.value', 'g.count']).orderBy('g.rank').orderBy('g.value'),
    paging,
  );
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
