import { sql, type RawBuilder } from 'kysely';
import { attributeName } from './schema-names.ts';
import { unreadable, type Compare, type Filter } from './parse-filter.ts';

type Sql = RawBuilder<unknown>;

/** How an attribute is compared in SQL. */
export type Filterable =
  | { kind: 'text'; column: Sql; caseExact: boolean }
  | { kind: 'boolean'; column: Sql }
  /** An attribute with many values, of which only "is one of them" can be asked. */
  | { kind: 'many'; contains: (value: string) => Sql; any: Sql };

/** By name in small letters, with its parent, as in `name.givenname`. */
export type Filterables = Readonly<Record<string, Filterable>>;

/** Returns the condition in SQL. Values are parameters; throws invalidFilter for what cannot be asked. */
export function compileFilter(filter: Filter, attributes: Filterables, inside = ''): RawBuilder<boolean> {
  const inner = (one: Filter) => compileFilter(one, attributes, inside);
  switch (filter.op) {
    case 'and':
      return sql`(${sql.join(filter.filters.map(inner), sql` and `)})`;
    case 'or':
      return sql`(${sql.join(filter.filters.map(inner), sql` or `)})`;
    case 'not':
      return sql`(not ${inner(filter.filter)})`;
    case '[]':
      return compileFilter(filter.valFilter, attributes, `${inside}${attributeName(filter.attrPath)}.`);
    case 'pr':
      return isPresent(find(attributes, inside, filter.attrPath));
    case 'eq':
    case 'ne':
    case 'co':
    case 'sw':
    case 'ew':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return compare(find(attributes, inside, filter.attrPath), filter);
  }
}

function find(attributes: Filterables, inside: string, path: string): Filterable {
  const name = inside + attributeName(path);
  // Names such as "constructor" are no attributes.
  const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!found) throw unreadable(`it can ask for ${Object.keys(attributes).join(', ')}`);
  return found;
}

function isPresent(attribute: Filterable): RawBuilder<boolean> {
  if (attribute.kind === 'many') return sql`${attribute.any}`;
  return attribute.kind === 'boolean'
    ? sql`(${attribute.column} is not null)`
    : sql`(coalesce(${attribute.column}, '') <> '')`;
}

function compare(attribute: Filterable, { op, compValue }: Compare): RawBuilder<boolean> {
  if (attribute.kind === 'many') {
    if (op !== 'eq' || typeof compValue !== 'string') throw unreadable('members can be compared with eq and a text');
    return sql`${attribute.contains(compValue)}`;
  }
  if (attribute.kind === 'boolean') return compareBoolean(attribute.column, op, compValue);
  if (compValue === null && op === 'eq') return sql`(${attribute.column} is null)`;
  if (compValue === null && op === 'ne') return sql`(${attribute.column} is not null)`;
  if (typeof compValue !== 'string') throw unreadable('a text is compared with a text');
  const column = attribute.caseExact ? attribute.column : sql`lower(${attribute.column})`;
  return compareText(column, op, attribute.caseExact ? compValue : compValue.toLowerCase());
}

/** Some providers send the value as a text. */
function compareBoolean(column: Sql, op: Compare['op'], value: Compare['compValue']): RawBuilder<boolean> {
  const wanted = String(value).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (wanted !== 'true' && wanted !== 'false'))
    throw unreadable('a truth value is compared by eq or ne with true or false');
  return sql`(${column} is ${op === 'eq' ? sql`not` : sql``} distinct from ${wanted === 'true'}::boolean)`;
}

function compareText(column: Sql, op: Compare['op'], value: string): RawBuilder<boolean> {
  const text = sql`${value}::text`;
  switch (op) {
    case 'eq':
      return sql`(coalesce(${column} = ${text}, false))`;
    case 'ne':
      return sql`(${column} is distinct from ${text})`;
    case 'co':
      return sql`(coalesce(position(${text} in ${column}) > 0, false))`;
    case 'sw':
      return sql`(coalesce(starts_with(${column}, ${text}), false))`;
    case 'ew':
      return sql`(coalesce(right(${column}, length(${text})) = ${text}, false))`;
    case 'gt':
      return sql`(coalesce(${column} > ${text}, false))`;
    case 'ge':
      return sql`(coalesce(${column} >= ${text}, false))`;
    case 'lt':
      return sql`(coalesce(${column} < ${text}, false))`;
    case 'le':
      return sql`(coalesce(${column} <= ${text}, false))`;
  }
}
