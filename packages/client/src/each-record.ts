import type { WardvoiceClient } from './create-client.ts';
import type { components, paths } from './api.gen.ts';

type Problem = components['schemas']['Problem'];

/** What a list answers, of which only the rows differ. */
interface Page<Row> {
  data: Row[];
  last_page: number;
  /** Counting stopped before the end, so that there may be more pages than `last_page` says. */
  total_is_estimate?: boolean;
  /** Of lists that are read on from a row; null: this was the last page. */
  next_cursor?: string | null;
}

interface ListCall<Row> {
  parameters: object;
  responses: { 200: { content: { 'application/json': Page<Row> } } };
}

type RowsByPath = {
  [Path in keyof paths]: paths[Path] extends { get: ListCall<infer Row> } ? Row : never;
};

/** The paths of lists. */
export type ListPath = { [Path in keyof paths]: [RowsByPath[Path]] extends [never] ? never : Path }[keyof paths];

/** A row of the list at a path. */
export type RowOf<Path extends ListPath> = RowsByPath[Path];

type ParametersOf<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters
  : never;

/** A call that was refused while a list was read. */
export class CallRefused extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.name = 'CallRefused';
    this.status = status;
    this.problem = problem;
  }
}

/**
 * Yields every row of a list, page by page. `params` are those of the list, as `GET` takes them. Throws `CallRefused` for
 * anything but 200. A list with cursors (see docs/api.md) neither misses nor repeats a row that comes meanwhile; in others rows that come
 * or go move the rest: sort by `id` there.
 */
export async function* eachRecord<Path extends ListPath>(
  client: WardvoiceClient,
  path: Path,
  params?: ParametersOf<Path>,
): AsyncGenerator<RowOf<Path>, void, undefined> {
  // The types of a path that is not known yet are beyond the compiler: here a list is a list.
  const get = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: Page<RowOf<Path>>; error?: Problem; response: Response }>;
  const { query, ...rest } = (params ?? {}) as { query?: object };
  let place: { page: number } | { cursor: string } | null = { page: 1 };
  for (let page = 1; place !== null; page += 1) {
    const { data, error, response }: Awaited<ReturnType<typeof get>> = await get(path, {
      params: { ...rest, query: { per_page: 200, ...query, ...place } },
    });
    if (!data) throw new CallRefused(response.status, error ?? { ...UNREADABLE, status: response.status });
    yield* data.data;
    const { next_cursor: cursor, total_is_estimate: isEstimate = false } = data;
    const isLast = isEstimate ? data.data.length === 0 : page >= data.last_page;
    if (cursor === undefined) place = isLast ? null : { page: page + 1 };
    else place = cursor === null ? null : { cursor };
  }
}

/** For an answer that was not Wardvoice's own, as from a proxy. */
const UNREADABLE = { type: 'about:blank', title: 'Unreadable answer', message: 'The answer could not be read.' };
