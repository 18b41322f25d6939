import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { createLog } from '../log.ts';
import { systemScope } from '../scope.ts';
import { enqueue, type JobHandler } from './jobs.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';

// A process or a job is considered dead or lost only after some seconds. The limits allow for a machine that is busy with other
// work.
vi.setConfig({ testTimeout: 90_000 });
const soon = { timeout: 40_000 };
const log = createLog('silent');

let database: TestDatabase;
let superuser: pg.Pool;
let db: Database;
let workers: Worker[];

beforeEach(async () => {
  database = await createTestDatabase();
  superuser = new pg.Pool({ connectionString: database.superuserConnectionString, max: 2 });
  // The database is dropped by force, perhaps before the pool's last connection has ended.
  superuser.on('error', () => undefined);
  db = openDatabase(database.connectionString, log, 8);
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await db.close();
  await superuser.end();
  await database.drop();
});

function start(handlers: Record<string, JobHandler>, options: Partial<WorkerOptions> = {}): Worker {
  const worker = startWorker({ connectionString: database.connectionString, log, handlers, ...options });
  workers.push(worker);
  return worker;
}

const enqueueNumbered = (count: number) =>
  db.transaction(systemScope('example'), (tx) =>
    enqueue(
      tx,
      Array.from({ length: count }, (_, number) => ({ task: 'work', payload: { number } })),
    ),
  );

const countJobs = async (where = 'true'): Promise<number> => {
  const { rows } = await superuser.query(`select count(*)::int as n from graphile_worker._private_jobs where ${where}`);
  return rows[0].n;
};

/** Ends every connection to the database, as a fast restart of PostgreSQL does. */
const endConnections = () =>
  superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'wardvoice'`,
  );

it('every job is done although all connections are ended again and again', async () => {
  const done = new Set<number>();
  start({
    work: async ({ number }) => {
      await db.transaction(systemScope('example'), async (tx) => {
        await tx.selectFrom('worker_processes').select('worker_id').execute();
      });
      done.add(number as number);
    },
  });
  await enqueueNumbered(4_000);
  for (const share of [0.1, 0.25, 0.4, 0.55, 0.7, 0.85]) {
    await expect.poll(() => done.size, soon).toBeGreaterThan(4_000 * share);
    await endConnections();
  }
  await expect.poll(() => countJobs(), soon).toBe(0);
  expect(done.size).toBe(4_000);
});

it('an interruption costs a job none of its attempts', async () => {
  let calls = 0;
  start({
    work: async () => {
      calls += 1;
      if (calls <= 3) {
        await endConnections();
        await db.transaction(systemScope('example'), (tx) => tx.selectFrom('worker_processes').selectAll().execute());
        await Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
      }
    },
  });
  await enqueueNumbered(1);
  await expect.poll(() => countJobs(), soon).toBe(0);
  expect(calls).toBeGreaterThan(3);
});

it('jobs whose fetch was interrupted after its commit are unlocked within seconds', async () => {
  const done = new Set<number>();
  start({ work: async ({ number }) => void done.add(number as number) });
  await expect.poll(async () => (await superuser.query('select from worker_processes')).rowCount, soon).toBe(1);
  // The runner does not know of these jobs, because it never received the answer to its fetch.
  await superuser.query(
    `select graphile_worker.add_job('work', '{"number": 7}', run_at => now() + interval '1 hour');
     update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', attempts = 1, run_at = now(),
       locked_by = (select worker_id from worker_processes)`,
  );
  await expect.poll(() => [...done], soon).toEqual([7]);
});

it('jobs of a process that died are run within seconds, also when it never sent a heartbeat', async () => {
  const done = new Set<number>();
  await enqueueNumbered(2);
  await superuser.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', attempts = 1,
       locked_by = 'pool-' || (payload ->> 'number');
     insert into worker_processes values ('pool-0', now() - interval '1 minute')`,
  );
  start({ work: async ({ number }) => void done.add(number as number) }, { deadAfterSeconds: 2 });
  await expect.poll(() => done.size, soon).toBe(2);
});

it('jobs of another process that is alive are left alone', async () => {
  let ended = 0;
  let begun = 0;
  const slow = async () => {
    begun += 1;
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    ended += 1;
  };
  start({ work: slow }, { deadAfterSeconds: 8 });
  start({ work: slow }, { deadAfterSeconds: 8 });
  await enqueueNumbered(4);
  await expect.poll(() => ended, soon).toBe(4);
  await expect.poll(() => countJobs(), soon).toBe(0);
  expect(begun).toBe(4);
});

it('a runner that was considered dead is replaced by a new one', async () => {
  const done = new Set<number>();
  start({ work: async ({ number }) => void done.add(number as number) });
  const living = async () => (await superuser.query('select worker_id from worker_processes')).rows[0]?.worker_id;
  await expect.poll(living, soon).toBeDefined();
  const before = await living();
  // The runner is known after its second heartbeat at the latest.
  await enqueueNumbered(1);
  await expect.poll(() => done.size, soon).toBe(1);
  await expect
    .poll(async () => {
      await superuser.query('delete from worker_processes where worker_id = $1', [before]);
      const now = await living();
      return now !== undefined && now !== before;
    }, soon)
    .toBe(true);
});

it('a stop does not wait for a job that never ends', async () => {
  let begun = false;
  const worker = start(
    {
      work: () => {
        begun = true;
        return new Promise(() => undefined);
      },
    },
    { stopWithinMs: 300 },
  );
  await enqueueNumbered(3);
  await expect.poll(() => begun, soon).toBe(true);
  await worker.stop();
  // Running jobs stay locked until their process has ended, so that nobody else runs them in the meantime.
  expect(await countJobs('locked_by is not null')).toBe(3);
});

it('a database that refuses connections is waited for', async () => {
  const done = new Set<number>();
  const name = new URL(database.connectionString).pathname.slice(1);
  await superuser.query(`alter database ${name} connection limit 0`);
  await endConnections();
  const said: string[] = [];
  const recording = createLog('warn', { write: (line: string) => void said.push(line) });
  start({ work: async ({ number }) => void done.add(number as number) }, { log: recording });
  await expect.poll(() => said.join(), soon).toContain('the job runner waits for the database');
  await superuser.query(`alter database ${name} connection limit -1`);
  await superuser.query(`select graphile_worker.add_job('work', '{"number": 1}')`);
  await expect.poll(() => done.size, soon).toBe(1);
});
