// @vitest-environment jsdom
import '../testing/browser.ts';
import { account, categories } from '@wardvoice/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApiServer } from '../testing/api-server.ts';
import { categoryOf, pageOf } from '../testing/records.ts';
import { HOSPITAL, sessionReply, signIn, TOKEN } from '../testing/sign-in.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { endSession, getSession, resumeSession, startSession } from './session.ts';

const api = startApiServer();
const food = categoryOf(12, 'Food');
const getFood = () => call(categories.getCategory, { params: { id: 12 } });

beforeEach(() => signIn());
afterEach(() => {
  endSession();
  sessionStorage.clear();
});

describe('a call', () => {
  it('goes to the path of its endpoint, with its query and its body', async () => {
    api.answer(categories.listCategories, pageOf([food]));
    api.answer(categories.updateCategory, { data: food });
    const list = await call(categories.listCategories, { query: { term: 'a & b', page: 2 } });
    await call(categories.updateCategory, { params: { id: 12 }, body: { category: { title: 'Food' } } });
    expect(list.data).toEqual([food]);
    expect(api.requestsTo(categories.listCategories)[0]).toMatchObject({
      path: '/categories',
      query: { term: 'a & b', page: '2' },
      body: undefined,
    });
    expect(api.requestsTo(categories.updateCategory)[0]).toMatchObject({
      path: '/categories/12',
      body: { category: { title: 'Food' } },
      headers: { 'content-type': 'application/json' },
    });
  });

  it('says who asks, and for how long nobody has touched anything', async () => {
    api.answer(categories.getCategory, { data: food });
    await getFood();
    const headers = api.requestsTo(categories.getCategory)[0]?.headers ?? {};
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(Number(headers[account.IDLE_HEADER.toLowerCase()])).toBeLessThan(60);
  });

  it('says nothing of a session where there is none', async () => {
    endSession();
    api.answer(account.signInOptions, {
      data: { single_sign_on: false, providers: [], single_sign_on_only: false, registration: false, passkeys: false },
    });
    await call(account.signInOptions, {});
    const headers = api.requestsTo(account.signInOptions)[0]?.headers ?? {};
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty(account.IDLE_HEADER.toLowerCase());
  });

  it('fails with what the server said, by field', async () => {
    api.refuse(categories.getCategory, 422, { message: 'Not so.', errors: { title: ['Too long.'] } });
    const error = await getFood().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      message: 'Not so.',
      errors: { title: ['Too long.'] },
      isPassing: false,
    });
  });

  it('fails in words where something between answered instead of the server', async () => {
    api.handle(categories.getCategory, (_, response) => void response.writeHead(502).end('<h1>nginx</h1>'));
    await expect(getFood()).rejects.toMatchObject({
      title: '502 Bad Gateway',
      message: 'Bad Gateway',
      isPassing: true,
    });
  });

  it('says that the server cannot be reached where nothing answered', async () => {
    api.handle(categories.getCategory, (_, response) => void response.destroy());
    await expect(getFood()).rejects.toMatchObject({ status: 0, isPassing: true });
  });

  it('is given up when nobody wants its answer any more', async () => {
    const left = new AbortController();
    api.handle(categories.getCategory, () => left.abort(new Error('The screen was left.')));
    await expect(call(categories.getCategory, { params: { id: 12 } }, left.signal)).rejects.toThrow(
      'The screen was left.',
    );
  });
});

describe('a session that the server knows no more', () => {
  it('ends here too', async () => {
    api.refuse(categories.getCategory, 401, { message: 'Sign in again.' });
    await expect(getFood()).rejects.toMatchObject({ status: 401 });
    expect(getSession()).toBeNull();
  });

  it('does not end the one that was begun meanwhile', async () => {
    api.handle(categories.getCategory, (_, response) => {
      startSession('token-of-somebody-else', sessionReply());
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Sign in again.","errors":{}}');
    });
    await expect(getFood()).rejects.toMatchObject({ status: 401 });
    expect(getSession()?.auth_token).toBe('token-of-somebody-else');
  });

  it('does not end by a wrong password of somebody who signs in', async () => {
    endSession();
    api.refuse(account.login, 401, { message: 'Wrong.' });
    await expect(call(account.login, { body: { username: 'a@b.ie', password: 'x' } })).rejects.toMatchObject({
      message: 'Wrong.',
    });
  });
});

describe('a call while the session is locked', () => {
  it('brings the lock screen, waits, and is made again when the person is back', async () => {
    api.refuse(categories.getCategory, 423, { message: 'Locked.' });
    const asked = getFood();
    await vi.waitUntil(() => getSession()?.locked === true, { timeout: 10_000 });
    api.answer(categories.getCategory, { data: food });
    expect(api.requestsTo(categories.getCategory)).toHaveLength(1);
    resumeSession(sessionReply());
    await expect(asked).resolves.toEqual({ data: food });
    expect(api.requestsTo(categories.getCategory)).toHaveLength(2);
  });

  it('does not lock again by an answer from before the person came back', async () => {
    api.handle(categories.getCategory, (_, response) => {
      resumeSession(sessionReply());
      api.answer(categories.getCategory, { data: food });
      response.writeHead(423, { 'content-type': 'application/json' }).end('{"message":"Locked.","errors":{}}');
    });
    await expect(getFood()).resolves.toEqual({ data: food });
    expect(getSession()?.locked).toBe(false);
  });

  it('fails when they sign out instead', async () => {
    api.refuse(categories.getCategory, 423, { message: 'Locked.' });
    const asked = getFood();
    await vi.waitUntil(() => getSession()?.locked === true, { timeout: 10_000 });
    api.refuse(categories.getCategory, 401, { message: 'Sign in.' });
    endSession();
    await expect(asked).rejects.toMatchObject({ status: 401 });
  });
});

it('another organisation can be worked in with the same token', async () => {
  api.answer(account.chooseApplication, sessionReply({ application: { ...HOSPITAL, id: 8 } }));
  await call(account.chooseApplication, { body: { application_id: 8 } });
  expect(api.requestsTo(account.chooseApplication)[0]?.body).toEqual({ application_id: 8 });
});
