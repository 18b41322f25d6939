// @vitest-environment jsdom
import { act, renderHook, waitFor } from '../testing/render.tsx';
import type { ServerResponse } from 'node:http';
import { endpoint } from '@wardvoice/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startApiServer } from '../testing/api-server.ts';
import { signIn, TOKEN } from '../testing/sign-in.ts';
import { listenLive, useLiveState } from './live.ts';

const api = startApiServer();
const events = endpoint({
  method: 'GET',
  path: '/events',
  access: 'signed-in',
  summary: 'The stream of what changed',
  reply: z.string(),
});

/** The connections that are open, the newest last. */
const streams: ServerResponse[] = [];
const heard: string[][] = [];
const onResumed = vi.fn<() => void>();
let stop: () => void = () => undefined;

const listen = () => {
  stop = listenLive({ onTopics: (topics) => heard.push([...topics].toSorted()), onResumed });
};
const send = (...topics: string[]) => streams.at(-1)?.write(`data: ${JSON.stringify({ topics })}\n\n`);
const accept = () =>
  api.handle(events, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    streams.push(response);
  });

beforeEach(() => {
  signIn();
  accept();
});
afterEach(() => {
  stop();
  for (const stream of streams.splice(0)) stream.destroy();
  heard.length = 0;
  onResumed.mockReset();
});

const WAIT = { timeout: 20_000 };
const openStreams = (count: number) => vi.waitUntil(() => streams.length === count, WAIT);

describe('the live connection', () => {
  it('is made with the session, and tells of what changed at most once a second, all of it', async () => {
    listen();
    await openStreams(1);
    expect(api.requestsTo(events)[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    send('messages');
    send('cases', 'inbox');
    send('messages');
    await vi.waitUntil(() => heard.length > 0, WAIT);
    expect(heard).toEqual([['cases', 'inbox', 'messages']]);
    send('texts');
    await vi.waitUntil(() => heard.length > 1, WAIT);
    expect(heard[1]).toEqual(['texts']);
  });

  it('says how it is doing: connecting, live, reconnecting, live', async () => {
    const { result } = renderHook(useLiveState);
    act(listen);
    expect(result.current).toBe('connecting');
    await waitFor(() => expect(result.current).toBe('live'));
    streams.at(-1)?.destroy();
    await waitFor(() => expect(result.current).toBe('reconnecting'));
    await waitFor(() => expect(result.current).toBe('live'));
    expect(streams).toHaveLength(2);
  });

  it('comes back by itself, and says then that something may have been missed', async () => {
    listen();
    await openStreams(1);
    expect(onResumed).not.toHaveBeenCalled();
    streams.at(-1)?.end();
    await openStreams(2);
    await vi.waitUntil(() => onResumed.mock.calls.length === 1, WAIT);
    send('errors');
    await vi.waitUntil(() => heard.length > 0, WAIT);
    expect(heard).toEqual([['errors']]);
  });

  it('is tried again when the server is not there, too', async () => {
    api.refuse(events, 503, { message: 'Starting.' });
    listen();
    await vi.waitUntil(() => api.requestsTo(events).length === 1, WAIT);
    accept();
    await openStreams(1);
    await vi.waitFor(() => expect(onResumed).toHaveBeenCalledOnce(), WAIT);
  });

  it('is not tried again by somebody who is signed in no more', async () => {
    api.refuse(events, 401, { message: 'Sign in.' });
    listen();
    await vi.waitUntil(() => api.requestsTo(events).length === 1, WAIT);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(api.requestsTo(events)).toHaveLength(1);
  });

  it('is closed when nobody listens, and tells of nothing any more', async () => {
    const closed = vi.fn<() => void>();
    listen();
    await openStreams(1);
    streams[0]?.on('close', closed);
    send('cases');
    stop();
    await vi.waitUntil(() => closed.mock.calls.length > 0, WAIT);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(heard).toEqual([]);
    expect(streams).toHaveLength(1);
  });

  it('goes on after an event that it does not understand', async () => {
    listen();
    await openStreams(1);
    streams.at(-1)?.write('data: {"other":1}\n\n');
    send('alarms');
    await vi.waitUntil(() => heard.length > 0, WAIT);
    expect(heard).toEqual([['alarms']]);
  });
});
