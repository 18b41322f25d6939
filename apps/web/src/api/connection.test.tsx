// @vitest-environment jsdom
import '../testing/render.tsx';
import { account, categories } from '@wardvoice/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApiServer } from '../testing/api-server.ts';
import { pageOf } from '../testing/records.ts';
import { sessionReply, signIn } from '../testing/sign-in.ts';
import { call } from './call.ts';
import { getConnection, untilAnswered, untilReachable, watchConnection } from './connection.ts';
import { endSession } from './session.ts';

const api = startApiServer();
let stop: () => void;

beforeEach(() => {
  signIn();
  stop = watchConnection();
  api.answer(account.getSession, sessionReply());
  api.answer(categories.listCategories, pageOf([]));
});
afterEach(() => {
  stop();
  endSession();
});

const AWAY = { message: 'The database is not reachable.' };
const list = () => call(categories.listCategories, {}).catch(() => undefined);
const isNow = async (state: string) => {
  await expect.poll(getConnection).toBe(state);
};

describe('the connection', () => {
  it('is not taken for lost because of one call, when the server answers the next', async () => {
    api.refuse(categories.listCategories, 503, AWAY);
    await list();
    await expect.poll(() => api.requestsTo(account.getSession)).toHaveLength(1);
    expect(getConnection()).toBe('online');
  });

  it('is lost also when the network went before anybody listened', () => {
    stop();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => onLine.mockRestore());
    stop = watchConnection();
    expect(getConnection()).toBe('offline');
  });

  it('is lost while the server answers nobody, and back as soon as it does', async () => {
    api.refuse(categories.listCategories, 503, AWAY);
    api.handle(account.getSession, (_, response) => void response.destroy());
    await list();
    await isNow('unreachable');
    const back = untilReachable();
    api.answer(account.getSession, sessionReply());
    await back;
    expect(getConnection()).toBe('online');
  });

  it('is back with any call that is answered', async () => {
    api.refuse(account.getSession, 502, AWAY);
    api.refuse(categories.listCategories, 503, AWAY);
    await list();
    await isNow('unreachable');
    api.answer(categories.listCategories, pageOf([]));
    await list();
    expect(getConnection()).toBe('online');
  });

  it('is not lost where the server refuses', async () => {
    api.refuse(categories.listCategories, 403, AWAY);
    await list();
    await list();
    expect([getConnection(), api.requestsTo(account.getSession)]).toEqual(['online', []]);
  });

  it('is lost at once when the browser has no network, and tried when it has one again', async () => {
    window.dispatchEvent(new Event('offline'));
    expect(getConnection()).toBe('offline');
    window.dispatchEvent(new Event('online'));
    await isNow('online');
  });

  it('is waited for by what cannot be loaded without it', async () => {
    api.refuse(account.getSession, 503, AWAY);
    const answered = untilAnswered();
    await expect.poll(() => api.requestsTo(account.getSession).length).toBeGreaterThan(0);
    api.refuse(account.getSession, 404, AWAY);
    await expect(answered).resolves.toBeUndefined();
  });
});
