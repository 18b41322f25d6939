import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import * as contract from '@wardvoice/contract';
import { categories, surveys, users, type Endpoint } from '@wardvoice/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { forgetAll, invalidateAll, invalidateLive, invalidateTopics } from './invalidate.ts';
import { topicsOf } from './topics.ts';

const SOURCES = join(import.meta.dirname, '..');
/** After these the person may see other things, or anything may have changed, so everything is fetched again. */
const MAY_INVALIDATE_ALL = [
  'app/shell/connection-band.tsx',
  'features/account/lock/lock-screen.tsx',
  'features/applications/delete-application.tsx',
];
/** These save nothing that another screen shows, or leave the screen with a new session. */
const CHANGES_NOTHING_SHOWN = [
  'api/use-choose-application.ts',
  'features/account/lock/lock-screen.tsx',
  'features/account/lock/single-sign-on-unlock.tsx',
  'features/account/passkeys/use-passkey.ts',
  'features/account/proof/single-sign-on-proof.tsx',
  'features/account/sign-in/sign-in-form.tsx',
  'features/account/use-account-form.ts',
  'features/applications/delete-application.tsx',
  'features/broadcasts/broadcast-form.tsx',
  'features/triggers/trial/long-trial.tsx',
  'ui/domain/languages/use-change-language.ts',
];

const listSources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => /(?<![.]test)[.]tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name));

/** What is wrong with how one file has its data fetched again, in a sentence; null when nothing is. */
function problemOf(file: string, source: string): string | null {
  if (file === 'api/invalidate.ts') return null;
  if (/[.](invalidate|refetch|reset)Queries\(/.test(source))
    return `${file} invalidates queries by itself: name the topics that it changes with useInvalidate().`;
  if (source.includes('invalidateAll(') && !MAY_INVALIDATE_ALL.includes(file))
    return `${file} fetches everything again: name the topics that it changes with useInvalidate().`;
  if (source.includes('useMutation(') && !source.includes('useInvalidate(') && !CHANGES_NOTHING_SHOWN.includes(file))
    return `${file} changes something and does not say what: name its topics with useInvalidate().`;
  return null;
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
const ENDPOINTS = Object.values(contract).flatMap((slice) => Object.values(slice).filter(isEndpoint));

describe('after a change', () => {
  it('every reading call of the contract is known by what its reply is made of', () => {
    const reading = ENDPOINTS.filter(({ method }) => method === 'GET');
    expect(reading.length).toBeGreaterThan(80);
    const unknown = reading.filter(({ path }) => !topicsOf(path)).map(({ path }) => path);
    expect(unknown, 'Name what their replies are made of in apps/web/src/api/topics.ts.').toEqual([]);
  });

  it('what shows a topic is fetched again, and nothing else', async () => {
    const client = new QueryClient();
    client.setQueryData([surveys.listSurveys.path, {}], 1);
    client.setQueryData([categories.listCategories.path, {}], 1);
    client.setQueryData([users.listUsers.path, {}], 1);
    client.setQueryData(['of no path'], 1);
    await invalidateTopics(client, ['categories']);
    expect(staleOf(client)).toEqual([surveys.listSurveys.path, categories.listCategories.path, 'of no path']);
  });

  it('what the server tells of reaches only what asked for it', () => {
    const client = new QueryClient();
    client.setQueryDefaults(['with'], { meta: { topics: ['cases'] } });
    client.setQueryData(['with'], 1);
    client.setQueryData([contract.cases.listCases.path], 1);
    invalidateLive(client, ['cases', 'inbox']);
    expect(staleOf(client)).toEqual(['with']);
  });

  it.each([
    ['of its topic', (client: QueryClient) => void invalidateTopics(client, ['categories'])],
    ['that the server tells of', (client: QueryClient) => invalidateLive(client, ['cases'])],
  ])('%s, what is fetched for the first time meanwhile is fetched once more', async (_of, change) => {
    const client = new QueryClient();
    const begun: ((answer: string) => void)[] = [];
    const queryFn = () => new Promise<string>((answer) => begun.push(answer));
    const queryKey = [categories.listCategories.path, {}];
    const observer = new QueryObserver(client, { queryKey, queryFn, meta: { topics: ['cases'] } });
    const stop = observer.subscribe(() => undefined);
    expect(begun).toHaveLength(1);
    for (let times = 0; times < 3; times += 1) change(client);
    // The first one was read before the change.
    begun[0]?.('old');
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.('new');
    await expect.poll(() => observer.getCurrentResult().data).toBe('new');
    expect(begun).toHaveLength(2);
    stop();
  });

  it.each([
    [404, 1],
    [503, 2],
  ])('what was answered with %i is asked for %i times, with an event of its topic', async (status, times) => {
    const client = new QueryClient();
    const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(status, '', '')));
    const observer = new QueryObserver(client, { queryKey: ['a'], queryFn, meta: { topics: ['cases'] }, retry: false });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    invalidateLive(client, ['cases']);
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    expect(queryFn).toHaveBeenCalledTimes(times);
    stop();
  });

  it('everything is fetched again when somebody else is asking', async () => {
    const client = new QueryClient();
    client.setQueryData([users.listUsers.path, {}], 1);
    await invalidateAll(client);
    expect(staleOf(client)).toEqual([users.listUsers.path]);
  });

  it('nothing of another application is kept', async () => {
    const client = new QueryClient();
    client.setQueryData([users.listUsers.path, {}], 1);
    await forgetAll(client);
    expect(client.getQueryData([users.listUsers.path, {}])).toBeUndefined();
  });
});

const staleOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0]);

describe('a mutation names what it changes', () => {
  it('in every file of the web', () => {
    const files = listSources(SOURCES);
    expect(files.length).toBeGreaterThan(200);
    const problems = files.map((file) => problemOf(relative(SOURCES, file), readFileSync(file, 'utf8')));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it.each([
    ['invalidates queries by itself', 'void client.invalidateQueries();'],
    ['invalidates queries by itself', 'onSettled: () => client.invalidateQueries({ queryKey: [path] }),'],
    ['fetches everything again', 'void invalidateAll(client);'],
    ['does not say what', 'const save = useMutation({ mutationFn });'],
  ])('and a planted file that %s is found', (problem, source) => {
    expect(problemOf('features/weather/weather-page.tsx', source)).toContain(problem);
  });
});
