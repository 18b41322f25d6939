import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRetention } from '../../features/retention/index.ts';
import { within } from '../../testing/builders.ts';
import { countWaiting } from '../../testing/open-transaction.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;
let made = 0;

const MINUTE = 60_000;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const newKey = () => `key ${(made += 1)}`;
const post = (path: string, key: string, payload: object, user = admin) =>
  server.call({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...user.headers, 'idempotency-key': key },
    payload,
  });
const makeContact = (key: string, name: string, user = admin) => post('/contacts', key, { contact: { name } }, user);
const countContacts = async (name: string, user: Pick<TestUser, 'headers'> = admin) => {
  const { body } = await server.as(user)('GET', `/contacts?term=${encodeURIComponent(name)}`);
  return body.total as number;
};
/** The session of the administrator ends within a day. */
async function signInAgain(): Promise<TestUser> {
  const payload = { username: admin.email, password: PASSWORD };
  const { body } = await server.call({ method: 'POST', url: '/api/login', payload });
  return { ...admin, headers: { authorization: `Bearer ${body.auth_token}` } };
}
/** Keeps every call that inserts a contact waiting until it is released. */
async function holdUp(): Promise<() => Promise<void>> {
  const client = await server.ctx.db.pool.connect();
  await client.query('begin; lock table contacts in exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
const isClaimed = async (key: string) =>
  (
    await within(server, hospital, (tx) =>
      tx.selectFrom('idempotency_keys').select('id').where('key', '=', key).execute(),
    )
  ).length === 1;

describe('a request with an Idempotency-Key', () => {
  it('is made once, and answered the same again', async () => {
    const key = newKey();
    const first = await makeContact(key, 'Once only');
    const again = await makeContact(key, 'Once only');
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expect(again.headers).toMatchObject({
      etag: first.headers['etag'],
      'content-type': 'application/json; charset=utf-8',
    });
    expect(await countContacts('Once only')).toBe(1);
  });

  it('is another one for somebody else, and without a key', async () => {
    const key = newKey();
    const other = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    expect((await makeContact(key, 'For each')).status).toBe(201);
    const theirs = await makeContact(key, 'For each', other);
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect((await server.as(admin)('POST', '/contacts', { contact: { name: 'For each' } })).status).toBe(201);
    expect(await countContacts('For each')).toBe(3);
  });

  it('is refused when the key was used for another body or call', async () => {
    const key = newKey();
    await makeContact(key, 'The first');
    const other = await makeContact(key, 'The second');
    expect([other.status, other.body.message]).toEqual([
      422,
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    ]);
    expect((await post('/departments', key, { department: { title: 'The first' } })).status).toBe(422);
    expect(await countContacts('The second')).toBe(0);
  });

  it('may be corrected when it was refused, because nothing was done', async () => {
    const key = newKey();
    expect((await makeContact(key, '')).status).toBe(422);
    const wrong = { contact: { name: 'Corrected', phone: 'none' } };
    expect((await post('/contacts', key, wrong)).status).toBe(422);
    expect((await makeContact(key, 'Corrected')).status).toBe(201);
  });

  it.each(['', 'x'.repeat(256), 'ключ'])('is refused with the key %j', async (key) => {
    const { status } = await makeContact(Buffer.from(key).toString('latin1'), 'Odd key');
    expect([status, await countContacts('Odd key')]).toEqual([400, 0]);
  });

  it('is made again after a day', async () => {
    const key = newKey();
    const now = Date.now();
    await makeContact(key, 'Each day');
    const after = async (hours: number) => {
      server.setTime(new Date(now + hours * 60 * MINUTE));
      const { status, headers } = await makeContact(key, 'Each day', await signInAgain());
      return [status, headers['idempotent-replayed']];
    };
    expect(await after(23)).toEqual([201, 'true']);
    expect(await after(25)).toEqual([201, undefined]);
    expect(await countContacts('Each day', await signInAgain())).toBe(2);
    server.setTime(new Date(now + 50 * 60 * MINUTE));
    await applyRetention(server.ctx);
    expect(await isClaimed(key)).toBe(false);
    server.setTime(new Date());
    admin = await signInAgain();
  });
});

describe('the same request many times at once', () => {
  it('is made once', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => makeContact(key, 'All at once')));
    expect(await countContacts('All at once')).toBe(1);
    const first = answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']);
    expect(first).toHaveLength(1);
    for (const { status, headers } of answers)
      expect([status, headers['retry-after']]).toEqual(status === 201 ? [201, undefined] : [409, '2']);
  });

  it('is told that it is under way, and when to send it again', async () => {
    const key = newKey();
    const release = await holdUp();
    const first = makeContact(key, 'Slow');
    await expect.poll(() => isClaimed(key)).toBe(true);
    const second = await makeContact(key, 'Slow');
    expect([second.status, second.headers['retry-after']]).toEqual([409, '2']);
    await release();
    expect((await first).status).toBe(201);
    expect((await makeContact(key, 'Slow')).headers['idempotent-replayed']).toBe('true');
  });

  it('is made by whoever took the key over, and not also by whom it was taken from', async () => {
    const key = newKey();
    const release = await holdUp();
    const first = makeContact(key, 'Taken over');
    await expect.poll(() => isClaimed(key)).toBe(true);
    server.setTime(new Date(Date.now() + 3 * MINUTE));
    const second = makeContact(key, 'Taken over');
    await expect.poll(() => countWaiting(server)).toBe(2);
    await release();
    expect([(await first).status, (await second).status]).toEqual([409, 201]);
    expect(await countContacts('Taken over')).toBe(1);
    server.setTime(new Date());
  });
});

describe('a process that ends', () => {
  it('before its call was committed has done nothing, and the call is made later', async () => {
    const key = newKey();
    await makeContact(key, 'Cut off');
    // As if the process had ended between the claim and the commit.
    await within(server, hospital, async (tx) => {
      const open = { status: null, answer: null };
      await tx.updateTable('idempotency_keys').set(open).where('key', '=', key).execute();
      await tx.deleteFrom('contacts').where('name', '=', 'Cut off').execute();
    });
    expect((await makeContact(key, 'Cut off')).status).toBe(409);
    server.setTime(new Date(Date.now() + 3 * MINUTE));
    const later = await makeContact(key, 'Cut off');
    expect([later.status, later.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await countContacts('Cut off')).toBe(1);
    server.setTime(new Date());
  });
});

describe('a secret that is shown once', () => {
  it('is shown again to the same request, and cannot be read in the database', async () => {
    const superuser = await server.makeUser({ superUser: true });
    const application = {
      application: { title: 'Secret', time_zone: 'UTC', country: 'IE', language: 'en', sending_facilities: ['SECRET'] },
    };
    const key = newKey();
    const first = await post('/applications', key, application, superuser);
    const again = await post('/applications', key, application, superuser);
    const secret = String(first.body.data.access_secret);
    expect(secret.length).toBeGreaterThan(20);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const { rows } = await server.ctx.db.pool.query('select * from idempotency_keys where key = $1', [key]);
    expect(rows).toHaveLength(1);
    expect((rows[0].answer as Buffer).toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

it('every creation takes a key, unless it can be used once only anyway', () => {
  const creations = server.endpoints.filter(({ method, status }) => method === 'POST' && status === 201);
  expect(creations.length).toBeGreaterThan(40);
  const without = creations.filter(({ idempotencyKey }) => !idempotencyKey);
  expect(without.map(({ path }) => path).sort((a, b) => (a < b ? -1 : 1))).toEqual([
    // A challenge that is used up, a token that is used up, the end of the session, and the same answer to everybody.
    '/account/passkeys',
    '/feedback/:token',
    '/mailing_list/:id/kiosks',
    '/register',
  ]);
});
