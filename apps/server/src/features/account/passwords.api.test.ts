import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { endWaysIn } from '../credentials/index.ts';
import { hashPassword, setPassword } from '../users/index.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
const NEW_PASSWORD = 'seven hens in a row';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.setTime(new Date()));

let addresses = 0;
/** Sends each request from a new network address, unless the test is about addresses. */
const post = (path: string, payload: object, remoteAddress = `10.8.${(addresses += 1) >> 8}.${addresses & 255}`) =>
  server.call({ method: 'POST', url: `/api${path}`, payload, remoteAddress });
const signIn = (username: string, password: string) => post('/login', { username, password });
const minutesLater = (minutes: number) => server.setTime(new Date(Date.now() + minutes * 60_000));

/** Asks for a link and returns its token, or null when no e-mail was sent. */
async function askForLink(email: string): Promise<string | null> {
  const before = server.gateways.emails.length;
  await post('/forgot-password', { email });
  await server.runJobs();
  const sent = server.gateways.emails.slice(before).find(({ to }) => to === email);
  return /\/reset-password\/([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? null;
}
const reset = (reset_token: string, email: string, password = NEW_PASSWORD) =>
  post('/reset-password', { user: { reset_token, email, password } });

describe('a forgotten password', () => {
  it('is answered alike whether or not anybody has the address', async () => {
    const { email } = await server.makeUser({});
    await server.runJobs();
    const known = await post('/forgot-password', { email });
    const unknown = await post('/forgot-password', { email: 'nobody@wardvoice.example' });
    expect([known.status, known.body]).toEqual([200, unknown.body]);
    expect((await post('/forgot-password', { email: '' })).status).toBe(422);
    const before = server.gateways.emails.length;
    await server.runJobs();
    expect(server.gateways.emails.slice(before).map(({ to }) => to)).toEqual([email]);
  });

  it('is replaced by the link of the e-mail, which works once and ends all sessions', async () => {
    const user = await server.makeUser({});
    const token = await askForLink(user.email.toUpperCase()).then(() => askForLink(user.email));
    const done = await reset(token ?? '', user.email);
    expect(done.status).toBe(200);
    const session = await server.call({ method: 'GET', url: '/api/v1/session', headers: user.headers });
    expect(session.status).toBe(401);
    expect((await signIn(user.email, PASSWORD)).status).toBe(401);
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
    const again = await reset(token ?? '', user.email, 'eleven geese abroad');
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['reset_token']]);
  });

  it('is replaced once when the link is used twice at once', async () => {
    const user = await server.makeUser({});
    const token = (await askForLink(user.email)) ?? '';
    const answers = await Promise.all([
      reset(token, user.email, 'seven hens in a row'),
      reset(token, user.email, 'eleven geese abroad'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const winner = answers[0]?.status === 200 ? 'seven hens in a row' : 'eleven geese abroad';
    expect((await signIn(user.email, winner)).status).toBe(200);
  });

  it('keeps its link for an hour', async () => {
    const user = await server.makeUser({});
    const token = (await askForLink(user.email)) ?? '';
    minutesLater(61);
    expect((await reset(token, user.email)).status).toBe(422);
    minutesLater(59);
    expect((await reset(token, user.email)).status).toBe(200);
  });

  it('keeps its link when the new password is refused, and never accepts it for another person', async () => {
    const [user, other] = [await server.makeUser({}), await server.makeUser({})];
    const token = (await askForLink(user.email)) ?? '';
    const common = await reset(token, user.email, 'password2026!');
    expect([common.status, Object.keys(common.body.errors)]).toEqual([422, ['password']]);
    expect((await reset(token, other.email)).status).toBe(422);
    expect((await reset('x'.repeat(27), user.email)).status).toBe(422);
    expect((await reset(token, user.email)).status).toBe(200);
  });

  it('sends no more than a few e-mails, so that nobody’s mailbox is filled', async () => {
    const { email } = await server.makeUser({});
    const links = [];
    for (let request = 0; request < 5; request += 1) links.push(await askForLink(email));
    expect(links.filter(Boolean)).toHaveLength(3);
  });

  it('stores only a hash of the link, and tries its e-mail again until the mail server accepts it', async () => {
    const { email, id } = await server.makeUser({});
    server.gateways.answerNext({ ok: false, outcome: 'retry', error: 'busy' });
    await post('/forgot-password', { email });
    await server.runJobs();
    expect(server.gateways.emails.some(({ to }) => to === email)).toBe(false);
    const rows = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('account_emails').selectAll().where('user_id', '=', id).execute(),
    );
    expect(rows).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'busy' }]);
    await server.runJobs({ asOf: new Date(Date.now() + 3_600_000) });
    const sent = server.gateways.emails.find(({ to }) => to === email);
    const token = /reset-password\/([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
    expect(token.length).toBeGreaterThan(21);
    const stored = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('password_resets').selectAll().execute(),
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

describe('a sign-in while the password is set anew', () => {
  it('waits, and does not get in with the old one', async () => {
    const user = await server.makeUser({});
    const isWaiting = async () => {
      const { rows } = await server.ctx.db.transaction(systemScope('example'), (tx) =>
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(tx),
      );
      return rows.length > 0;
    };
    let answer: ReturnType<typeof signIn> | undefined;
    await server.ctx.db.transaction(systemScope('person'), async (tx) => {
      await endWaysIn(tx, user.id, new Date());
      answer = signIn(user.email, PASSWORD);
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
      await setPassword(tx, user.id, await hashPassword('an entirely new one'), new Date());
    });
    expect((await answer)?.status).toBe(401);
  });
});

describe('guessing', () => {
  it.each([
    ['somebody we know', true],
    ['nobody', false],
  ])('at %s has to wait longer and longer after five failures', async (_who, isKnown) => {
    const email = isKnown ? (await server.makeUser({})).email : 'ghost@wardvoice.example';
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await signIn(email, 'a wrong guess')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const held = await signIn(email, PASSWORD);
    expect([held.status, held.headers['retry-after']]).toEqual([429, '60']);
    minutesLater(1.1);
    expect((await signIn(email, 'a wrong guess')).status).toBe(401);
    minutesLater(2.9);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    minutesLater(3.3);
    expect((await signIn(email, PASSWORD)).status).toBe(isKnown ? 200 : 401);
  });

  it('waits an hour at most', async () => {
    const email = 'stubborn@wardvoice.example';
    let at = 0;
    for (let failure = 0; failure < 14; failure += 1) {
      await signIn(email, 'a wrong guess');
      minutesLater((at += 60.1));
    }
    minutesLater(at - 60.05);
    const { headers } = await signIn(email, 'a wrong guess');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
  });

  it('from one network address at many accounts has to wait too, and no right password there ends the wait', async () => {
    const [address, { email }] = ['10.200.0.1', await server.makeUser({})];
    const guess = (name: number) =>
      post('/login', { username: `guess${name}@wardvoice.example`, password: 'a wrong guess' }, address);
    for (let name = 0; name < 40; name += 1) expect((await guess(name)).status).toBe(401);
    expect((await post('/login', { username: email, password: PASSWORD }, address)).status).toBe(200);
    for (let name = 40; name < 50; name += 1) expect((await guess(name)).status).toBe(401);
    expect((await guess(50)).status).toBe(429);
    expect((await post('/login', { username: email, password: PASSWORD }, address)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('with many requests at once allows no more attempts', async () => {
    const { email } = await server.makeUser({});
    for (let attempt = 0; attempt < 4; attempt += 1) await signIn(email, 'a wrong guess');
    await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'a wrong guess')));
    expect((await signIn(email, PASSWORD)).status).toBe(429);
  });

  it('counts failures at both sign-in endpoints together', async () => {
    const call = (url: string) =>
      server.call({
        method: 'POST',
        url,
        payload: { username: '', password: '' },
        remoteAddress: '10.200.0.9',
      });
    const statuses = [];
    for (let attempt = 0; attempt < 31; attempt += 1)
      statuses.push((await call('/api/login')).status, (await call('/api/v1/login')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
