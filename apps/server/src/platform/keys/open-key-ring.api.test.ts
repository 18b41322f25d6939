import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { createLog } from '../log.ts';
import { systemScope } from '../scope.ts';
import { listStoredKeys, retireDataKey } from './data-keys.queries.ts';
import { addDataKey, openKeyRing } from './open-key-ring.ts';
import { secretKeysOf } from './secret-keys.ts';

const A = 'a'.repeat(43);
const B = 'b'.repeat(43);
const log = createLog('silent');

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, log, 4);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

/** Opens the keys as a process with these settings does. */
async function open(current: string, before: string | null = null, onLost: (error: Error) => void = () => undefined) {
  const settings = { current, before };
  const readSecretKeys = async () => secretKeysOf(settings.current, settings.before);
  const keys = await openKeyRing({ db, log, readSecretKeys, onLost, reloadMs: 20 });
  onTestFinished(() => keys.close());
  return { keys, settings };
}

const inDatabase = <T>(work: Parameters<typeof db.transaction<T>>[1]) => db.transaction(systemScope('start'), work);
const addKey = (secretKey: string, inSeconds = 0) =>
  inDatabase((tx) => addDataKey(tx, secretKeysOf(secretKey).current, { inSeconds }));

describe('the keys of a database', () => {
  it('are made once by whichever process starts first, and are the same for all', async () => {
    const opened = await Promise.all([open(A), open(A), open(A)]);
    expect(new Set(opened.map(({ keys }) => keys.current.key.toString('hex'))).size).toBe(1);
    expect(await inDatabase(listStoredKeys)).toHaveLength(1);
    const again = await open(A);
    expect(again.keys.current.key).toEqual(opened[0]?.keys.current.key);
  });

  it('are refused to a machine that made a secret key of its own, which is told the name of the one that it needs', async () => {
    await open(A);
    await expect(open(B)).rejects.toThrow(new RegExp(`locked by the secret key named ${secretKeysOf(A).current.name}`));
  });

  it('of a new database have nothing in common with the secret key; of one from before they are that key', async () => {
    const { keys } = await open(A);
    expect(keys.current.key.equals(Buffer.from(A))).toBe(false);
    await inDatabase(async (tx) => {
      await tx.deleteFrom('data_keys').execute();
      await tx.insertInto('users').values({ name: 'N', email: 'n@example.org', password_hash: 'x' }).execute();
    });
    const upgraded = await open(A);
    expect(upgraded.keys.current.key).toEqual(Buffer.from(A));
  });

  it('are not stored so that somebody with the database alone could read them', async () => {
    const { keys } = await open(A);
    const [stored] = await inDatabase(listStoredKeys);
    expect(stored?.wraps[0]?.wrapped.includes(keys.current.key)).toBe(false);
  });

  it('cannot be replaced by somebody with the database alone', async () => {
    const { keys } = await open(A);
    await addKey(B);
    await inDatabase((tx) =>
      tx
        .updateTable('data_key_wraps')
        .set({ secret_key: secretKeysOf(A).current.name })
        .execute(),
    );
    await keys.reload();
    expect(keys.all).toHaveLength(1);
    await expect(open(A)).rejects.toThrow(/are locked by the secret key/);
  });
});

describe('a start without the right secret key', () => {
  it('is refused, and says which key is missing and what to do', async () => {
    await open(A);
    const [needed, given] = [A, B].map((text) => secretKeysOf(text).current.name);
    await expect(open(B)).rejects.toThrow(
      `The keys in the database are locked by the secret key named ${needed}, and only ${given} was given. Put that key into SECRET_KEY_BEFORE`,
    );
    const { keys } = await open(B, A);
    expect(keys.all).toHaveLength(1);
  });

  it('is not refused with the key of before, and the log says that the replacement is not finished', async () => {
    await open(A);
    let said = '';
    const recording = createLog('warn', { write: (line: string) => void (said += line) });
    const readSecretKeys = async () => secretKeysOf(B, A);
    const keys = await openKeyRing({ db, log: recording, readSecretKeys, onLost: () => undefined });
    keys.close();
    expect(said).toContain('the secret key of before is still given: run npm run rotate-key');
  });

  it('is not refused for a key that is retired', async () => {
    await open(A);
    await addKey(B);
    const lost = (await inDatabase(listStoredKeys)).at(-1);
    await inDatabase((tx) => retireDataKey(tx, lost?.id ?? 0, 0));
    const { keys } = await open(B);
    expect(keys.all.map(({ name }) => name)).not.toContain(lost?.name);
  });
});

describe('a new key', () => {
  it('is known to every process before anything is made with it', async () => {
    const { keys: one } = await open(A);
    const { keys: two } = await open(A);
    const earlier = one.current.name;
    const name = await addKey(A, 1);
    await expect.poll(() => [one, two].map(({ accepted }) => accepted[0]?.name)).toEqual([name, name]);
    expect([one.current.name, two.current.name]).toEqual([earlier, earlier]);
    await expect.poll(() => [one.current.name, two.current.name], { timeout: 5_000 }).toEqual([name, name]);
    expect(one.accepted.map((key) => key.name)).toEqual([name, earlier]);
  });

  it('is read with a secret key that came into the file meanwhile', async () => {
    const lost: Error[] = [];
    const { keys, settings } = await open(A, null, (error) => lost.push(error));
    Object.assign(settings, { current: B, before: A });
    const name = await addKey(B);
    await expect.poll(() => keys.current.name).toBe(name);
    expect(lost).toEqual([]);
  });

  it('that a process cannot decrypt ends that process, which until then goes on with the key of before', async () => {
    const lost: Error[] = [];
    const { keys } = await open(A, null, (error) => lost.push(error));
    const earlier = keys.current.name;
    await addKey(B, 60);
    await expect.poll(() => lost.length).toBeGreaterThan(0);
    expect(lost[0]?.message).toMatch(/are locked by the secret key/);
    expect(keys.current.name).toBe(earlier);
  });

  it('waits while the database is away, and the keys of before are used', async () => {
    const { keys } = await open(A);
    const earlier = keys.current.name;
    await database.drop();
    await keys.reload();
    expect(keys.current.name).toBe(earlier);
    database = await createTestDatabase();
  });
});
