import { TOTP } from 'otpauth';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { systemScope } from '../../platform/scope.ts';
import { PASSWORD, startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ locksIdle: true });
});
afterAll(() => server.stop());
beforeEach(() => server.setTime(new Date()));

let addresses = 0;
const nextAddress = () => `10.7.${(addresses += 1) >> 8}.${addresses & 255}`;
type Caller = Pick<TestUser, 'headers'>;
const call = (user: Caller, method: InjectOptions['method'], path: string, payload?: object, headers = {}) =>
  server.call({
    method: method ?? 'GET',
    url: `/api/v1${path}`,
    headers: { ...user.headers, ...headers },
    remoteAddress: nextAddress(),
    ...(payload ? { payload } : {}),
  });
const signIn = async (email: string, password = PASSWORD) => {
  const answer = await server.call({
    method: 'POST',
    url: '/api/login',
    payload: { username: email, password },
    headers: { 'user-agent': 'Firefox on the ward tablet' },
    remoteAddress: nextAddress(),
  });
  return { ...answer, headers: { authorization: `Bearer ${answer.body.auth_token}` } };
};
const minutesLater = (minutes: number) => server.setTime(new Date(Date.now() + minutes * 60_000));
const seen = async (user: Caller) => (await call(user, 'GET', '/account')).status;

describe('a session that nobody uses', () => {
  it('is locked after 15 minutes, and continues with the password', async () => {
    const user = await server.makeUser({});
    minutesLater(14.9);
    expect((await call(user, 'GET', '/account', undefined, { 'wardvoice-idle-seconds': '890' })).status).toBe(200);
    minutesLater(15.1);
    expect(await seen(user)).toBe(423);
    // Returning to the page does not unlock the session.
    expect(await seen(user)).toBe(423);
    const { status, body } = await call(user, 'GET', '/session');
    expect([status, body.locked, body.data.id]).toEqual([200, true, user.id]);

    const wrong = await call(user, 'POST', '/session/unlock', { password: 'not mine' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']]);
    expect((await call(user, 'POST', '/session/unlock', {})).status).toBe(422);
    expect(await seen(user)).toBe(423);
    const right = await call(user, 'POST', '/session/unlock', { password: PASSWORD });
    expect([right.status, right.body.locked]).toEqual([200, false]);
    expect(await seen(user)).toBe(200);
  });

  it('stays open for a script that calls, and for a person who types', async () => {
    const user = await server.makeUser({});
    minutesLater(10);
    expect(await seen(user)).toBe(200);
    minutesLater(24);
    expect((await call(user, 'GET', '/account', undefined, { 'wardvoice-idle-seconds': '5' })).status).toBe(200);
    minutesLater(38);
    expect(await seen(user)).toBe(200);
  });

  it('is not kept open by what a browser fetches on its own', async () => {
    const user = await server.makeUser({});
    for (const minute of [5, 10, 14]) {
      minutesLater(minute);
      const idle = { 'wardvoice-idle-seconds': String(minute * 60) };
      expect((await call(user, 'GET', '/account', undefined, idle)).status).toBe(200);
    }
    minutesLater(15.1);
    expect(await seen(user)).toBe(423);
  });

  it('locks at once when asked to, and can be ended without unlocking', async () => {
    const user = await server.makeUser({});
    expect((await call(user, 'POST', '/session/lock')).body.locked).toBe(true);
    expect(await seen(user)).toBe(423);
    expect((await call(user, 'POST', '/logout')).status).toBe(200);
    expect(await seen(user)).toBe(401);
  });

  it('ends when somebody guesses its password, and its person signs in again', async () => {
    const user = await server.makeUser({});
    await call(user, 'POST', '/session/lock');
    const unlock = (password: string) => call(user, 'POST', '/session/unlock', { password });
    for (let guess = 0; guess < 4; guess += 1) expect((await unlock('a guess')).status).toBe(422);
    const fifth = await unlock('a guess');
    expect([fifth.status, fifth.body.message]).toEqual([401, expect.stringContaining('Sign in again')]);
    expect((await unlock(PASSWORD)).status).toBe(401);
    expect((await call(user, 'GET', '/session')).status).toBe(401);
    expect((await signIn(user.email)).status).toBe(200);
    const entries = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('audit_entries').select(['action', 'details']).where('user_id', '=', user.id).execute(),
    );
    expect(entries).toContainEqual({ action: 'end', details: { reason: 'too_many_wrong_passwords, password' } });
  });

  it('counts wrong passwords of this session only, and forgets them with a right one', async () => {
    const user = await server.makeUser({});
    for (let guess = 0; guess < 30; guess += 1) await signIn(user.email, 'a stranger guesses');
    expect((await signIn(user.email)).status).toBe(429);
    await call(user, 'POST', '/session/lock');
    const unlock = (password: string) => call(user, 'POST', '/session/unlock', { password });
    for (let round = 0; round < 3; round += 1) {
      for (let slip = 0; slip < 4; slip += 1) expect((await unlock('a slip')).status).toBe(422);
      expect((await unlock(PASSWORD)).status).toBe(200);
    }
  });

  it('allows no more guesses when many are made at once', async () => {
    const user = await server.makeUser({});
    await call(user, 'POST', '/session/lock');
    const guesses = Array.from({ length: 12 }, () => call(user, 'POST', '/session/unlock', { password: 'a guess' }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    expect((await call(user, 'GET', '/session')).status).toBe(401);
  });
});

describe('my language', () => {
  it('is the same wherever I sign in, until I choose the one of the browser again', async () => {
    const [user, other] = [await server.makeUser({}), await server.makeUser({})];
    expect((await call(user, 'GET', '/session')).body.data.language).toBeNull();
    const chosen = await call(user, 'PUT', '/account/language', { language: 'pl' });
    expect([chosen.status, chosen.body.data.language]).toEqual([200, 'pl']);
    expect((await signIn(user.email)).body.data.language).toBe('pl');
    expect((await call(other, 'GET', '/session')).body.data.language).toBeNull();
    expect((await call(user, 'PUT', '/account/language', { language: 'xx' })).status).toBe(422);
    expect((await call(user, 'PUT', '/account/language', { language: null })).body.data.language).toBeNull();
  });
});

describe('my sessions', () => {
  it('are listed with their time and place, and can be ended one by one or all but the current one', async () => {
    const user = await server.makeUser({});
    const [tablet, phone] = [await signIn(user.email), await signIn(user.email)];
    const { body } = await call(user, 'GET', '/sessions');
    expect(body.data).toHaveLength(3);
    expect(body.data.filter(({ current }: Json) => current)).toHaveLength(1);
    expect(body.data).toContainEqual(
      expect.objectContaining({ user_agent: 'Firefox on the ward tablet', method: 'password', current: false }),
    );
    expect(JSON.stringify(body)).not.toContain('token');

    const ofTablet = (await call(tablet, 'GET', '/sessions')).body.data.find(({ current }: Json) => current);
    expect((await call(user, 'DELETE', `/sessions/${ofTablet.id}`)).status).toBe(200);
    expect((await call(user, 'DELETE', `/sessions/${ofTablet.id}`)).status).toBe(404);
    expect([await seen(tablet), await seen(phone)]).toEqual([401, 200]);
    expect((await call(user, 'DELETE', '/sessions')).body.data).toEqual({ ended: 1 });
    expect([await seen(phone), await seen(user)]).toEqual([401, 200]);
  });

  it('cannot be ended by anybody else', async () => {
    const [user, other] = [await server.makeUser({}), await server.makeUser({ superUser: true })];
    const [{ id }] = (await call(user, 'GET', '/sessions')).body.data;
    expect((await call(other, 'DELETE', `/sessions/${id}`)).status).toBe(404);
    expect(await seen(user)).toBe(200);
  });
});

describe('changing my password', () => {
  const change = (user: Caller, old_password: string, password: string) =>
    call(user, 'PUT', '/account/password', { user: { old_password, password } });

  it('asks for the old password, ends the other sessions, and notifies the person by e-mail', async () => {
    const user = await server.makeUser({});
    const elsewhere = await signIn(user.email);
    const wrong = await change(user, 'not my password', 'seven hens in a row');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['old_password']]);
    const common = await change(user, PASSWORD, 'password2026!');
    expect([common.status, Object.keys(common.body.errors)]).toEqual([422, ['password']]);
    expect((await change(user, PASSWORD, 'seven hens in a row')).status).toBe(200);
    expect([await seen(user), await seen(elsewhere)]).toEqual([200, 401]);
    expect((await signIn(user.email)).status).toBe(401);
    expect((await signIn(user.email, 'seven hens in a row')).status).toBe(200);
    await server.runJobs();
    expect(server.gateways.emails.at(-1)).toMatchObject({ to: user.email, subject: /changed/ as never });
  });

  it('is told of in the language of the person’s screens, else in that of their hospital', async () => {
    const hospital = await server.makeApplication();
    const user = await server.makeUser({ applications: [hospital] });
    await call(user, 'PUT', '/account/language', { language: 'ar' });
    expect((await change(user, PASSWORD, 'seven hens in a row')).status).toBe(200);
    await server.runJobs();
    await call(user, 'PUT', '/account/language', { language: null });
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ language: 'es' }).where('id', '=', hospital.id).execute(),
    );
    expect((await change(user, 'seven hens in a row', 'eight hens in a row')).status).toBe(200);
    await server.runJobs();
    const sent = server.gateways.emails.filter(({ to }) => to === user.email);
    expect(sent.map(({ subject }) => subject)).toEqual([
      'تغيّرت كلمة مرورك في Wardvoice',
      'Se cambió su contraseña de Wardvoice',
    ]);
    expect(sent.map(({ text }) => text).join()).toContain('http://wardvoice.test/forgot-password');
  });
});

describe('two-step sign-in', () => {
  const codeAt = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at });

  /** Switches two-step sign-in on. The code of `Date.now()` is then used up. */
  async function enrol(user: TestUser) {
    const begun = await call(user, 'POST', '/account/two-step', { password: PASSWORD });
    const { secret, otpauth_url } = begun.body.data as { secret: string; otpauth_url: string };
    expect(otpauth_url).toContain(encodeURIComponent(user.email));
    const confirmed = await call(user, 'POST', '/account/two-step/confirm', { code: codeAt(secret, Date.now()) });
    expect(confirmed.status).toBe(200);
    return { secret, codes: confirmed.body.data.recovery_codes as string[] };
  }
  const second = (two_step_token: string, code: string) =>
    server.call({
      method: 'POST',
      url: '/api/login/two-step',
      payload: { two_step_token, code },
      remoteAddress: nextAddress(),
    });

  it('is on after the first right code, and asks for a code at the next sign-in', async () => {
    const user = await server.makeUser({});
    expect((await call(user, 'POST', '/account/two-step', { password: 'not mine' })).status).toBe(422);
    const begun = await call(user, 'POST', '/account/two-step', { password: PASSWORD });
    expect((await call(user, 'POST', '/account/two-step/confirm', { code: '000000' })).status).toBe(422);
    // Two-step sign-in that was begun but not confirmed is not on.
    expect((await signIn(user.email)).status).toBe(200);
    expect(begun.body.data.secret).toMatch(/^[A-Z2-7]{32}$/);

    const { secret } = await enrol(user);
    const { body } = await call(user, 'GET', '/account');
    expect(body.data.two_step).toEqual({ enabled: true, recovery_codes_left: 10, required: false });
    expect((await call(user, 'POST', '/account/two-step', { password: PASSWORD })).status).toBe(409);

    const first = await signIn(user.email);
    expect([first.status, first.body.two_step_required, first.body.auth_token]).toEqual([403, true, undefined]);
    minutesLater(1);
    const done = await second(first.body.two_step_token, codeAt(secret, Date.now() + 60_000));
    expect([done.status, done.body.data.id]).toEqual([200, user.id]);
    expect(done.body.auth_token).toBeTruthy();
  });

  it('accepts the code of the step before or after, and none further off', async () => {
    const user = await server.makeUser({});
    const { secret } = await enrol(user);
    const at = Date.now() + 600_000;
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      server.setTime(new Date(at));
      const { body } = await signIn(user.email);
      expect([steps, (await second(body.two_step_token, codeAt(secret, at + steps * 30_000))).status]).toEqual([
        steps,
        status,
      ]);
    }
  });

  it('accepts a code once, also when it comes twice at once', async () => {
    const user = await server.makeUser({});
    const { secret } = await enrol(user);
    minutesLater(2);
    const [one, two] = [await signIn(user.email), await signIn(user.email)];
    const code = codeAt(secret, Date.now() + 120_000);
    const answers = await Promise.all([second(one.body.two_step_token, code), second(two.body.two_step_token, code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const loser = answers[0]?.status === 200 ? two : one;
    expect((await second(loser.body.two_step_token, code)).status).toBe(401);
  });

  it('lets somebody in with each recovery code once, however it is written', async () => {
    const user = await server.makeUser({});
    const { codes } = await enrol(user);
    expect(new Set(codes).size).toBe(10);
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ');
    expect((await second((await signIn(user.email)).body.two_step_token, typed)).status).toBe(200);
    expect((await second((await signIn(user.email)).body.two_step_token, typed)).status).toBe(401);
    const { body } = await call(user, 'GET', '/account');
    expect(body.data.two_step.recovery_codes_left).toBe(9);
  });

  it('makes somebody who guesses codes wait, although they know the password', async () => {
    const user = await server.makeUser({});
    await enrol(user);
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const { body, status } = await signIn(user.email);
      statuses.push(status === 403 ? (await second(body.two_step_token, '123456')).status : status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('gives the second step five minutes', async () => {
    const user = await server.makeUser({});
    const { codes } = await enrol(user);
    const { body } = await signIn(user.email);
    minutesLater(5.1);
    expect((await second(body.two_step_token, codes[0] ?? '')).status).toBe(401);
    expect((await second('nobody-gave-this-token-out', codes[0] ?? '')).status).toBe(401);
  });

  it('stores neither the key nor the codes in readable form', async () => {
    const user = await server.makeUser({});
    const { secret, codes } = await enrol(user);
    const rows = await server.ctx.db.transaction(systemScope('example'), async (tx) => [
      await tx.selectFrom('two_step').selectAll().where('user_id', '=', user.id).execute(),
      await tx.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute(),
    ]);
    const stored = JSON.stringify(rows);
    for (const secretText of [secret, ...codes]) expect(stored).not.toContain(secretText);
  });

  it('is switched off with the password', async () => {
    const user = await server.makeUser({});
    await enrol(user);
    expect((await call(user, 'POST', '/account/two-step/disable', { password: 'not mine' })).status).toBe(422);
    const off = await call(user, 'POST', '/account/two-step/disable', { password: PASSWORD });
    expect(off.body.data.two_step).toEqual({ enabled: false, recovery_codes_left: 0, required: false });
    expect((await signIn(user.email)).status).toBe(200);
  });

  it('is switched off by an administrator of the same application, and by no other', async () => {
    const [ours, theirs] = [await server.makeApplication(), await server.makeApplication()];
    const user = await server.makeUser({ applications: [ours] });
    await enrol(user);
    const may = { permissions: ['users.update', 'users.view'] };
    const [admin, stranger] = [
      await server.makeUser({ applications: [ours], ...may }),
      await server.makeUser({ applications: [theirs], ...may }),
    ];
    const superuser = await server.makeUser({ superUser: true, applications: [ours] });
    const hasTwoStep = async () => (await call(admin, 'GET', `/users/${user.id}`)).body.data.has_two_step;
    expect(await hasTwoStep()).toBe(true);
    expect((await call(stranger, 'DELETE', `/users/${user.id}/two-step`)).status).toBe(404);
    expect((await call(admin, 'DELETE', `/users/${superuser.id}/two-step`)).status).toBe(403);
    // Somebody with more access than the administrator, who could otherwise get it with that person's password.
    const colleague = await server.makeUser({ applications: [ours], permissions: ['users.update', 'cases.list'] });
    expect((await call(admin, 'DELETE', `/users/${colleague.id}/two-step`)).status).toBe(403);
    expect((await call(admin, 'DELETE', `/users/${user.id}/two-step`)).status).toBe(200);
    expect((await signIn(user.email)).status).toBe(200);
    expect(await hasTwoStep()).toBe(false);
    // The person is told once, and not of a call that changed nothing.
    expect((await call(admin, 'DELETE', `/users/${user.id}/two-step`)).status).toBe(200);
    await server.runJobs();
    const subjects = server.gateways.emails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
    expect(subjects).toEqual(['Two-step sign-in was switched off for you']);
  });
});

describe('e-mails about accounts', () => {
  it('are shown to superusers, with the link only where nothing but the outbox is configured', async () => {
    const [superuser, user] = [await server.makeUser({ superUser: true }), await server.makeUser({})];
    await server.call({ method: 'POST', url: '/api/forgot-password', payload: { email: user.email } });
    await server.runJobs();
    expect((await call(user, 'GET', '/account_emails')).status).toBe(403);
    const list = async () => (await call(superuser, 'GET', `/account_emails?term=${user.email}`)).body.data as Json[];
    expect(await list()).toMatchObject([{ kind: 'password_reset', state: 'sent', recipient: user.email, link: null }]);
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('account_emails').set({ gateway: 'outbox' }).where('user_id', '=', user.id).execute(),
    );
    const [{ link }] = (await list()) as [Json];
    expect(link).toBe(/http\S+/.exec(server.gateways.emails.at(-1)?.text ?? '')?.[0]);
  });
});
