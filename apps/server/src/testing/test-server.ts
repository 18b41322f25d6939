import { randomBytes } from 'node:crypto';
import { Logger, runTaskListOnce, type TaskList } from 'graphile-worker';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createApp } from '../app.ts';
import type { SingleSignOnSettings } from '../features/account/index.ts';
import { createApplication } from '../features/applications/index.ts';
import {
  answerFrames,
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  OVER_MLLP,
  startFiling,
  type Receiver,
} from '../features/intake/index.ts';
import { startProcessing } from '../features/processing/index.ts';
import { createReadinessProbe } from '../features/readiness/index.ts';
import {
  assignApplication,
  grantPermissions,
  hashPassword,
  insertMissingPermissions,
  insertUser,
} from '../features/users/index.ts';
import { jobHandlers } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { listenLive } from '../platform/live.ts';
import { startMllpServer, type MllpServerOptions } from '../platform/mllp/mllp-server.ts';
import { SYSTEM_SCOPE } from '../platform/scope.ts';
import type { Endpoint } from '@wardvoice/contract';
import { createRecordingGateways, type RecordingGateways } from './recording-gateways.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const PASSWORD = 'a long enough password';
/** Made once: argon2id is slow on purpose. */
const passwordHash = hashPassword(PASSWORD);

export interface TestUser {
  id: number;
  email: string;
  /** Headers of a call that this user makes. */
  headers: { authorization: string };
}

export interface TestApplication {
  id: number;
  title: string;
  accessKey: string;
  accessSecret: string;
  facility: string;
}

/** A parsed answer: tests read into it freely. */
export type Json = ReturnType<typeof JSON.parse>;

export interface TestServer {
  http: FastifyInstance;
  house: Context;
  endpoints: readonly Endpoint[];
  receiver: Receiver;
  gateways: RecordingGateways;
  connectionString: string;
  superuserConnectionString: string;
  /** The time for everything that asks the house's clock. */
  setTime(at: Date): void;
  /** Each has a name, a time zone without daylight saving, a facility, and no quiet hours. */
  makeApplication(options?: Partial<Parameters<typeof createApplication>[2]>): Promise<TestApplication>;
  makeUser(options: {
    applications?: TestApplication[];
    permissions?: string[];
    superUser?: boolean;
    locations?: string[];
  }): Promise<TestUser>;
  call(options: InjectOptions): Promise<{ status: number; body: Json; headers: Record<string, unknown> }>;
  /** Stores one message as if it came over MLLP; returns the acknowledgement as text. */
  receive(message: string): Promise<string>;
  /** Works until no message waits to be processed. */
  processAll(): Promise<void>;
  /** Runs the jobs that are due, until none is; a test that moves the clock on passes `asOf` to make later ones due. */
  runJobs(options?: { asOf?: Date }): Promise<void>;
  /** The database is gone for good. */
  loseDatabase(): Promise<void>;
  startMllp(options?: Partial<MllpServerOptions>): Promise<{ port: number; close(): Promise<void> }>;
  stop(): Promise<void>;
}

interface TestServerOptions {
  log?: Log;
  oidc?: SingleSignOnSettings | null;
  /** Whether a clock moved on locks sessions, as time without a call does; false: their people were there all the while. */
  locksIdle?: boolean;
  /** Default: a new one of the test run's own PostgreSQL. */
  database?: TestDatabase;
  /** Changes what the whole server works with, such as a database that fails at chosen moments. */
  contextOf?: (ctx: Context) => Context;
}

const quiet = new Logger(() => () => undefined);

/** The whole server on a real PostgreSQL of its own; jobs and processing run when the test says so. */
export async function startTestServer({
  log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
  oidc = null,
  locksIdle = false,
  database: given,
  contextOf = (ctx) => ctx,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = given ?? (await createTestDatabase());
  const db = openDatabase(database.connectionString, log, 8);
  const gateways = createRecordingGateways();
  let now: Date | null = null;
  let hasMoved = false;
  const house = contextOf({
    db,
    clock: () => now ?? new Date(),
    log,
    secretKey: randomBytes(32),
    publicUrl: 'http://wardvoice.test',
    gateways,
  });
  const routing = createApplicationRouting(db);
  const commit = createGroupCommit({
    connectionString: database.connectionString,
    settings: routing,
    log,
    onCommit: () => undefined,
    // What is received is there at once, however much it is; but for what comes while an organisation's row is locked.
    busyShare: Infinity,
  });
  const receiver = createReceiver({ routing, commit, clock: house.clock });
  const live = await listenLive(database.connectionString, log);
  const readiness = createReadinessProbe(database.connectionString, new Set(['web']));
  const { http, endpoints } = await createApp({
    readiness,
    house,
    live,
    receiver,
    routing,
    version: 'test',
    requestsPerMinute: 1_000_000,
    oidc,
  });
  await db.transaction(SYSTEM_SCOPE, insertMissingPermissions);
  const closing: (() => Promise<unknown>)[] = [];
  let made = 0;

  const server: TestServer = {
    http,
    house,
    endpoints,
    receiver,
    gateways,
    connectionString: database.connectionString,
    superuserConnectionString: database.superuserConnectionString,
    setTime(at) {
      now = at;
      hasMoved = !locksIdle;
    },
    async makeApplication(options = {}) {
      made += 1;
      const facility = `HOSP${made}`;
      const { title = `Hospital ${made}` } = options;
      const application = await db.transaction(SYSTEM_SCOPE, async (tx) => {
        const created = await createApplication(tx, house.secretKey, {
          title,
          time_zone: 'UTC',
          country: 'IE',
          language: 'en',
          sending_facilities: [facility],
          ...options,
        });
        await tx
          .updateTable('applications')
          .set({ quiet_from: '00:00', quiet_to: '00:00' })
          .where('id', '=', created.id)
          .execute();
        return created;
      });
      return { ...application, title, facility };
    },
    async makeUser({ applications = [], permissions = [], superUser = false, locations = [] }) {
      made += 1;
      const email = `user${made}@wardvoice.example`;
      const password_hash = await passwordHash;
      const id = await db.transaction(SYSTEM_SCOPE, async (tx) => {
        const userId = await insertUser(tx, {
          name: `User ${made}`,
          email,
          password_hash,
          super_user: superUser ? 1 : 0,
        });
        await grantPermissions(tx, userId, permissions);
        for (const application of applications) await assignApplication(tx, userId, application.id, { locations });
        return userId;
      });
      const { body } = await server.call({
        method: 'POST',
        url: '/api/login',
        payload: { username: email, password: PASSWORD },
        // Each from an address of its own: sign-ins are limited by address.
        remoteAddress: `10.0.${made >> 8}.${made & 255}`,
      });
      return { id, email, headers: { authorization: `Bearer ${body.auth_token}` } };
    },
    async call(options) {
      if (hasMoved) {
        hasMoved = false;
        const seen = { last_seen_at: house.clock() };
        await db.transaction(SYSTEM_SCOPE, (tx) => tx.updateTable('sessions').set(seen).execute());
      }
      const response = await http.inject(options);
      const isJson = String(response.headers['content-type']).includes('application/json');
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    },
    async receive(message) {
      const { acknowledgment } = await receiver.receive(Buffer.from(message), OVER_MLLP);
      return Buffer.from(acknowledgment ?? []).toString();
    },
    async processAll() {
      const isEmpty = (table: 'arrivals' | 'hl7_messages') =>
        db.transaction(SYSTEM_SCOPE, async (tx) => {
          const rows = tx.selectFrom(table).select('id').limit(1);
          const waiting = table === 'arrivals' ? rows : rows.where('hl7_messages.state', '=', 'received');
          return (await waiting.execute()).length === 0;
        });
      const processing = startProcessing(house);
      const filing = (await isEmpty('arrivals'))
        ? null
        : startFiling({ connectionString: database.connectionString, log, onFiled: processing.wake });
      try {
        while (!(await isEmpty('arrivals')) || !(await isEmpty('hl7_messages')))
          await new Promise((resolve) => setTimeout(resolve, 5));
      } finally {
        await filing?.stop();
        await processing.stop();
      }
    },
    async runJobs({ asOf } = {}) {
      const handlers = jobHandlers(house);
      const taskList: TaskList = Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [
          name,
          (payload: unknown) => handle(payload as Record<string, unknown>),
        ]),
      );
      for (;;) {
        await db.pool.query(
          `update graphile_worker._private_jobs set run_at = now() where run_at <= $1 and locked_at is null`,
          [asOf ?? house.clock()],
        );
        const { rows } = await db.pool.query(
          `select count(*) as due from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts`,
        );
        if (rows[0].due === 0) return;
        const client = await db.pool.connect();
        await runTaskListOnce({ noPreparedStatements: true, logger: quiet }, taskList, client).finally(() =>
          client.release(),
        );
      }
    },
    loseDatabase: () => database.drop(),
    async startMllp(options = {}) {
      const mllp = await startMllpServer({
        host: '127.0.0.1',
        port: 0,
        tls: null,
        log,
        ...answerFrames(receiver, OVER_MLLP),
        onFragment: () => undefined,
        ...options,
      });
      closing.unshift(() => mllp.close());
      return mllp;
    },
    async stop() {
      for (const close of closing) await close();
      await http.close();
      await readiness.close();
      await live.close();
      await receiver.close();
      await db.close();
      await database.drop();
    },
  };
  return server;
}
