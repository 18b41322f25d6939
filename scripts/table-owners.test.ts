import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTableWriters, findWrites } from '../apps/server/src/testing/schema/find-table-writers.ts';
import { TABLES } from '../apps/server/src/testing/schema/tables.ts';

const SERVER = resolve(import.meta.dirname, '../apps/server/src');

/**
 * Tables that are still written by others than their owner. Nothing may be added. A writer that no longer writes is taken out,
 * and a line without other writers is deleted.
 */
const DEBTS: Readonly<Record<string, readonly string[]>> = {
  cases: ['visits'],
  categories: ['departments'],
  deliveries: ['visits'],
  hl7_messages: ['intake', 'processing', 'visits'],
  inbound_texts: ['visits'],
  invitations: ['deliveries', 'visits'],
};

describe('a table has one owner', () => {
  it('and is written by that slice alone, but for the debts above', () => {
    const written = [...findTableWriters(SERVER)].map(([table, slices]) => [table, [...slices].sort()]);
    const expected = Object.entries(TABLES).map(([table, { owner }]) => {
      const owners = owner === null ? [] : [owner];
      return [table, [...owners, ...(DEBTS[table] ?? [])].sort()];
    });
    expect(
      Object.fromEntries(written),
      'Call the owner that apps/server/src/testing/schema/tables.ts names; the owner of a new table is written there.',
    ).toEqual(Object.fromEntries(expected));
  });
});

describe('a write is recognised', () => {
  const tables = new Set(['cases', 'deliveries', 'invitations']);
  it.each([
    [`tx.insertInto('cases').values(row)`, ['cases']],
    [`tx\n.updateTable('cases').set(row)`, ['cases']],
    [
      'sql`with gone as (delete from cases where id = 1 returning *) update deliveries set state = 1`',
      ['cases', 'deliveries'],
    ],
    ['sql`INSERT INTO\n  invitations (id) values (1)`', ['invitations']],
    [`for (const table of ['deliveries', 'cases'] as const) tx.updateTable(table).set(row)`, ['cases', 'deliveries']],
    [
      `for (const table of ['deliveries', 'invitations'] as const) sql\`update \${sql.table(table)} set x = 1\``,
      ['deliveries', 'invitations'],
    ],
  ])('%s', (source, written) => expect([...findWrites(source, tables)].sort()).toEqual(written));

  it.each([
    'sql`select from cases for update`',
    'sql`select from cases for update of c`',
    `tx.selectFrom('cases')`,
    '/* update cases */ // delete from deliveries',
  ])('%s is none', (source) => expect([...findWrites(source, tables)]).toEqual([]));
});
