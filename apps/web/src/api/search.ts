import { safeParse } from 'zod/v4/core';
import type { SearchMiddleware, SearchSchemaInput } from '@tanstack/react-router';
import type { Values } from './address.ts';
import type { Endpoint, QueryOf, Schema } from '@wardvoice/contract';

type ListEndpoint = Endpoint<Schema | undefined, Schema>;

/** Somebody may have typed into the address: what the contract refuses is dropped, the rest is kept. */
export function readSearch<E extends ListEndpoint>(endpoint: E, search: Values): QueryOf<E> {
  let values = search;
  for (;;) {
    const parsed = safeParse(endpoint.query, values);
    if (parsed.success) return parsed.data as QueryOf<E>;
    const refused = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    const kept = Object.entries(values).filter(([name]) => !refused.has(name));
    if (kept.length === Object.keys(values).length) throw parsed.error;
    values = Object.fromEntries(kept);
  }
}

/** `validateSearch` of a list's screen is the query of its call. */
export const searchOf =
  <E extends ListEndpoint>(endpoint: E) =>
  (search: Partial<QueryOf<E>> & SearchSchemaInput): QueryOf<E> =>
    readSearch(endpoint, search);

/** What the contract fills in by itself need not stand in the address. */
export function withoutStandard<E extends ListEndpoint>(endpoint: E): SearchMiddleware<QueryOf<E>> {
  const parsed = safeParse(endpoint.query, {});
  const standard = new Map<string, unknown>(Object.entries(parsed.success ? (parsed.data ?? {}) : {}));
  return ({ search, next }) => {
    const kept = Object.entries(next(search) as object).filter(([name, value]) => standard.get(name) !== value);
    return Object.fromEntries(kept) as QueryOf<E>;
  };
}
