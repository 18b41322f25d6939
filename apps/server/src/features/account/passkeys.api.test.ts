import type { passkeys } from '@wardvoice/contract';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { createAuthenticator, type Authenticator, type Oddity } from '../../testing/authenticator.ts';
import { PASSWORD, startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

const ORIGIN = 'https://wardvoice.example';
const REFUSED = [401, 'This passkey was not accepted. Try again, or sign in in another way.'];
const LATE = [401, 'This took too long. Try again.'];

let server: TestServer;
let nurse: TestUser;
let phone: Authenticator;
let start = Date.now();

beforeAll(async () => {
  server = await startTestServer({ locksIdle: true, contextOf: (ctx) => ({ ...ctx, publicUrl: ORIGIN }) });
});
beforeEach(async () => {
  server.setTime(new Date((start += 86_400_000)));
  nurse = await server.makeUser({ permissions: ['cases.list'] });
  phone = createAuthenticator(ORIGIN);
});
afterAll(() => server.stop());

let addresses = 0;
const minutesLater = (minutes: number) => server.setTime(new Date(start + minutes * 60_000));

interface Sent {
  user?: Pick<TestUser, 'headers'>;
  cookie?: string;
  payload?: object;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
}
const call = (path: string, { user, cookie = '', payload, method = 'POST' }: Sent = {}) =>
  server.call({
    method,
    url: `/api/v1${path}`,
    headers: { ...user?.headers, cookie },
    remoteAddress: `10.7.${(addresses += 1) >> 8}.${addresses & 255}`,
    ...(payload ? { payload } : {}),
  });
const answerOf = ({ status, body }: { status: number; body: Json }) => [status, body.message];

async function begin(user = nurse): Promise<passkeys.CreationOptions> {
  const { status, body } = await call('/account/passkeys/options', { user });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
}
const add = async (credential: passkeys.Attestation, user = nurse, name = 'Phone') =>
  call('/account/passkeys', { user, payload: { name, credential } });
/** Adds a passkey, and returns what the server answered. */
async function enrol(user = nurse, authenticator = phone): Promise<Json> {
  const { status, body } = await add(authenticator.make(await begin(user)), user);
  expect([status, body.message]).toEqual([201, undefined]);
  return body.data;
}
const list = async (user = nurse): Promise<Json[]> =>
  (await call('/account/passkeys', { user, method: 'GET' })).body.data;

/** What the login screen is asked to have signed, and the browser that asked. */
async function beginLogin(cookie = ''): Promise<{ options: passkeys.RequestOptions; cookie: string }> {
  const { body, headers } = await call('/login/passkey/options', { cookie });
  const [kept = ''] = [headers['set-cookie']].flat().map(String);
  return { options: body.data, cookie: kept.split(';')[0] ?? '' };
}
const finishLogin = (credential: passkeys.Assertion, cookie: string) =>
  call('/login/passkey', { cookie, payload: { credential } });
async function signIn(oddity: Oddity = {}, authenticator = phone) {
  const { options, cookie } = await beginLogin();
  return finishLogin(authenticator.sign(options, oddity), cookie);
}
const password = (user = nurse) => call('/login', { payload: { username: user.email, password: PASSWORD } });
async function secondStep(oddity: Oddity = {}, user = nurse, authenticator = phone) {
  const { two_step_token } = (await password(user)).body;
  const { body } = await call('/login/two-step/passkey/options', { payload: { two_step_token } });
  const credential = authenticator.sign(body.data, oddity);
  return call('/login/two-step/passkey', { payload: { two_step_token, credential } });
}
const askOwn = async (purpose: 'unlock' | 'prove', user: Sent['user'] = nurse): Promise<passkeys.RequestOptions> =>
  (await call('/session/passkey/options', { user: user ?? nurse, payload: { purpose } })).body.data;
const auditOf = async (user: TestUser) =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('user_id', '=', user.id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
const emailsTo = async ({ email }: TestUser) => {
  await server.runJobs();
  return server.gateways.emails.filter(({ to }) => to === email).map(({ subject }) => subject);
};

describe('adding a passkey', () => {
  it('stores it under its name, gives recovery codes to whoever had none, and tells the person', async () => {
    const added = await enrol();
    expect(added).toMatchObject({ name: 'Phone', synced: false, usable: true, last_used_at: null });
    expect(added.recovery_codes).toHaveLength(10);
    expect(await list()).toMatchObject([{ id: added.id, name: 'Phone' }]);
    const second = await enrol(nurse, createAuthenticator(ORIGIN, { synced: true }));
    expect([second.synced, second.recovery_codes]).toEqual([true, []]);
    expect(await emailsTo(nurse)).toEqual(Array(2).fill('A passkey was added to your Wardvoice account'));
  });

  it('asks for one that checks the person and can be found without their name, and not for the same twice', async () => {
    const { id } = await enrol();
    expect(id).toBeTruthy();
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: 'wardvoice.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
    expect(options.excludeCredentials).toHaveLength(1);
    // Whose the passkey is cannot be read from it.
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
  });

  it('wants a fresh sign-in, to begin and to end', async () => {
    const made = phone.make(await begin());
    server.setTime(new Date(start + 31 * 60_000));
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('sessions').set({ last_seen_at: server.ctx.clock() }).where('user_id', '=', nurse.id).execute(),
    );
    const type = 'fresh_sign_in_needed';
    expect((await add(made)).body.type).toBe(type);
    expect((await call('/account/passkeys/options', { user: nurse })).body.type).toBe(type);
  });

  it.each<[string, Oddity]>([
    ['another site', { origin: 'https://wardvoice.example.evil.example' }],
    ['another server name', { rpId: 'evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['nobody checked', { verified: false }],
    ['an algorithm that was not asked for', { alg: -35 }],
    ['a sign-in', { type: 'webauthn.get' }],
  ])('is refused when it was made for %s', async (_, oddity) => {
    const refused = await add(phone.make(await begin(), oddity));
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was not accepted')]);
    expect(await list()).toEqual([]);
    expect(await emailsTo(nurse)).toEqual([]);
  });

  it('leaves out who made the authenticator, and reads no certificate', async () => {
    expect((await add(phone.make(await begin(), { statement: true }))).status).toBe(201);
    expect((await signIn()).status).toBe(200);
  });

  it('counts once, for the session that asked, and for five minutes', async () => {
    const options = await begin();
    const made = phone.make(options);
    const colleague = await server.makeUser({});
    expect(answerOf(await add(made, colleague))).toEqual([409, 'This took too long. Add the passkey again.']);
    const answers = await Promise.all([add(made), add(made)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const late = phone.make(await begin());
    minutesLater(5.1);
    expect((await add(late)).status).toBe(409);
    expect(await list()).toHaveLength(1);
  });

  it('is refused for what was refused before, however right it is then', async () => {
    const options = await begin();
    expect((await add(phone.make(options, { verified: false }))).status).toBe(409);
    expect(answerOf(await add(phone.make(options)))).toEqual([409, 'This took too long. Add the passkey again.']);
  });

  it('is refused where somebody else has the same one', async () => {
    const made = phone.make(await begin());
    expect((await add(made)).status).toBe(201);
    const colleague = await server.makeUser({});
    const { challenge } = await begin(colleague);
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge, origin: ORIGIN, crossOrigin: false }),
    ).toString('base64url');
    const copied = { ...made, response: { ...made.response, clientDataJSON } };
    expect(answerOf(await add(copied, colleague))).toEqual([409, 'This passkey is here already.']);
  });

  it('ends at ten, also when two are added at once', async () => {
    for (let count = 0; count < 9; count += 1) await enrol();
    const both = [phone.make(await begin()), phone.make(await begin())];
    const answers = await Promise.all(both.map((made) => add(made)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answerOf(await call('/account/passkeys/options', { user: nurse }))).toEqual([
      409,
      'You have 10 passkeys. Remove one first.',
    ]);
  });

  it('is for nobody whom the identity provider signed in, who could go on without it otherwise', async () => {
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('sessions').set({ method: 'single_sign_on' }).where('user_id', '=', nurse.id).execute(),
    );
    expect((await call('/account/passkeys/options', { user: nurse })).status).toBe(409);
    const { body } = await call('/account', { user: nurse, method: 'GET' });
    expect(body.data.passkeys).toEqual({ count: 0, can_add: false, hindrance: null });
  });
});

describe('signing in with a passkey alone', () => {
  it('is both steps at once, and the session says so', async () => {
    await enrol();
    const { status, body } = await signIn();
    expect([status, body.data.id, body.method, body.has_passkey]).toEqual([200, nurse.id, 'passkey', true]);
    const user = { headers: { authorization: `Bearer ${body.auth_token}` } };
    expect((await call('/account/passkeys', { user, method: 'GET' })).body.data[0].last_used_at).not.toBeNull();
    expect((await call('/account/passkeys/options', { user })).status).toBe(200);
  });

  it('is begun in the same way by everybody, whoever has a passkey', async () => {
    const before = await beginLogin();
    await enrol();
    const after = await beginLogin();
    const { challenge: one, ...same } = before.options;
    const { challenge: other, ...again } = after.options;
    expect([again, one === other]).toEqual([same, false]);
    expect(again).toEqual({
      rpId: 'wardvoice.example',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  it.each<[string, Oddity]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another server name', { rpId: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without checking who it is', { verified: false }],
    ['as somebody else', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['as nobody', { userHandle: null }],
    ['as a new passkey', { type: 'webauthn.create' }],
    ['about something else', { isForged: true }],
  ])('is refused when it signed %s', async (_, oddity) => {
    await enrol();
    expect(answerOf(await signIn(oddity))).toEqual(REFUSED);
    expect((await signIn()).status).toBe(200);
  });

  it('is in the audit when it is refused, with the address and whose it is', async () => {
    await enrol();
    await signIn({ isForged: true });
    const details = { reason: 'wrong_passkey, passkey' };
    expect((await auditOf(nurse)).at(-1)).toMatchObject({ action: 'sign_in', details });
  });

  it('is refused with one that nobody has here, and with one that was removed, in the same words', async () => {
    const { id } = await enrol();
    const stranger = createAuthenticator(ORIGIN);
    stranger.make(await begin());
    expect(answerOf(await signIn({}, stranger))).toEqual(REFUSED);
    await call(`/account/passkeys/${id}`, { user: nurse, method: 'DELETE' });
    expect(answerOf(await signIn())).toEqual(REFUSED);
  });

  it('counts once, in the browser that began, and for five minutes', async () => {
    await enrol();
    const { options, cookie } = await beginLogin();
    const signed = phone.sign(options);
    const elsewhere = await beginLogin();
    expect(answerOf(await finishLogin(signed, elsewhere.cookie))).toEqual(LATE);
    expect((await finishLogin(signed, '')).status).toBe(401);
    const answers = await Promise.all([finishLogin(signed, cookie), finishLogin(signed, cookie)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(answerOf(await finishLogin(signed, cookie))).toEqual(LATE);
    const late = await beginLogin();
    minutesLater(5.1);
    expect(answerOf(await finishLogin(phone.sign(late.options), late.cookie))).toEqual(LATE);
  });

  it('counts in each of two tabs', async () => {
    await enrol();
    const one = await beginLogin();
    const other = await beginLogin(one.cookie);
    expect((await finishLogin(phone.sign(one.options), other.cookie)).status).toBe(200);
    expect((await finishLogin(phone.sign(other.options), other.cookie)).status).toBe(200);
  });

  it('is refused with an answer to what a session or a second step was asked', async () => {
    await enrol();
    const { cookie } = await beginLogin();
    expect(answerOf(await finishLogin(phone.sign(await askOwn('prove')), cookie))).toEqual(LATE);
    const { two_step_token } = (await password()).body;
    const { body } = await call('/login/two-step/passkey/options', { payload: { two_step_token } });
    expect(answerOf(await finishLogin(phone.sign(body.data), cookie))).toEqual(LATE);
  });

  it('is refused, and kept in the audit, when the counter has not moved on: somebody has a copy', async () => {
    await enrol();
    expect((await signIn({ counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(answerOf(await signIn({ counter }))).toEqual(REFUSED);
    expect((await auditOf(nurse)).at(-1)?.details).toEqual({ reason: 'cloned_passkey, passkey' });
    expect((await signIn({ counter: 8 })).status).toBe(200);
  });

  it('is accepted any number of times from an authenticator that does not count', async () => {
    const key = createAuthenticator(ORIGIN, { counts: false });
    await enrol(nurse, key);
    for (let count = 0; count < 3; count += 1) expect((await signIn({}, key)).status).toBe(200);
  });

  it('is refused for somebody who is deactivated', async () => {
    await enrol();
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('users').set({ deactivated_at: server.ctx.clock() }).where('id', '=', nurse.id).execute(),
    );
    expect(answerOf(await signIn())).toEqual(REFUSED);
  });

  it('waits after failures, as with a password', async () => {
    await enrol();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await signIn({ isForged: true })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect([(await signIn()).status, (await password()).status]).toEqual([429, 429]);
    minutesLater(2);
    expect((await signIn()).status).toBe(200);
  });
});

describe('a passkey as the second step', () => {
  it('is asked for after the password, and only those of the person', async () => {
    await enrol();
    await enrol(await server.makeUser({}), createAuthenticator(ORIGIN));
    const asked = await password();
    expect([asked.status, asked.body]).toEqual([
      403,
      expect.objectContaining({ two_step_required: true, passkey: true }),
    ]);
    const { body } = await call('/login/two-step/passkey/options', {
      payload: { two_step_token: asked.body.two_step_token },
    });
    expect(body.data.allowCredentials).toEqual([
      { id: expect.any(String), type: 'public-key', transports: ['internal'] },
    ]);
    const done = await secondStep();
    expect([done.status, done.body.data.id, done.body.method]).toEqual([200, nurse.id, 'password']);
  });

  it('needs no name of the person from an authenticator that keeps none', async () => {
    await enrol();
    expect((await secondStep({ userHandle: null })).status).toBe(200);
  });

  it('can be replaced by a recovery code', async () => {
    const { recovery_codes } = await enrol();
    const { two_step_token } = (await password()).body;
    expect((await call('/login/two-step', { payload: { two_step_token, code: recovery_codes[0] } })).status).toBe(200);
  });

  it('is refused with the passkey of somebody else', async () => {
    await enrol();
    const colleague = await server.makeUser({});
    const theirs = createAuthenticator(ORIGIN);
    await enrol(colleague, theirs);
    const { two_step_token } = (await password()).body;
    const { body } = await call('/login/two-step/passkey/options', { payload: { two_step_token } });
    const credential = theirs.sign({ ...body.data, allowCredentials: [] });
    const refused = await call('/login/two-step/passkey', { payload: { two_step_token, credential } });
    expect(answerOf(refused)).toEqual(REFUSED);
    expect((await auditOf(nurse)).at(-1)?.details).toEqual({ reason: 'wrong_passkey, password' });
  });

  it('ends the sign-in after five failures, and counts for the account', async () => {
    await enrol();
    const { two_step_token } = (await password()).body;
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      const { body, status } = await call('/login/two-step/passkey/options', { payload: { two_step_token } });
      if (status !== 200) statuses.push('ended');
      else {
        const credential = phone.sign(body.data, { isForged: true });
        statuses.push((await call('/login/two-step/passkey', { payload: { two_step_token, credential } })).status);
      }
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 'ended']);
    expect((await password()).status).toBe(429);
  });

  it('is refused with the challenge of another sign-in', async () => {
    await enrol();
    const tokens = [(await password()).body.two_step_token, (await password()).body.two_step_token];
    const { body } = await call('/login/two-step/passkey/options', { payload: { two_step_token: tokens[0] } });
    const payload = { two_step_token: tokens[1], credential: phone.sign(body.data) };
    expect((await call('/login/two-step/passkey', { payload })).status).toBe(401);
    expect((await call('/login/two-step/passkey/options', { payload: { two_step_token: 'made up' } })).status).toBe(
      401,
    );
  });
});

describe('a session', () => {
  it('is unlocked with a passkey, which is a proof as well', async () => {
    await enrol();
    minutesLater(40);
    expect((await call('/account', { user: nurse, method: 'GET' })).status).toBe(423);
    const options = await askOwn('unlock');
    const unlocked = await call('/session/unlock/passkey', {
      user: nurse,
      payload: { credential: phone.sign(options) },
    });
    expect([unlocked.status, unlocked.body.locked, unlocked.body.has_passkey]).toEqual([200, false, true]);
    await enrol(nurse, createAuthenticator(ORIGIN));
  });

  it('that a passkey opened is unlocked with the password as well', async () => {
    await enrol();
    const { body } = await signIn();
    const user = { headers: { authorization: `Bearer ${body.auth_token}` } };
    minutesLater(40);
    expect((await call('/session/unlock', { user, payload: { password: PASSWORD } })).status).toBe(200);
    // The password alone is less than what signing in asks for.
    expect((await call('/account/passkeys/options', { user })).body.type).toBe('fresh_sign_in_needed');
    expect((await call('/session/prove', { user, payload: { password: PASSWORD } })).status).toBe(422);
    const proved = await call('/session/prove/passkey', {
      user,
      payload: { credential: phone.sign(await askOwn('prove', user)) },
    });
    expect(proved.status).toBe(200);
    expect((await call('/account/passkeys/options', { user })).status).toBe(200);
  });

  it('is not unlocked by an answer to a proof, to another session, or twice', async () => {
    await enrol();
    minutesLater(16);
    const unlock = async (options: passkeys.RequestOptions) =>
      (await call('/session/unlock/passkey', { user: nurse, payload: { credential: phone.sign(options) } })).status;
    expect(await unlock(await askOwn('prove'))).toBe(422);
    const { body } = await signIn();
    const other = { headers: { authorization: `Bearer ${body.auth_token}` } };
    expect(await unlock(await askOwn('unlock', other))).toBe(422);
    const options = await askOwn('unlock');
    const credential = phone.sign(options);
    expect((await call('/session/unlock/passkey', { user: nurse, payload: { credential } })).status).toBe(200);
    expect((await call('/session/unlock/passkey', { user: nurse, payload: { credential } })).status).toBe(422);
  });

  it('ends after five failures', async () => {
    await enrol();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      const options = await askOwn('prove');
      const credential = options ? phone.sign(options, { isForged: true }) : undefined;
      const { status } = await call('/session/prove/passkey', { user: nurse, payload: { credential } });
      statuses.push(status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 401, 401]);
  });

  it('of the single sign-on is proved there', async () => {
    await enrol();
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('sessions').set({ method: 'single_sign_on' }).where('user_id', '=', nurse.id).execute(),
    );
    expect((await call('/session/passkey/options', { user: nurse, payload: { purpose: 'prove' } })).status).toBe(409);
    expect((await call('/session', { user: nurse, method: 'GET' })).body.has_passkey).toBe(false);
  });
});

describe('one’s own passkeys', () => {
  it('are renamed and removed by nobody else', async () => {
    const { id } = await enrol();
    const colleague = await server.makeUser({});
    const path = `/account/passkeys/${id}`;
    expect((await call(path, { user: colleague, method: 'PUT', payload: { name: 'Mine' } })).status).toBe(404);
    expect((await call(path, { user: colleague, method: 'DELETE' })).status).toBe(404);
    const renamed = await call(path, { user: nurse, method: 'PUT', payload: { name: ' Key of the ward ' } });
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Key of the ward']);
    expect((await call(path, { user: nurse, method: 'PUT', payload: { name: ' ' } })).status).toBe(422);
  });

  it('leave the password alone when the last one is removed, and the person is told', async () => {
    const { id } = await enrol();
    expect((await call(`/account/passkeys/${id}`, { user: nurse, method: 'DELETE' })).status).toBe(200);
    expect((await password()).status).toBe(200);
    const { body } = await call('/account', { user: nurse, method: 'GET' });
    expect([body.data.two_step.recovery_codes_left, body.data.passkeys.count]).toEqual([0, 0]);
    expect((await emailsTo(nurse)).at(-1)).toBe('A passkey was removed from your Wardvoice account');
  });

  it('stay when the authenticator app is switched off, with the recovery codes', async () => {
    await enrol();
    const { secret } = (await call('/account/two-step', { user: nurse, payload: { password: PASSWORD } })).body.data;
    const code = new TOTP({ secret }).generate({ timestamp: server.ctx.clock().getTime() });
    const confirmed = await call('/account/two-step/confirm', { user: nurse, payload: { code } });
    const off = await call('/account/two-step/disable', { user: nurse, payload: { password: PASSWORD } });
    expect(off.body.data.two_step).toMatchObject({ enabled: false, recovery_codes_left: 10 });
    const { two_step_token } = (await password()).body;
    const payload = { two_step_token, code: confirmed.body.data.recovery_codes[0] };
    expect((await call('/login/two-step', { payload })).status).toBe(200);
  });

  it('are removed with the second step by whoever manages the person', async () => {
    const hospital = await server.makeApplication();
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const stranger = await server.makeUser({ applications: [await server.makeApplication()], permissions: ['admin'] });
    const patient = await server.makeUser({ applications: [hospital] });
    await enrol(patient);
    const path = `/users/${patient.id}/two-step`;
    expect((await call(path, { user: stranger, method: 'DELETE' })).status).toBe(404);
    const { body } = await call(`/users/${patient.id}`, { user: admin, method: 'GET' });
    expect(body.data.has_two_step).toBe(true);
    expect((await call(path, { user: admin, method: 'DELETE' })).status).toBe(200);
    expect([await list(patient), (await password(patient)).status]).toEqual([[], 200]);
    expect((await emailsTo(patient)).at(-1)).toBe('Two-step sign-in was switched off for you');
  });
});

describe('an organisation that requires two-step sign-in', () => {
  async function requireIn({ id }: { id: number }): Promise<void> {
    const set = (two_step_required: string) =>
      server.ctx.db.transaction(systemScope('example'), (tx) =>
        tx.updateTable('applications').set({ two_step_required }).where('id', '=', id).execute(),
      );
    await set('everybody');
    // It would hold for superusers of other tests as well.
    onTestFinished(async () => void (await set('nobody')));
  }

  it('is content with a passkey, also as the way in, and the last one stays', async () => {
    const hospital = await server.makeApplication();
    const colleague = await server.makeUser({ applications: [hospital] });
    await requireIn(hospital);
    const needs = async (user: Sent['user']) =>
      (await call('/session', { method: 'GET', ...(user ? { user } : {}) })).body.needs_two_step;
    expect(await needs(colleague)).toBe(true);
    const { id } = await enrol(colleague);
    expect(await needs(colleague)).toBe(false);
    const { body } = await signIn();
    expect(body.needs_two_step).toBe(false);
    const removed = await call(`/account/passkeys/${id}`, { user: colleague, method: 'DELETE' });
    expect(answerOf(removed)).toEqual([
      409,
      'Your organisation asks for two-step sign-in. Add another passkey or an app first.',
    ]);
    expect(await list(colleague)).toHaveLength(1);
  });

  it('keeps one of two passkeys that are removed at once', async () => {
    const hospital = await server.makeApplication();
    const colleague = await server.makeUser({ applications: [hospital] });
    const ids = [(await enrol(colleague)).id, (await enrol(colleague)).id];
    await requireIn(hospital);
    const answers = await Promise.all(
      ids.map((id) => call(`/account/passkeys/${id}`, { user: colleague, method: 'DELETE' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await list(colleague)).toHaveLength(1);
  });
});

describe('an account that is claimed anew', () => {
  it('lets no passkey in alone any more, but after the new password, and alone again from then on', async () => {
    const superuser = await server.makeUser({ superUser: true });
    await enrol();
    const pending = await beginLogin();
    await call(`/users/${nurse.id}/reset-password`, {
      user: superuser,
      method: 'PUT',
      payload: { user: { password: 'seven hens in a row' } },
    });
    const advice = [401, 'Your password is new. Sign in with it once: your passkey is asked for afterwards.'];
    expect(answerOf(await finishLogin(phone.sign(pending.options), pending.cookie))).toEqual(advice);
    expect(answerOf(await signIn())).toEqual(advice);
    const asked = await call('/login', { payload: { username: nurse.email, password: 'seven hens in a row' } });
    const { two_step_token } = asked.body;
    expect([asked.status, asked.body.passkey]).toEqual([403, true]);
    const { body } = await call('/login/two-step/passkey/options', { payload: { two_step_token } });
    const credential = phone.sign(body.data);
    expect((await call('/login/two-step/passkey', { payload: { two_step_token, credential } })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  it('is gone with its passkeys when it is deleted', async () => {
    const superuser = await server.makeUser({ superUser: true });
    await enrol();
    expect((await call(`/users/${nurse.id}`, { user: superuser, method: 'DELETE' })).status).toBe(200);
    const left = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('passkeys').selectAll().where('user_id', '=', nurse.id).execute(),
    );
    expect(left).toEqual([]);
  });
});
