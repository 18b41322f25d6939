import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which parts of the server write each table: a slice of `features/`, or a folder such as `platform/jobs`. */
export type TableWriters = Map<string, Set<string>>;

/** Matches a write in the query builder or in SQL: `insertInto('x')`, `insert into x`, `update x`, `delete from x`. */
const WRITE =
  /(?:insertInto|updateTable|deleteFrom)\(\s*(\w+|'\w+)|\b(?:insert\s+into|delete\s+from|update)\s+(\w+|\$\{)/gi;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/** Returns the names of the tables in the generated schema. */
export function readTables(schema: string): Set<string> {
  const names = schema.slice(schema.indexOf('export interface DB {')).matchAll(/^ {2}(\w+):/gm);
  return new Set([...names].map(([, name = '']) => name));
}

/**
 * Returns the tables that a source file writes. Where the name is a variable, every table that the file names in quotes counts.
 */
export function findWrites(source: string, tables: ReadonlySet<string>): Set<string> {
  const code = source.replaceAll(COMMENT, '');
  const written = new Set<string>();
  for (const [, built = '', said = ''] of code.matchAll(WRITE)) {
    const isVariable = said === '${' || /^\w/.test(built);
    const names = isVariable ? [...code.matchAll(/'(\w+)'/g)].map(([, name = '']) => name) : [built.slice(1), said];
    for (const name of names) if (tables.has(name)) written.add(name);
  }
  return written;
}

/** Returns the writers of each table among the sources of the server, without tests and the sample hospital. */
export function findTableWriters(serverRoot: string): TableWriters {
  const tables = readTables(readFileSync(join(serverRoot, 'platform/db/schema.gen.ts'), 'utf8'));
  const writers: TableWriters = new Map([...tables].map((table) => [table, new Set()]));
  for (const file of readdirSync(serverRoot, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (!path.endsWith('.ts') || /\.(test|cases|gen)\.ts$|^(testing|demo)\//.test(path)) continue;
    const [first = '', second = ''] = path.split('/');
    const writer = first === 'features' ? second : `${first}/${second}`;
    for (const table of findWrites(readFileSync(join(serverRoot, path), 'utf8'), tables))
      writers.get(table)?.add(writer);
  }
  return writers;
}
