import { createHmac } from 'node:crypto';
import { TOTP } from 'otpauth';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import { deriveKey, seal } from '../../platform/keys/cipher.ts';
import { fixedKeyRing, type KeyRing } from '../../platform/keys/key-ring.ts';
import { openKeyRing } from '../../platform/keys/open-key-ring.ts';
import { secretKeysOf, type SecretKeys } from '../../platform/keys/secret-keys.ts';
import { createLog } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
import { feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  PASSWORD,
  startTestServer,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import { makeWebhook } from '../../testing/webhooks.ts';
import { listStoredKeys } from '../../platform/keys/data-keys.queries.ts';
import { chainAudit } from '../audit/chain-audit.ts';
import { recordAudit } from '../audit/index.ts';
import { verifyAuditInBatches } from '../audit/verify-chain.ts';
import { feedbackToken } from '../deliveries/index.ts';
import { describeKeys, retireKeys, rotateKeys, startOver, type KeyStore } from './index.ts';

const A = 'a'.repeat(43);
const log = createLog('silent');

let database: TestDatabase;
let db: Database;
let file: SecretKeys;
let said: string[];
/** Why servers would have ended, because they could not decrypt a key. */
let lost: string[];
let closing: (() => unknown)[];

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, log, 4);
  file = secretKeysOf(A);
  said = [];
  lost = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  await db.close();
  await database.drop();
});

/** A file with the secret key, as it is in the data folder. */
const store: KeyStore = {
  read: async () => file,
  write: async (secretKeys) => {
    file = secretKeys;
  },
};
const options = () => ({ db, log, store, say: (line: string) => void said.push(line), activationSeconds: 0.2 });

async function openKeys(): Promise<KeyRing> {
  const onLost = ({ message }: Error) => void lost.push(message);
  const keys = await openKeyRing({ db, log, readSecretKeys: store.read, onLost, reloadMs: 50 });
  closing.push(() => keys.close());
  return keys;
}

/** Starts a server with these keys. Its clock is ahead, because each code of an authenticator is accepted once. */
async function startServer(keys: KeyRing, minutesAhead: number): Promise<TestServer> {
  const keep = { ...database, drop: async () => undefined };
  const server = await startTestServer({ keys, database: keep });
  server.setTime(new Date(Date.now() + minutesAhead * 60_000));
  closing.push(() => server.stop());
  return server;
}

interface Made {
  hospital: TestApplication;
  admin: TestUser;
  webhook: { id: number; secret: string };
  destinationId: number;
  basic: string;
  email: string;
  secret: string;
  codes: string[];
  deviceCookie: string;
  surveyToken: string;
  unsubscribePath: string;
}

const signIn = (server: TestServer, email: string, cookie = '') =>
  server.call({
    method: 'POST',
    url: '/api/login',
    payload: { username: email, password: PASSWORD },
    headers: { cookie },
  });

/** The name of the device, which a sign-in keeps when it knows the cookie. */
const deviceIn = (cookie: string): string | undefined => /wardvoice_device=\d+\.([\w-]+)/.exec(cookie)?.[1];

const redeem = (server: TestServer, two_step_token: string, code: string, cookie = '') =>
  server.call({ method: 'POST', url: '/api/login/two-step', payload: { two_step_token, code }, headers: { cookie } });

const codeOf = (server: TestServer, { secret }: Pick<Made, 'secret'>) =>
  new TOTP({ secret }).generate({ timestamp: server.ctx.clock().getTime() });

/** Makes one of everything that a key is needed for. */
async function makeEverything(server: TestServer): Promise<Made> {
  const hospital = await makeAskingApplication(server, { channel: 'email' });
  const user = await server.makeUser({ applications: [hospital] });
  const post = (url: string, payload: object) => server.call({ method: 'POST', url, payload, headers: user.headers });
  const begun = await post('/api/v1/account/two-step', { password: PASSWORD });
  const { secret } = begun.body.data;
  const confirmed = await post('/api/v1/account/two-step/confirm', { code: codeOf(server, { secret }) });
  const codes: string[] = confirmed.body.data.recovery_codes;
  const first = await signIn(server, user.email);
  const signedIn = await redeem(server, first.body.two_step_token, codes[0] ?? '');
  const at = hl7Time(server.ctx.clock());
  await feed(server, hospital, { event: 'A03', at, patient: 'P1', visit: 'V1' });
  await server.runJobs();
  const email = server.gateways.emails.at(-1);
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  return {
    hospital,
    admin,
    webhook: await makeWebhook(server, admin, { url: 'https://receiver.example/hook', events: ['case.opened'] }),
    destinationId: await makeDestination(server, admin),
    basic: `Basic ${Buffer.from(`${hospital.accessKey}:${hospital.accessSecret}`).toString('base64')}`,
    email: user.email,
    secret,
    codes: codes.slice(1),
    deviceCookie: /wardvoice_device=[^;]+/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '',
    surveyToken: linkIn(email?.text ?? ''),
    unsubscribePath: `/api/v1${new URL(email?.unsubscribeUrl ?? '').pathname}`,
  };
}

/** Makes a destination that is shown a certificate, of which the key is encrypted. */
async function makeDestination(server: TestServer, admin: TestUser): Promise<number> {
  const { cert, key } = makeAuthority().issue('wardvoice.example');
  const { status, body } = await server.as(admin)('POST', '/destinations', {
    destination: { name: 'Laboratory', host: '127.0.0.1', port: 1, client_certificate: cert, client_key: key },
  });
  expect(status).toBe(201);
  return body.data.id;
}

/** Uses each of them, as the people and systems who have it do. */
async function expectAllToWork(server: TestServer, made: Made): Promise<void> {
  expect(lost).toEqual([]);
  const get = async (url: string) => (await server.call({ url })).status;
  expect(await get(`/feedback/${made.surveyToken}`)).toBe(200);
  expect(await get(made.unsubscribePath)).toBe(200);

  const withApp = await signIn(server, made.email, made.deviceCookie);
  const signedIn = await redeem(server, withApp.body.two_step_token, codeOf(server, made), made.deviceCookie);
  expect(signedIn.status).toBe(200);
  expect(deviceIn(String(signedIn.headers['set-cookie']))).toBe(deviceIn(made.deviceCookie));
  const withCode = await signIn(server, made.email);
  expect((await redeem(server, withCode.body.two_step_token, made.codes.shift() ?? '')).status).toBe(200);

  const receipt = (authorization: string) =>
    server.call({
      method: 'POST',
      url: '/api/v1/inbound/receipts',
      headers: { authorization },
      payload: { event: 'delivered', gateway_message_id: 'of nobody' },
    });
  expect((await receipt(made.basic)).status).toBe(202);
  expect((await receipt(made.basic.slice(0, -4))).status).toBe(401);

  const { webhook, admin } = made;
  await server.as(admin)('POST', `/webhooks/${webhook.id}/test`);
  const [signing] = server.gateways.pushes.at(-1)?.secrets ?? [];
  expect(`whsec_${signing?.toString('base64')}`).toBe(webhook.secret);

  // The key is decrypted before anybody is called, and nobody answers there.
  const tried = await server.as(admin)('POST', `/destinations/${made.destinationId}/test`);
  expect(tried.body.data).toEqual({ ok: false, error: 'No connection: ECONNREFUSED.' });

  await chainAudit(server.ctx);
  expect(await verifyAuditInBatches(server.ctx)).toMatchObject({ intact: true, broken: [] });
}

/** The token of the survey that was sent first, as a reminder would contain it. */
async function tokenAgain(server: TestServer, { hospital }: Made): Promise<string | null> {
  const first = await within(server, hospital, (tx) =>
    tx.selectFrom('invitations').select(['public_id', 'token_hash']).orderBy('id').executeTakeFirstOrThrow(),
  );
  return feedbackToken(server.ctx, first);
}

async function asSuperuser(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: database.superuserConnectionString });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Makes of what is stored what the versions before keys had names would have stored. */
async function storeAsBefore(made: Made): Promise<void> {
  const oldKey = fixedKeyRing(Buffer.from(A)).current.key;
  const hash = (purpose: string, text: string) =>
    createHmac('sha256', oldKey).update(`${purpose}\0${text}`).digest('hex');
  const user = await db.transaction(systemScope('example'), (tx) =>
    tx.selectFrom('users').select('id').where('email', '=', made.email).executeTakeFirstOrThrow(),
  );
  const secret = Buffer.from(new TOTP({ secret: made.secret }).secret.bytes);
  await asSuperuser('update two_step set secret = $1', [
    seal(deriveKey(oldKey, 'encryption'), `two-step secret of user ${user.id}`, secret),
  ]);
  await asSuperuser('delete from recovery_codes');
  for (const code of made.codes)
    await asSuperuser('insert into recovery_codes (user_id, code_hash) values ($1, $2)', [
      user.id,
      hash('recovery-code', `${user.id}:${code.replaceAll('-', '')}`),
    ]);
  await asSuperuser('update applications set access_secret_hash = $1', [
    hash('access-secret', made.hospital.accessSecret),
  ]);
}

describe('replacing the keys', () => {
  it('harms nothing that was made before: while both servers run, after a restart, and when the earlier secret key is gone', async () => {
    const keys = await openKeys();
    const running = await startServer(keys, 0);
    const made = await makeEverything(running);
    const { hospital } = made;
    const phone = '^NET^Internet^p2@example.org';
    const at = hl7Time(running.ctx.clock());
    await feed(running, hospital, { event: 'A03', at, patient: 'P2', visit: 'V2', phone });
    const earlier = keys.current.name;

    expect(await rotateKeys(options())).toBe(true);
    expect(file.before).toBeNull();
    expect(file.current.text).not.toBe(A);

    // A server that has been running since before, and has only read the file again.
    await expect.poll(() => keys.current.name).not.toBe(earlier);
    running.setTime(new Date(Date.now() + 60_000));
    await expectAllToWork(running, made);

    const restarted = await startServer(await openKeys(), 2);
    await expectAllToWork(restarted, made);
    expect(await tokenAgain(restarted, made)).toBe(made.surveyToken);

    // What was planned with the earlier key is sent with a link that works.
    await restarted.runJobs();
    const sent = restarted.gateways.emails.at(-1);
    expect(linkIn(sent?.text ?? '')).not.toBe(made.surveyToken);
    expect((await restarted.call({ url: `/feedback/${linkIn(sent?.text ?? '')}` })).status).toBe(200);
  });

  it('of an installation from before keys had names loses nothing, and --status says what was not used since', async () => {
    const before = await startServer(fixedKeyRing(Buffer.from(A)), 0);
    const made = await makeEverything(before);
    await storeAsBefore(made);
    const upgraded = await startServer(await openKeys(), 1);
    await expectAllToWork(upgraded, made);

    await rotateKeys(options());
    const server = await startServer(await openKeys(), 2);
    await expectAllToWork(server, made);
    expect(await tokenAgain(server, made)).toBe(made.surveyToken);
    const status = (await describeKeys({ db, store })).join('\n');
    expect(status).toMatch(/needed by\n {2}recovery codes: \d, until they are made anew\n/);
    expect(status).not.toMatch(/two-step secrets|access secrets|secrets of webhooks/);
  });
});

const countKeys = async () => {
  const stored = await db.transaction(systemScope('start'), listStoredKeys);
  return { keys: stored.length, inUse: stored.filter(({ retired_at }) => retired_at === null).length };
};

describe('npm run rotate-key', () => {
  it('that was interrupted goes on where it was: no second new key is made, and nothing is left undone', async () => {
    const server = await startServer(await openKeys(), 0);
    const made = await makeEverything(server);
    const interrupted = {
      ...options(),
      say(line: string) {
        if (line.startsWith('Waiting')) throw new Error('killed');
      },
    };
    await expect(rotateKeys(interrupted)).rejects.toThrow('killed');
    expect(file.before?.text).toBe(A);
    const restarted = await startServer(await openKeys(), 1);
    await expectAllToWork(restarted, made);

    expect(await rotateKeys(options())).toBe(true);
    expect(await countKeys()).toEqual({ keys: 2, inUse: 2 });
    expect(file.before).toBeNull();
    await expectAllToWork(await startServer(await openKeys(), 2), made);
  });

  it('twice at once makes one new key', async () => {
    await openKeys();
    await Promise.all([rotateKeys(options()), rotateKeys(options())]);
    expect(await countKeys()).toEqual({ keys: 2, inUse: 2 });
    expect(file.before).toBeNull();
  });

  it('can be run again and again', async () => {
    const server = await startServer(await openKeys(), 0);
    const made = await makeEverything(server);
    for (const minutes of [1, 2, 3]) {
      await rotateKeys(options());
      await expectAllToWork(await startServer(await openKeys(), minutes), made);
    }
    expect(await countKeys()).toEqual({ keys: 4, inUse: 4 });
  });

  it('does nothing while the settings have only the key of before, and replaces it when they have both', async () => {
    await openKeys();
    const settings = { ...options(), store: { read: store.read, write: null } };
    expect(await rotateKeys(settings)).toBe(false);
    expect(await countKeys()).toEqual({ keys: 1, inUse: 1 });
    file = secretKeysOf('b'.repeat(43), A);
    expect(await rotateKeys(settings)).toBe(true);
    expect(await countKeys()).toEqual({ keys: 2, inUse: 2 });
    expect(said).toContain('Remove SECRET_KEY_BEFORE from the settings of all processes.');
    file = secretKeysOf('b'.repeat(43));
    await openKeys();
    file = secretKeysOf(A);
    await expect(openKeys()).rejects.toThrow(/are locked by the secret key/);
  });

  it('is in the audit, and so is what becomes of the keys of before', async () => {
    const server = await startServer(await openKeys(), 0);
    const [first] = await db.transaction(systemScope('start'), listStoredKeys);
    await rotateKeys(options());
    await retireKeys(options(), null);
    expect(await verifyAuditInBatches(server.ctx)).toMatchObject({ intact: true });
    const [second] = await db.transaction(systemScope('start'), listStoredKeys);
    file = secretKeysOf('c'.repeat(43));
    await startOver(options());
    const entries = await db.transaction(systemScope('example'), (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['action', sql<string>`details->>'data_key'`.as('name')])
        .where('record_type', '=', 'data_keys')
        // Ids are reserved for several entries at a time, and an entry that does not wait for them has a later one.
        .orderBy('at')
        .execute(),
    );
    expect(entries).toEqual([
      { action: 'rotate', name: second?.name },
      { action: 'retire', name: first?.name },
      { action: 'give_up', name: second?.name },
    ]);
  });
});

describe('an earlier data key', () => {
  it('is kept while something needs it, and --status says what and until when', async () => {
    const keys = await openKeys();
    const server = await startServer(keys, 0);
    await makeEverything(server);
    const earlier = keys.current.name;
    await rotateKeys(options());
    const status = (await describeKeys({ db, store })).join('\n');
    expect(status).toContain(`Data key ${earlier}, made`);
    expect(status).toMatch(/ {2}surveys that may be sent again: 1, until \d{4}-\d\d-\d\d/);
    expect(status).toMatch(/ {2}unsubscribe links in e-mails: 1, until \d{4}-\d\d-\d\d/);
    await retireKeys(options(), null);
    expect(said.at(-1)).toBe(`The data key ${earlier} is still needed: see --status.`);
    expect(await countKeys()).toEqual({ keys: 2, inUse: 2 });
  });

  it('that nothing needs is retired: the audit is verified with it, and its further entries are not accepted', async () => {
    const server = await startServer(await openKeys(), 0);
    await server.makeUser({});
    const stolen = { ...server.ctx, keys: await openKeys() };
    const { current } = stolen.keys;
    await rotateKeys(options());
    await server.makeUser({});
    await retireKeys(options(), null);
    expect(await countKeys()).toEqual({ keys: 2, inUse: 1 });
    const keys = await openKeys();
    expect(keys.accepted.map(({ name }) => name)).not.toContain(current.name);
    const ctx = { ...server.ctx, keys };
    expect(await verifyAuditInBatches(ctx)).toMatchObject({ intact: true });

    // Somebody who has stolen the key, and may write to the database, adds an entry.
    const thief = { ...ctx, keys: fixedKeyRing(current.key) };
    await db.transaction(systemScope('example'), (tx) =>
      recordAudit(tx, thief, { at: new Date(), action: 'view', record_type: 'visits' }),
    );
    const { intact, broken } = await verifyAuditInBatches(ctx);
    expect([intact, broken.map(({ problem }) => problem)]).toEqual([false, ['inserted']]);
  });

  it('is retired in spite of what needs it when it is named, and its links then lead nowhere', async () => {
    const keys = await openKeys();
    const server = await startServer(keys, 0);
    const made = await makeEverything(server);
    const earlier = keys.current.name;
    await expect(retireKeys(options(), earlier)).rejects.toThrow('This is the current data key: replace it first.');
    await rotateKeys(options());
    await expect(retireKeys(options(), 'of nobody')).rejects.toThrow('There is no data key of nobody in use');
    await retireKeys(options(), earlier);
    const restarted = await startServer(await openKeys(), 1);
    expect((await restarted.call({ url: made.unsubscribePath })).status).toBe(404);
    // A survey that was sent is recognised by its hash, but cannot be sent again.
    expect((await restarted.call({ url: `/feedback/${made.surveyToken}` })).status).toBe(200);
    expect(await tokenAgain(restarted, made)).toBeNull();
  });
});

describe('a secret key that was lost', () => {
  it('is given up with --start-over: the server starts, and codes of an authenticator are wrong', async () => {
    const server = await startServer(await openKeys(), 0);
    const made = await makeEverything(server);
    await expect(startOver(options())).rejects.toThrow('No key is lost: nothing was changed.');
    file = secretKeysOf('b'.repeat(43));
    await expect(openKeys()).rejects.toThrow(/--start-over/);
    await startOver(options());
    const restarted = await startServer(await openKeys(), 1);
    const { body } = await signIn(restarted, made.email);
    expect((await redeem(restarted, body.two_step_token, codeOf(restarted, made))).status).toBe(401);
    expect((await redeem(restarted, body.two_step_token, made.codes[0] ?? '')).status).toBe(401);
    const { broken } = await verifyAuditInBatches(restarted.ctx);
    expect(new Set(broken.map(({ problem }) => problem))).toEqual(new Set(['other_key']));
  });
});
