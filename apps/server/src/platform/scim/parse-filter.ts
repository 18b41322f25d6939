import { parse, type Compare, type Filter } from 'scim2-parse-filter';
import { ScimError } from './scim-error.ts';

export type { Compare, Filter };

const MAX_CHARACTERS = 2_000;
const MAX_COMPARISONS = 50;
const MAX_DEPTH = 20;
const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le', 'pr']);

/**
 * Reads a filter (RFC 7644 §3.4.2.2), or throws invalidFilter. Control characters are refused before the parser sees them: they
 * may not stand in a filter unescaped, and many line breaks after a quote would occupy the parser for hours.
 */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_CHARACTERS) throw unreadable(`it is longer than ${MAX_CHARACTERS} characters`);
  if (/\p{Cc}|\p{Surrogate}/u.test(text)) throw unreadable('it contains a control character');
  const filter = parsed(text);
  if (countComparisons(filter, 1) > MAX_COMPARISONS) throw unreadable(`it compares more than ${MAX_COMPARISONS} times`);
  return filter;
}

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw unreadable('write it as in userName eq "robin@hospital.example"');
  }
}

/** Counts comparisons. The parser accepts any word as the name of an operator in some places, so they are checked here. */
function countComparisons(filter: Filter, depth: number): number {
  if (depth > MAX_DEPTH) throw unreadable('its brackets are nested too deeply');
  const { op } = filter;
  if (op === 'and' || op === 'or')
    return filter.filters.reduce((sum, one) => sum + countComparisons(one, depth + 1), 0);
  if (op === 'not') return countComparisons(filter.filter, depth + 1);
  if (op === '[]') return countComparisons(filter.valFilter, depth + 1);
  if (!COMPARISONS.has(op)) throw unreadable('it contains an operator that does not exist');
  return 1;
}

export const unreadable = (why: string): ScimError =>
  new ScimError('invalidFilter', `The filter cannot be used: ${why}.`);
