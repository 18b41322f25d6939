import type { fhir } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import { containing } from '../../../platform/db/like-pattern.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { base } from '../addresses.ts';
import { instantsOf, readDateSpan, type Prefix } from './date-span.ts';

/** One of the values of a parameter. */
export interface SearchValue {
  /** Of the parameter, for the text of an error. */
  name: string;
  modifier: string | null;
  text: string;
  scope: ApplicationScope;
  publicUrl: string;
}

/** How a parameter is asked in SQL. Several values are alternatives; a repeated parameter narrows. */
export interface Condition {
  /** Those that may follow the name of the parameter after a colon. */
  readonly modifiers?: readonly string[];
  where(value: SearchValue): RawBuilder<boolean>;
}

type Sql = RawBuilder<unknown>;

export const noneOf = sql<boolean>`false`;

/** SQL: an id as it is written in an address; no other text finds anything. */
const isId = (column: Sql, text: string): RawBuilder<boolean> =>
  /^[1-9]\d{0,15}$/.test(text) ? sql<boolean>`${column} = ${Number(text)}` : noneOf;

/** Returns the two parts of `system|code`; null: it was not named, which is not the same as an empty one. */
export function readToken(text: string): { system: string | null; code: string } {
  const bar = text.indexOf('|');
  return bar < 0 ? { system: null, code: text } : { system: text.slice(0, bar), code: text.slice(bar + 1) };
}

export const asId = (column: Sql): Condition => ({ where: ({ text }) => isId(column, text) });

/** A code whose system is known: `system` compares it, where one is sent. `column` is what is shown. */
export const asToken = (column: Sql, system?: (publicUrl: string) => string): Condition => ({
  where({ text, publicUrl }) {
    const { system: sent, code } = readToken(text);
    if (sent !== null && sent !== (system?.(publicUrl) ?? '')) return noneOf;
    return sql<boolean>`(${column}) = ${code}`;
  },
});

/** The id of something that is shown as an identifier, such as a user. */
export const asIdentifier = (column: Sql, system: (publicUrl: string) => string): Condition => ({
  modifiers: ['identifier'],
  where({ text, publicUrl }) {
    const { system: sent, code } = readToken(text);
    return sent !== null && sent !== system(publicUrl) ? noneOf : sql<boolean>`(${column})::text = ${code}`;
  },
});

/** A reference to a resource here: as an id, as `Type/id`, or as its whole address. */
export const asReference = (
  type: fhir.ResourceType,
  column: Sql | ((id: number) => RawBuilder<boolean>),
): Condition => ({
  modifiers: [type],
  where({ text, publicUrl }) {
    const own = base(publicUrl);
    const relative = text.startsWith(`${own}/`) ? text.slice(own.length + 1) : text;
    const id = relative.startsWith(`${type}/`) ? relative.slice(type.length + 1) : relative;
    if (typeof column !== 'function') return isId(column, id);
    return /^[1-9]\d{0,15}$/.test(id) ? column(Number(id)) : noneOf;
  },
});

export const asUri = (where: (text: string, publicUrl: string) => RawBuilder<boolean>): Condition => ({
  where: ({ text, publicUrl }) => where(text, publicUrl),
});

/**
 * A text that begins so, whatever its case. `lower` is the text in small letters. LIKE with a pattern would not use an index below
 * row-level security, because PostgreSQL does not count it as leakproof.
 */
export const asText = (column: Sql, lower: Sql = sql`lower(${column})`): Condition => ({
  modifiers: ['exact', 'contains'],
  where({ text, modifier }) {
    const small = text.toLowerCase();
    if (modifier === 'exact') return sql<boolean>`(${lower} = lower(${text}::text) and ${column} = ${text})`;
    return modifier === 'contains'
      ? sql<boolean>`${lower} like ${containing(small)}`
      : sql<boolean>`${lower} ^@ ${small}::text`;
  },
});

/** A moment. The comparisons are plain, so that an index is used. */
export const asInstants = (column: Sql): Condition => ({
  where({ name, text, scope }) {
    const span = readDateSpan(name, text);
    const { from, until } = instantsOf(span, scope.applicationId);
    return compareMoments(span.prefix, column, { from, until });
  },
});

function compareMoments(prefix: Prefix, at: Sql, { from, until }: { from: Sql; until: Sql }): RawBuilder<boolean> {
  switch (prefix) {
    case 'eq':
      return sql<boolean>`(${at} >= ${from} and ${at} < ${until})`;
    case 'ne':
      return sql<boolean>`(${at} < ${from} or ${at} >= ${until})`;
    case 'gt':
    case 'sa':
      return sql<boolean>`${at} >= ${until}`;
    case 'ge':
      return sql<boolean>`${at} >= ${from}`;
    case 'lt':
    case 'eb':
      return sql<boolean>`${at} < ${from}`;
    case 'le':
      return sql<boolean>`${at} < ${until}`;
  }
}

interface Ends {
  begin: Sql;
  /** The first moment after it. */
  end: Sql;
}

/** A period, or a day of which only the month or year is known: a value finds it where the two overlap (FHIR R4 §3.1.1.4.7). */
export const asPeriods = (period: Ends): Condition => ({
  where({ name, text, scope }) {
    const span = readDateSpan(name, text);
    return comparePeriods(span.prefix, period, instantsOf(span, scope.applicationId));
  },
});

/**
 * A day of the calendar, which is the same day in every zone. `last` is the column of the last day that it may be, at most a year
 * after the first; an index of it finds the few that may be meant.
 */
export const asDays = (day: Ends & { last: Sql }): Condition => ({
  where({ name, text }) {
    const { prefix, from, until } = readDateSpan(name, text);
    const isMeant = comparePeriods(prefix, day, { from: sql`${from}::timestamp`, until: sql`${until}::timestamp` });
    if (prefix !== 'eq') return isMeant;
    return sql<boolean>`(${day.last} >= ${from}::date and ${day.last} < (${until}::timestamp + interval '1 year')::date and ${isMeant})`;
  },
});

function comparePeriods(
  prefix: Prefix,
  { begin, end }: Ends,
  { from, until }: { from: Sql; until: Sql },
): RawBuilder<boolean> {
  switch (prefix) {
    case 'eq':
      return sql<boolean>`(${begin} < ${until} and ${end} > ${from})`;
    case 'ne':
      return sql<boolean>`not (${begin} < ${until} and ${end} > ${from})`;
    case 'gt':
      return sql<boolean>`${end} > ${until}`;
    case 'ge':
      return sql<boolean>`${end} > ${from}`;
    case 'lt':
      return sql<boolean>`${begin} < ${from}`;
    case 'le':
      return sql<boolean>`${begin} < ${until}`;
    case 'sa':
      return sql<boolean>`${begin} >= ${until}`;
    case 'eb':
      return sql<boolean>`${end} <= ${from}`;
  }
}
