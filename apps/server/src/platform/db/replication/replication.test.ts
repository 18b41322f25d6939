import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import * as tar from 'tar';
import { expect, inject, it, onTestFinished } from 'vitest';
import { copyCluster } from './copy-cluster.ts';
import { formatLsn, parseLsn, segmentName, segmentStart } from './lsn.ts';
import { identifySystem, openReplication } from './replication-connection.ts';
import { streamWal } from './stream-wal.ts';

const address = () => inject('testServer').superuserConnectionString;

async function open() {
  const client = await openReplication(address(), 'a test');
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address() });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

it('places of the log are read and written as PostgreSQL does, and files of it are named so', async () => {
  expect(formatLsn(parseLsn('16/B374D848'))).toBe('16/B374D848');
  expect(formatLsn(parseLsn('0/0'))).toBe('0/0');
  expect(() => parseLsn('16-B374D848')).toThrow('"16-B374D848" is no place in the write-ahead log');
  const [row] = await query(
    `select pg_walfile_name('16/B374D848') as name, (pg_control_checkpoint()).timeline_id as tli`,
  );
  expect(segmentName(Number(row?.['tli']), parseLsn('16/B374D848'))).toBe(row?.['name']);
  expect(formatLsn(segmentStart(parseLsn('16/B374D848')))).toBe('16/B3000000');
});

it('the log is streamed as it is written, without a gap, and the server keeps what was not confirmed', async () => {
  const slot = `test_${randomUUID().replaceAll('-', '')}`;
  await query('select pg_create_physical_replication_slot($1, true)', [slot]);
  const client = await open();
  onTestFinished(async () => {
    await client.end().catch(() => undefined);
    await expect
      .poll(() => query('select pg_drop_replication_slot($1)', [slot]).then(() => 'gone', String))
      .toBe('gone');
  });
  const { timeline, end } = await identifySystem(client);
  const from = segmentStart(end);
  const { messages, confirm } = streamWal(client, { slot, from, timeline, confirmed: from });
  const mark = randomUUID();
  // The head of a page of the log may fall into one of them.
  await query(`select pg_logical_emit_message(true, 'test', $1)`, [mark.repeat(2)]);
  const bytes: Buffer[] = [];
  let next = from;
  for await (const message of messages) {
    expect(message.start).toBe(next);
    expect(message.serverEnd).toBeGreaterThanOrEqual(next);
    expect(Math.abs(message.sentAt.getTime() - Date.now())).toBeLessThan(60_000);
    next += BigInt(message.bytes.length);
    bytes.push(message.bytes);
    if (Buffer.concat(bytes).includes(mark)) break;
  }
  const restartOf = async () =>
    parseLsn(
      String(
        (await query('select restart_lsn::text as lsn from pg_replication_slots where slot_name = $1', [slot]))[0]?.[
          'lsn'
        ],
      ),
    );
  expect(await restartOf()).toBeLessThan(next);
  // The stream that was left has ended its connection: another one goes on from where the slot is.
  const again = await open();
  await expect
    .poll(
      async () => (await query('select active from pg_replication_slots where slot_name = $1', [slot]))[0]?.['active'],
    )
    .toBe(false);
  const second = streamWal(again, { slot, from: next, timeline, confirmed: next });
  confirm(next);
  second.confirm(next);
  for await (const { start } of second.messages) {
    expect(start).toBeGreaterThanOrEqual(next);
    if ((await restartOf()) >= next) break;
  }
  expect(await restartOf()).toBeGreaterThanOrEqual(next);
});

it('a stream from where the log is no longer there fails, and says so', async () => {
  const client = await open();
  const { timeline } = await identifySystem(client);
  const { messages } = streamWal(client, { slot: 'not_there', from: 0n, timeline, confirmed: 0n });
  await expect(messages[Symbol.asyncIterator]().next()).rejects.toThrow('replication slot "not_there" does not exist');
});

it('the files of a cluster are copied while it goes on, with the part of the log that they need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wardvoice-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copy = copyCluster(await open(), 'a test');
  expect(copy.range()).toBeNull();
  await pipeline(copy.archive, tar.extract({ cwd: folder, strict: true }));
  const range = copy.range();
  expect(range?.end).toBeGreaterThan(range?.start ?? 0n);
  expect(await readFile(join(folder, 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/);
  expect(await readFile(join(folder, 'backup_label'), 'utf8')).toContain(
    `START WAL LOCATION: ${formatLsn(range?.start ?? 0n)}`,
  );
});

it('a copy that is left midway ends its connection, and one of a server that ends fails', async () => {
  const client = await open();
  const { archive, range } = copyCluster(client, 'a test');
  for await (const _ of archive) break;
  await expect
    .poll(
      async () =>
        (
          await query(
            `select count(*)::int as n from pg_stat_activity where backend_type = 'walsender' and application_name = 'a test' and pid = $1`,
            [(client as unknown as { processID: number }).processID],
          )
        )[0]?.['n'],
    )
    .toBe(0);
  expect(range()).toBeNull();
});
