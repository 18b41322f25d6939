import { z, type ZodType } from 'zod';

export const DEFAULT_PER_PAGE = 25;
export const MAX_PER_PAGE = 200;
/** `paginate=0` returns at most this many rows. */
export const MAX_UNPAGED = 1000;

export const pagingQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(DEFAULT_PER_PAGE),
  paginate: z.enum(['0', '1']).optional(),
  term: z.string().trim().max(200).optional(),
});

export type PagingQuery = z.output<typeof pagingQuery>;

/** Of lists that can also be read on from a row, so that what comes in meanwhile neither repeats nor skips one. */
export const keysetQuery = pagingQuery.extend({ cursor: z.string().max(300).optional() });

/** `field` ascending, `-field` descending. */
export function sortBy<const F extends string>(fields: readonly [F, ...F[]], standard: F | `-${F}`) {
  const directions: (F | `-${F}`)[] = fields.flatMap((field) => [field, `-${field}`] as (F | `-${F}`)[]);
  return z.literal(directions).default(() => standard);
}

export function page<R extends ZodType>(record: R) {
  return z.object({
    data: z.array(record),
    current_page: z.number(),
    last_page: z.number(),
    per_page: z.number(),
    total: z.number(),
    from: z.number(),
    to: z.number(),
    /** True when counting stopped before the end, so that `total` is a minimum. */
    total_is_estimate: z.boolean().optional(),
  });
}

/** A page of a list that can be read on from a row. */
export const keysetPage = <R extends ZodType>(record: R) =>
  page(record).extend({
    /** The cursor of the rows after these; null: there are none. */
    next_cursor: z.string().nullable().optional(),
  });

export interface Page<T> {
  data: T[];
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
  from: number;
  to: number;
  total_is_estimate?: boolean | undefined;
}

export const one = <R extends ZodType>(record: R) => z.object({ data: record });

export const idParams = z.object({ id: z.coerce.number().int().positive() });

/** An instant in answers: ISO 8601 in UTC. A Date from the database is accepted, too. */
export const instant = z.union([z.date().transform((date) => date.toISOString()), z.string()]);
