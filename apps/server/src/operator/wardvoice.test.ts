import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { startHttpListener } from '../testing/outside/http-listener.ts';
import { startIdentityProvider } from '../testing/outside/identity-provider.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../platform/db/database.ts';
import { openKeyRing } from '../platform/keys/open-key-ring.ts';
import { secretKeysOf } from '../platform/keys/secret-keys.ts';
import { createLog } from '../platform/log.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { COMMANDS, readCommandLine, UsageProblem } from './command-line.ts';

const PROGRAM = fileURLToPath(new URL('../wardvoice.ts', import.meta.url));
const SECRET_KEY = 'a'.repeat(43);
const BACKUP_KEY = 'b'.repeat(43);

let folder: string;
let server: TestServer;
let user: TestUser;
let settings: Record<string, string>;
const target = `operator_${randomUUID().replaceAll('-', '')}`;

const inDatabase = (address: string, name: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
const ownerOf = (name: string) => inDatabase(inject('testServer').ownerConnectionString, name);

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('testServer').superuserConnectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-operator-'));
  server = await startTestServer();
  await server.makeApplication();
  user = await server.makeUser({ superUser: true });
  const log = createLog('silent');
  const db = openDatabase(server.connectionString, log, 1);
  const readSecretKeys = async () => secretKeysOf(SECRET_KEY);
  (await openKeyRing({ db, log, readSecretKeys, onLost: () => undefined })).close();
  await db.close();
  await asSuperuser(`create database ${target} owner wardvoice_owner`);
  settings = {
    DATABASE_URL: server.connectionString,
    DATABASE_OWNER_URL: ownerOf(new URL(server.connectionString).pathname.slice(1)),
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY,
    BACKUP_URL: join(folder, 'backups'),
  };
});
afterAll(async () => {
  await server.stop();
  await asSuperuser(`drop database if exists ${target} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as an operator does. */
const run = (args: string[], changes: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; problem: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], ...settings, ...changes };
    const program = ['--conditions=wardvoice-source', '--import', 'tsx', PROGRAM, ...args];
    execFile(process.execPath, program, { env }, (error, out, problem) =>
      resolve({ code: Number(error?.code ?? 0), out, problem }),
    );
  });

describe('the command', () => {
  it('has help for all and for each, and a version', async () => {
    const all = await run(['--help']);
    expect([all.code, all.problem]).toEqual([0, '']);
    for (const name of Object.keys(COMMANDS)) expect(all.out).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
    const [restore, admin, version] = await Promise.all([
      run(['restore', '--help']),
      run(['help', 'admin']),
      run(['--version']),
    ]);
    expect(restore.out).toMatch(/^wardvoice restore \[--from PLACE\][\s\S]*--replace +remove for good/);
    expect(admin.out).toContain('wardvoice admin reset EMAIL');
    expect(version).toEqual({ code: 0, out: expect.stringMatching(/^wardvoice \d+\.\d+\.\d+\n$/), problem: '' });
  });

  it.each([
    [
      'yesterday',
      '--at yesterday is no moment: say latest, or give day, time and zone, such as 2026-11-24T10:15:00Z or',
    ],
    ['2026-11-24', '--at 2026-11-24 is no moment'],
    ['latest', '--at restores the database of DATA_DIR, and DATABASE_URL names another: leave it out'],
  ])('restores no moment that it cannot: --at %s', async (at, line) => {
    const { code, problem } = await run(['restore', '--at', at]);
    expect(code).toBe(1);
    expect(problem.startsWith(line)).toBe(true);
  });

  it.each([
    [['bakup'], 'There is no command "bakup": did you mean backup?'],
    [['dance'], `There is no command "dance": say one of ${Object.keys(COMMANDS).join(', ')}.`],
    [
      ['restore', '--replcae'],
      'wardvoice restore has no option --replcae: did you mean --replace? See wardvoice restore --help.',
    ],
    [['doctor', 'please'], 'wardvoice doctor has no argument "please". See wardvoice doctor --help.'],
    [['admin', 'reset'], 'wardvoice admin reset needs an e-mail address. See wardvoice admin --help.'],
    [['backup', '--to'], 'wardvoice backup [--to PLACE] was expected. See wardvoice backup --help.'],
  ])('says in one line what is wrong with %j', (args, line) => {
    expect(() => readCommandLine(args)).toThrow(new UsageProblem(line));
  });

  it('ends with 2 when the command line is wrong', async () => {
    const { code, out, problem } = await run(['bakup']);
    expect([code, out, problem]).toEqual([2, '', 'There is no command "bakup": did you mean backup?\n']);
  });

  it('says which settings are wrong, and which are not known', async () => {
    const wrong = await run(['backup'], { BACKUP_KEEP_DAYS: 'many' });
    expect(wrong).toEqual({
      code: 1,
      out: '',
      problem: 'BACKUP_KEEP_DAYS "many" is not a whole number from 1 to 36500.\n',
    });
    const unknown = await run(['migrate', '--plan'], { BACKUP_ULR: '/tmp', DATABSE_URL: 'x' });
    expect(unknown.problem).toBe(
      'The setting BACKUP_ULR is not known and has no effect: did you mean BACKUP_URL?\n' +
        'The setting DATABSE_URL is not known and has no effect: did you mean DATABASE_URL?\n',
    );
    expect(unknown.out).toMatch(/^Nothing would run: all \d+ migrations of this version have[.]\n$/);
  });
});

describe('the doctor', () => {
  it('finds nothing bad, and says what could be better', async () => {
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(/^good {2}Database: PostgreSQL 18/m);
    expect(out).toMatch(/^good {2}Secret key: [0-9a-f]{12}, as the database needs$/m);
    expect(out).toMatch(/^good {2}Tables: all \d+ migrations have run$/m);
    expect(out).toMatch(/^good {2}Clock: /m);
    expect(out).toMatch(/^warn {2}PUBLIC_URL is http:\/\/127.0.0.1:3000: .*set it/m);
    expect(out).toMatch(/^warn {2}E-mail: there is no SMTP_URL/m);
    expect(out).not.toMatch(/^bad/m);
    expect(code).toBe(0);
  });

  it('signs in at the mail server, and says what that says', async () => {
    const mail = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'ward' }) : done(new Error('Invalid username or password')),
    });
    mail.listen(0, '127.0.0.1');
    await once(mail.server, 'listening');
    const { port } = mail.server.address() as AddressInfo;
    const [right, wrong, away] = await Promise.all([
      run(['doctor'], { SMTP_URL: `smtp://ward:right@127.0.0.1:${port}?rate=10` }),
      run(['doctor'], { SMTP_URL: `smtp://ward:wrong@127.0.0.1:${port}` }),
      run(['doctor'], { SMTP_URL: 'smtp://127.0.0.1:9' }),
    ]);
    await new Promise<void>((resolve) => mail.close(() => resolve()));
    expect(right.out).toMatch(/^good {2}E-mail: the mail server of SMTP_URL takes e-mails$/m);
    expect(wrong.out).toMatch(
      /^bad {3}E-mail: the mail server of SMTP_URL says 535 .*Invalid username or password; check SMTP_URL$/m,
    );
    expect(away.out).toMatch(
      /^bad {3}E-mail: the mail server of SMTP_URL says ESOCKET: .*ECONNREFUSED.*; check SMTP_URL$/m,
    );
  });

  it('asks Twilio and the identity provider whether they answer, and says what to look at', async () => {
    const twilio = await startHttpListener((response, { headers }) =>
      response
        .writeHead(headers.authorization === `Basic ${Buffer.from('AC1:right').toString('base64')}` ? 200 : 401)
        .end('{}'),
    );
    const provider = await startIdentityProvider('http://127.0.0.1:1/callback');
    const { issuer } = provider.settings;
    const gone = await startHttpListener(() => undefined);
    await gone.close();
    const away = `http://127.0.0.1:${gone.port}`;
    const client = { OIDC_CLIENT_ID: 'w', OIDC_CLIENT_SECRET: 's' };
    const at = `@+447700900000?base=http://127.0.0.1:${twilio.port}`;
    const [right, wrong] = await Promise.all([
      run(['doctor'], { SMS_URL: `twilio://AC1:right${at}`, OIDC_ISSUER: issuer, ...client }),
      run(['doctor'], { SMS_URL: `twilio://AC1:wrong${at}`, OIDC_ISSUER: away, ...client }),
    ]);
    await provider.stop();
    await twilio.close();
    expect(right.out).toMatch(/^good {2}SMS: Twilio answers$/m);
    expect(right.out).toContain(`good  Single sign-on: ${issuer} answers`);
    expect(wrong.out).toMatch(/^bad {3}SMS: Twilio does not answer as it should: it answered 401; check SMS_URL$/m);
    expect(wrong.out).toContain(
      `bad   Single sign-on: ${away} does not answer as it should: ECONNREFUSED.; check OIDC_ISSUER`,
    );
    expect(twilio.heard.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('says what to do about another secret key, a database that is away and a store that cannot be written', async () => {
    const [otherKey, away, store] = await Promise.all([
      run(['doctor'], { SECRET_KEY: 'x'.repeat(43) }),
      run(['doctor'], { DATABASE_URL: 'postgres://nobody:none@127.0.0.1:9/none', DATABASE_OWNER_URL: '' }),
      run(['doctor'], { BACKUP_URL: join(PROGRAM, 'backups') }),
    ]);
    expect(otherKey.out).toMatch(/^bad {3}Secret key: [0-9a-f]{12} was given, and the database needs the one named/m);
    expect(away.out).toMatch(/^bad {3}Database: .*Check DATABASE_URL/m);
    expect(store.out).toMatch(/^bad {3}Backup: The folder .*wardvoice[.]ts\/backups cannot be written/m);
    expect([otherKey, away, store].map(({ code }) => code)).toEqual([1, 1, 1]);
  });
});

describe('a backup by hand', () => {
  it('is made, verified and restored into an empty database, with the secret key that went with it', async () => {
    const made = await run(['backup'], { BACKUP_KEY });
    expect([made.code, made.problem]).toEqual([0, '']);
    expect(made.out).toMatch(
      /^Backup \d{8}T\d{6}Z-[0-9a-f]{6}: \d+ tables, \d+ rows, .*\nVerified: all of it was read/,
    );
    const [name = ''] = await readdir(join(folder, 'backups/snapshots'));
    const wrong = await run(['verify'], { BACKUP_KEY: 'w'.repeat(43) });
    expect(wrong.problem).toMatch(/^The backup is encrypted with the key named [0-9a-f]{12}, and only .* was given/);
    const verified = await run(['verify', '--from', join(folder, 'backups'), '--name', name], { BACKUP_KEY });
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('Verified: all of it was read') });

    const into = {
      DATABASE_URL: inDatabase(server.connectionString, target),
      DATABASE_OWNER_URL: ownerOf(target),
      DATA_DIR: join(folder, 'new'),
      SECRET_KEY: '',
      BACKUP_KEY,
    };
    const restored = await run(['restore'], into);
    expect([restored.code, restored.problem]).toEqual([0, '']);
    expect(restored.out).toMatch(/Counts and checksums fit[.]\nAll sending is on hold[.]/);
    expect(await readFile(join(folder, 'new/secret-key'), 'utf8')).toBe(SECRET_KEY);
    expect((await run(['restore'], into)).problem).toMatch(/^The database is not empty: 1 organisations, 1 users/);
    const checked = await run(['doctor'], into);
    expect(checked.out).toMatch(/^warn {2}Sending: on hold for 1 organisations/m);
    expect(checked.out).not.toMatch(/^bad/m);
  }, 120_000);
});

describe('an account', () => {
  it('gets a new password, which is shown once, and its sessions end', async () => {
    const before = await server.as(user)('GET', '/session');
    expect(before.status).toBe(200);
    const { code, out, problem } = await run(['admin', 'reset', user.email.toUpperCase(), '--two-step']);
    expect([code, problem]).toEqual([0, '']);
    const password = new RegExp(`${user.email}  (\\S{20})`).exec(out)?.[1];
    expect((await server.as(user)('GET', '/session')).status).toBe(401);
    const signIn = { method: 'POST', url: '/api/v1/login', payload: { username: user.email, password } } as const;
    expect((await server.call(signIn)).status).toBe(200);
    expect((await run(['admin', 'reset', 'nobody@hospital.example'])).problem).toBe(
      'Nobody who may sign in has the address nobody@hospital.example.\n',
    );
  });

  it('of the keys there is a list', async () => {
    const { code, out } = await run(['keys']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Secret key [0-9a-f]{12}: decrypts 1 of 1 data keys[.]\nData key [0-9a-f]{12}/);
  });
});

it('a server with another secret key refuses to start, and names the one that is needed', async () => {
  const { code, problem } = await run(['serve'], { SECRET_KEY: '', ROLES: 'worker', LOG_LEVEL: 'silent' });
  expect(code).toBe(1);
  expect(problem).toMatch(
    /^The keys in the database are locked by the secret key named [0-9a-f]{12}, and only [0-9a-f]{12} was given/,
  );
});
