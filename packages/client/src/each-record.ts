import type { WardvoiceClient } from './create-client.ts';
import type { components, paths } from './api.gen.ts';

type Problem = components['schemas']['Problem'];

/** What a list answers, of which only the rows differ. */
interface Page<Row> {
  data: Row[];
  last_page: number;
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
 * anything but 200. Rows that come or go meanwhile move the others: sort by `id` where none may be missed or met twice.
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
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, error, response } = await get(path, {
      params: { ...rest, query: { per_page: 200, ...query, page } },
    });
    if (!data) throw new CallRefused(response.status, error ?? { ...UNREADABLE, status: response.status });
    yield* data.data;
    last = data.last_page;
  }
}

/** For an answer that was not Wardvoice's own, as from a proxy. */
const UNREADABLE = { type: 'about:blank', title: 'Unreadable answer', message: 'The answer could not be read.' };
