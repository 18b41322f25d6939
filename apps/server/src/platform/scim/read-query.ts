import { z } from 'zod';
import { parseFilter, type Filter } from './parse-filter.ts';
import { attributeName } from './schema-names.ts';
import { ScimError } from './scim-error.ts';

export const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 100;
const MAX_START = 1_000_000_000;

/** Which attributes of resources a reply contains. */
export interface Shown {
  /** Null: all but `left`. */
  only: readonly string[] | null;
  left: readonly string[];
}

export interface ListQuery {
  filter: Filter | null;
  /** Number of resources before the first that is returned. */
  offset: number;
  count: number;
  shown: Shown;
}

const query = z.object({
  filter: z.string().optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.string().max(2_000).optional(),
  excludedAttributes: z.string().max(2_000).optional(),
});

/** Reads the query of a list (RFC 7644 §3.4.2). A start below 1 is 1 and a negative count 0, as it says there. */
export function readQuery(sent: unknown): ListQuery {
  const { filter, startIndex = 1, count = DEFAULT_RESULTS, attributes, excludedAttributes } = checked(sent);
  return {
    filter: filter === undefined ? null : parseFilter(filter),
    offset: Math.min(Math.max(startIndex, 1), MAX_START) - 1,
    count: Math.min(Math.max(count, 0), MAX_RESULTS),
    shown: {
      only: attributes === undefined ? null : namesOf(attributes),
      left: namesOf(excludedAttributes ?? ''),
    },
  };
}

function checked(sent: unknown): z.output<typeof query> {
  const { success, data, error } = query.safeParse(sent);
  if (success) return data;
  throw new ScimError('invalidValue', `The query is not right: ${String(error.issues[0]?.path[0] ?? 'it')}.`);
}

const namesOf = (list: string): string[] =>
  list
    .split(',')
    .map((name) => attributeName(name.trim()))
    .filter(Boolean);
