import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findColumnsOf,
  findTableWriters,
  findUpdatedColumns,
  findWrites,
} from '../apps/server/src/testing/schema/find-table-writers.ts';
import { TABLES } from '../apps/server/src/testing/schema/tables.ts';

const SERVER = resolve(import.meta.dirname, '../apps/server/src');

const WHOSE = ['patient_id', 'visit_id'];
/** What processing reads in a message, and what came of it. */
const OUTCOME = [
  ...WHOSE,
  ...'state processed_at error_code error_field error_text ignored_reason warnings event_at subject_keys'.split(' '),
  ...'patient_identifier visit_number location patient_class'.split(' '),
  ...'given_name family_name birth_date sex language phone_home phone email'.split(' '),
];

/** A place in a pathway whose person turns out to be in it by another stay. */
const PLACE_ENDED = ['state', 'end_reason', 'next_due_at', 'put_off', 'ended_at'];

/**
 * What slices other than the owner may write, with the reasons in docs/decisions/0052-whose-a-row-is.md: the columns that they set
 * in rows that exist, or 'insert' for the one that adds rows.
 */
const SHARED: Readonly<Record<string, Readonly<Record<string, readonly string[] | 'insert'>>>> = {
  cases: { visits: ['visit_id'] },
  deliveries: { visits: WHOSE },
  hl7_messages: {
    intake: 'insert',
    processing: OUTCOME,
    visits: WHOSE,
  },
  inbound_texts: { visits: ['visit_id'] },
  invitations: { deliveries: ['withdrawn_at'], visits: WHOSE },
  pathway_enrolments: { visits: [...WHOSE, ...PLACE_ENDED] },
};

describe('a table has one owner', () => {
  it('and is written by that slice alone, but for the columns above', () => {
    const written = [...findTableWriters(SERVER)].map(([table, slices]) => [table, [...slices].sort()]);
    const expected = Object.entries(TABLES).map(([table, { owner }]) => {
      const owners = owner === null ? [] : [owner];
      return [table, [...owners, ...Object.keys(SHARED[table] ?? {})].sort()];
    });
    expect(
      Object.fromEntries(written),
      'Call the owner that apps/server/src/testing/schema/tables.ts names; the owner of a new table is written there.',
    ).toEqual(Object.fromEntries(expected));
  });

  it.each(
    Object.entries(SHARED).flatMap(([table, slices]) =>
      Object.entries(slices).flatMap(([slice, columns]) => (columns === 'insert' ? [] : [{ table, slice, columns }])),
    ),
  )('$slice sets nothing else of $table', ({ table, slice, columns }) => {
    expect([...findColumnsOf(SERVER, slice, table)].toSorted()).toEqual([...columns].toSorted());
  });

  it('rows about a visit go with it: "visits" writes every table that names one', () => {
    const schema = readFileSync(resolve(SERVER, 'platform/db/schema.gen.ts'), 'utf8');
    const named = [...schema.matchAll(/^export interface (\w+) \{[^}]*^  visit_id: /gm)].map(([, name]) => name);
    const tables = named.map((name) => new RegExp(`^  (\\w+): ${name};$`, 'm').exec(schema)?.[1]);
    expect(new Set(tables)).toEqual(new Set(Object.keys(SHARED).filter((table) => SHARED[table]?.['visits'])));
  });

  it('the columns of an update are read, and other writes are refused', () => {
    const source =
      'sql`update ${sql.table(t)} x set a = case when x.b = any(${ids}) then 1 end, c = ${of({ n: 1 })}\n where d = 1`';
    expect([...findUpdatedColumns(source, 'cases')]).toEqual(['a', 'c']);
    expect(() => findUpdatedColumns('sql`delete from cases`', 'cases')).toThrow('cases is not only updated by SQL');
    expect(() => findUpdatedColumns(`tx.updateTable('cases').set(all)`, 'cases')).toThrow('not only updated');
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
