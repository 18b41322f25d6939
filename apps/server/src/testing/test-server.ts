import { randomBytes } from 'node:crypto';
import { Logger, runTaskListOnce, type TaskList } from 'graphile-worker';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createApp } from '../app.ts';
import type { WaysIn } from '../features/account/index.ts';
import type { ProviderSettings } from '../features/single-sign-on/index.ts';
import type { EhrConnection } from '../features/ehr-launch/index.ts';
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
import { findBuiltInRole, refreshBuiltInRoles } from '../features/roles/index.ts';
import { assignApplication, grantPermissions, hashPassword, insertUser } from '../features/users/index.ts';
import { insertMissingPermissions } from '../features/permissions/index.ts';
import { jobHandlers } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/db/database.ts';
import { fixedKeyRing, type KeyRing } from '../platform/keys/key-ring.ts';
import { createLog, type Log } from '../platform/log.ts';
import { listenLive } from '../platform/live.ts';
import { startMllpServer, type MllpServerOptions } from '../platform/mllp/mllp-server.ts';
import { systemScope } from '../platform/scope.ts';
import { NO_TRACES } from '../platform/tracing/traces.ts';
import { API_BASE, type Endpoint, type Method } from '@wardvoice/contract';
import { createRecordingGateways, type RecordingGateways } from './outside/recording-gateways.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const PASSWORD = 'a long enough password';
/** The hash is made once, because argon2id is slow on purpose. */
const passwordHash = hashPassword(PASSWORD);

export interface TestUser {
  id: number;
  name: string;
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

/** A parsed answer, whose fields tests read without declaring them. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  body: Json;
  headers: Record<string, unknown>;
}

export interface TestServer {
  http: FastifyInstance;
  ctx: Context;
  endpoints: readonly Endpoint[];
  receiver: Receiver;
  gateways: RecordingGateways;
  connectionString: string;
  superuserConnectionString: string;
  /** Sets the clock of this server. */
  setTime(at: Date): void;
  /** Makes an application with a name, a facility, a time zone without daylight saving, and no quiet hours. */
  makeApplication(options?: Partial<Parameters<typeof createApplication>[2]>): Promise<TestApplication>;
  makeUser(options: {
    applications?: TestApplication[];
    permissions?: string[];
    /** The key of a role that is built in, as in `ward_nurse`. */
    role?: string;
    superUser?: boolean;
    locations?: string[];
  }): Promise<TestUser>;
  call(options: InjectOptions): Promise<Answer>;
  /** Calls the API for a user; `path` begins below its base. */
  as(user: Pick<TestUser, 'headers'>): (method: Method, path: string, payload?: object) => Promise<Answer>;
  /** Stores a message, a text in UTF-8 or bytes, as if it came over MLLP. Returns the acknowledgement as text. */
  receive(message: string | Uint8Array): Promise<string>;
  /** Processes until no message waits. */
  processAll(): Promise<void>;
  /** Runs due jobs until none is left. A test that sets the clock passes `asOf` to make later jobs due. */
  runJobs(options?: { asOf?: Date }): Promise<void>;
  /** Ends the database for good. */
  loseDatabase(): Promise<void>;
  startMllp(options?: Partial<MllpServerOptions>): Promise<{ port: number; close(): Promise<void> }>;
  stop(): Promise<void>;
}

interface TestServerOptions extends Partial<Omit<WaysIn, 'oidc'>> {
  /** Identity providers. Default: none. */
  oidc?: ProviderSettings | readonly ProviderSettings[];
  /** Record systems that open surveys. Default: none. */
  ehrs?: readonly EhrConnection[];
  log?: Log;
  /** Whether setting the clock locks sessions and makes sign-ins old, as time does. False: sessions stay unlocked and fresh. */
  locksIdle?: boolean;
  /** Address of a store for exports. Default: none. */
  exportUrl?: string;
  /** Default: a new database of the test run's PostgreSQL. */
  database?: TestDatabase;
  /** Default: keys of its own, which are not in the database. */
  keys?: KeyRing;
  /** Replaces parts of the server's context, for example by a database that fails at chosen transactions. */
  contextOf?: (ctx: Context) => Context;
}

const quiet = new Logger(() => () => undefined);

/** Starts the whole server on a real PostgreSQL database of its own. Jobs and processing run when the test says so. */
export async function startTestServer({
  log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
  oidc = [],
  ehrs = [],
  singleSignOnOnly = false,
  registration = false,
  locksIdle = false,
  database: given,
  keys = fixedKeyRing(randomBytes(32)),
  exportUrl,
  contextOf = (ctx) => ctx,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = given ?? (await createTestDatabase());
  const db = openDatabase(database.connectionString, log, 8);
  const gateways = createRecordingGateways();
  const exportPlan =
    exportUrl === undefined ? null : { connectionString: database.connectionString, url: exportUrl, keepDays: 30 };
  let now: Date | null = null;
  let hasMoved = false;
  const ctx = contextOf({
    db,
    clock: () => now ?? new Date(),
    log,
    keys,
    publicUrl: 'http://wardvoice.test',
    gateways,
    traces: NO_TRACES,
  });
  const routing = createApplicationRouting(db);
  const commit = createGroupCommit({
    connectionString: database.connectionString,
    settings: routing,
    log,
    onCommit: () => undefined,
    // Messages are filed at once, however many come, except while the row of an organisation is locked.
    busyShare: Infinity,
  });
  const receiver = createReceiver({ routing, commit, clock: ctx.clock });
  const live = await listenLive(database.connectionString, log);
  const readiness = createReadinessProbe(database.connectionString, new Set(['web']));
  const { http, endpoints } = await createApp({
    readiness,
    ctx,
    live,
    receiver,
    routing,
    version: 'test',
    requestsPerMinute: 1_000_000,
    exports: exportPlan,
    waysIn: { oidc: [oidc].flat(), singleSignOnOnly, registration },
    ehrs,
  });
  await db.transaction(systemScope('example'), async (tx) => {
    await insertMissingPermissions(tx);
    await refreshBuiltInRoles(tx);
  });
  const closing: (() => Promise<unknown>)[] = [];
  let made = 0;

  const server: TestServer = {
    http,
    ctx,
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
      const application = await db.transaction(systemScope('example'), async (tx) => {
        const created = await createApplication(tx, ctx.keys, {
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
    async makeUser({ applications = [], permissions = [], role, superUser = false, locations = [] }) {
      made += 1;
      const name = `User ${made}`;
      const email = `user${made}@wardvoice.example`;
      const password_hash = await passwordHash;
      const id = await db.transaction(systemScope('example'), async (tx) => {
        const userId = await insertUser(tx, {
          name,
          email,
          password_hash,
          super_user: superUser ? 1 : 0,
        });
        const roleId = role === undefined ? null : await findBuiltInRole(tx, role);
        for (const application of applications) {
          await assignApplication(tx, userId, application.id, { locations, roleId });
          await grantPermissions(tx, userId, application.id, permissions);
        }
        if (applications.length === 0) await grantPermissions(tx, userId, null, permissions);
        return userId;
      });
      const { body } = await server.call({
        method: 'POST',
        url: '/api/login',
        payload: { username: email, password: PASSWORD },
        // Each sign-in has a network address of its own, because sign-ins are limited by address.
        remoteAddress: `10.0.${made >> 8}.${made & 255}`,
      });
      return { id, name, email, headers: { authorization: `Bearer ${body.auth_token}` } };
    },
    as({ headers }) {
      return (method, path, payload) =>
        server.call({ method, url: API_BASE + path, headers, ...(payload ? { payload } : {}) });
    },
    async call(options) {
      if (hasMoved) {
        hasMoved = false;
        const seen = { last_seen_at: ctx.clock(), proved_at: ctx.clock() };
        await db.transaction(systemScope('example'), (tx) => tx.updateTable('sessions').set(seen).execute());
      }
      const response = await http.inject(options);
      const isJson = /application\/(fhir\+)?json/.test(String(response.headers['content-type']));
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    },
    async receive(message) {
      const { acknowledgment } = await receiver.receive(
        typeof message === 'string' ? Buffer.from(message) : message,
        OVER_MLLP,
      );
      return Buffer.from(acknowledgment ?? []).toString();
    },
    async processAll() {
      const isEmpty = (table: 'arrivals' | 'hl7_messages') =>
        db.transaction(systemScope('example'), async (tx) => {
          const rows = tx.selectFrom(table).select('id').limit(1);
          const waiting = table === 'arrivals' ? rows : rows.where('hl7_messages.state', '=', 'received');
          return (await waiting.execute()).length === 0;
        });
      const processing = startProcessing(ctx);
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
      const handlers = jobHandlers(ctx, { exports: exportPlan });
      const taskList: TaskList = Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [
          name,
          (payload: unknown) => handle(payload as Record<string, unknown>),
        ]),
      );
      for (;;) {
        await db.pool.query(
          // They run in the order in which they are due: jobs of the same moment would run in any order.
          `update graphile_worker._private_jobs jobs set run_at = now() - interval '1 second' + due.place * interval '1 microsecond'
           from (
             select id, row_number() over (order by run_at, id) as place from graphile_worker._private_jobs
             where run_at <= $1 and locked_at is null) due
           where due.id = jobs.id`,
          [asOf ?? ctx.clock()],
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
