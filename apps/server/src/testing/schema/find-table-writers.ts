import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which parts of the server write each table: a slice of `features/`, or a folder such as `platform/jobs`. */
export type TableWriters = Map<string, Set<string>>;

/** Matches a write in the query builder or in SQL: `insertInto('x')`, `insert into x`, `update x`, `delete from x`. */
const WRITE =
  /(?:insertInto|updateTable|deleteFrom)\(\s*(\w+|'\w+)|\b(?:insert\s+into|delete\s+from|update)\s+(\w+|\$\{)/gi;
/** Matches an update in SQL without its parameters: the table, and what is set. */
const UPDATE = /\bupdate (\w+|\?)(?: \w+)?\s+set\s([^`]*?)(?=\b(?:from|where|returning)\b|`)/g;
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

/**
 * Returns the columns that a source file sets in other rows of a table by SQL, `update x set a = …, b = …`. Throws where it also
 * inserts, deletes, or updates with the query builder, for then its columns cannot be read.
 */
export function findUpdatedColumns(source: string, table: string): Set<string> {
  const code = withoutParameters(source.replaceAll(COMMENT, ''));
  if (new RegExp(`(insertInto|updateTable|deleteFrom)\\('${table}'|(insert into|delete from) ${table}\\b`).test(code))
    throw new Error(`${table} is not only updated by SQL`);
  const columns = new Set<string>();
  for (const [, name = '', set = ''] of code.matchAll(UPDATE)) {
    if (name !== table && name !== '?') continue;
    for (const [, column = ''] of withoutParentheses(set).matchAll(/(?:^|,)\s*(\w+) =/g)) columns.add(column);
  }
  return columns;
}

/** Replaces each `${…}` of the SQL by a question mark, from the innermost outwards. */
function withoutParameters(code: string): string {
  const next = code.replaceAll(/\$\{[^{}]*\}/g, '?');
  return next === code ? code : withoutParameters(next);
}

function withoutParentheses(sql: string): string {
  const next = sql.replaceAll(/\([^()]*\)/g, '');
  return next === sql ? sql : withoutParentheses(next);
}

/** Returns the writers of each table among the sources of the server, without tests and the sample hospital. */
export function findTableWriters(serverRoot: string): TableWriters {
  const tables = readTables(readFileSync(join(serverRoot, 'platform/db/schema.gen.ts'), 'utf8'));
  const writers: TableWriters = new Map([...tables].map((table) => [table, new Set()]));
  for (const { writer, source } of readSources(serverRoot))
    for (const table of findWrites(source, tables)) writers.get(table)?.add(writer);
  return writers;
}

/** Returns the columns of a table that a slice updates. */
export function findColumnsOf(serverRoot: string, slice: string, table: string): Set<string> {
  const sources = [...readSources(serverRoot)].filter(({ writer }) => writer === slice);
  const writing = sources.filter(({ source }) => findWrites(source, new Set([table])).size > 0);
  return new Set(writing.flatMap(({ source }) => [...findUpdatedColumns(source, table)]));
}

function* readSources(serverRoot: string): Generator<{ writer: string; source: string }> {
  for (const file of readdirSync(serverRoot, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (!path.endsWith('.ts') || /\.(test|cases|gen)\.ts$|^(testing|demo)\//.test(path)) continue;
    const [first = '', second = ''] = path.split('/');
    yield {
      writer: first === 'features' ? second : `${first}/${second}`,
      source: readFileSync(join(serverRoot, path), 'utf8'),
    };
  }
}
