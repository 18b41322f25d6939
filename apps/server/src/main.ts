import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { loadEnvironment, readConfig, type Config } from './config.ts';
import { readStatistics } from './demo/read-statistics.ts';
import { refuseForeignDatabase } from './demo/refuse-foreign-database.ts';
import { installDemo } from './demo/install-demo.ts';
import { playHospitals } from './demo/play-hospitals.ts';
import { ensureFirstSuperuser } from './features/users/index.ts';
import { outliveAbandonedWork } from './platform/abandoned-work.ts';
import { StartFailure, startEmbeddedPostgres, type EmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog, type Log } from './platform/log.ts';
import { startWal, type DatabaseAddresses } from './plan-backups.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { readSystemError } from './platform/read-system-error.ts';
import { findMeantSetting, listUnknown } from './unknown-settings.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What has been started, last first. */
const started: (() => Promise<unknown>)[] = [];
let stopping = false;

/** However much of it hangs, a stop ends within this time: less than the 30 s that service managers wait before they kill. */
const STOP_WITHIN_MS = 28_000;
/** Something unexpected ended the process; unlike 1, a start that failed, it is worth starting again. */
const CRASHED = 70;

async function stopAll(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(exitCode), STOP_WITHIN_MS);
  for (const stop of started) await stop().catch(() => undefined);
  process.exit(exitCode);
}

async function main(isDemo: boolean): Promise<void> {
  const environment = loadEnvironment();
  const read = readConfig(environment);
  if (!read.ok) throw new StartFailure(read.problems.join('\n'));
  // The sample hospital writes to nobody: its patients are invented, their numbers might not be.
  const config = isDemo ? { ...read.config, smtpUrl: null, smsUrl: null } : read.config;
  const log = createLog(config.logLevel);
  for (const name of listUnknown(environment))
    log.warn(
      { setting: name, meant: findMeantSetting(name) ?? undefined },
      'a setting that is not known has no effect; docs/operations.md names all of them',
    );
  for (const advice of config.unencrypted) log.warn({ advice }, 'a connection to another machine may not be encrypted');
  // What the demo stores at its start would be collected again and again.
  if (!isDemo) keepMemorySmall();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stopAll(0));

  outliveAbandonedWork(log, (error) => crash(log, error));

  const database: DatabaseAddresses =
    config.databaseUrl === null
      ? await startDatabase(config, log)
      : {
          connectionString: config.databaseUrl,
          ownerConnectionString: config.databaseOwnerUrl,
          superuserConnectionString: null,
        };
  const { connectionString, ownerConnectionString } = database;
  if (isDemo) await refuseForeignDatabase(connectionString);
  const migrated = await migrate(connectionString, {
    ownerConnectionString,
    onWait: (words) => log.warn(words),
  }).catch((error: Error) => {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `The database cannot be used: ${error.message}. Check DATABASE_URL, and that this role may create tables; ` +
        'where another role owns them, give its address in DATABASE_OWNER_URL.',
    );
  });
  for (const { name, report } of migrated) log.info({ report }, `stored data was migrated: ${name}`);
  const onLostKeys = (error: Error) => crash(log, error);
  const wal = await startWal(config, database, { version, log });
  if (wal) started.unshift(() => wal.stop());
  const server = await startServer(config, { database, wal, onLostKeys, log, version });
  started.unshift(() => server.stop());

  const address = server.ctx.publicUrl;
  if (isDemo) {
    const demo = await installDemo(server.ctx);
    keepMemorySmall();
    if (demo.isNew) await readStatistics(ownerConnectionString ?? connectionString);
    say(address, server, demo.logIns);
    const play = playHospitals(server.ctx, {
      host: config.mllp.host,
      port: server.mllpPort ?? config.mllp.port,
      withPast: demo.isNew,
    });
    started.unshift(() => play.stop());
  } else {
    const admin = config.admin ?? { email: 'admin@wardvoice.example', password: randomBytes(12).toString('base64url') };
    const { isNew, problems } = await ensureFirstSuperuser(server.ctx, admin);
    if (problems.length > 0)
      throw new StartFailure(
        `ADMIN_PASSWORD cannot be the password of the first superuser. ${problems.join(' ')} Set another and start again, ` +
          'or leave out ADMIN_EMAIL and ADMIN_PASSWORD to have one made.',
      );
    // A password that was given is known to who gave it; one that was made up is shown once.
    const isMadeUp = isNew && !config.admin;
    say(address, server, isMadeUp ? [{ ...admin, who: 'the first superuser; the password is shown only now' }] : []);
  }
}

/**
 * V8 lets its heap grow to several times what lives in it before it collects; under load that is garbage of the last
 * second. Collecting at half as much again keeps the process under 250 MB instead of 400 MB, at the same rate.
 */
function keepMemorySmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Something that nobody expected: better ended and started again than half alive. */
function crash(log: Log, error: unknown): void {
  log.fatal({ err: error }, 'an unexpected error');
  void stopAll(CRASHED);
}

async function startDatabase(config: Config, log: Log): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  started.unshift(() => postgres.stop());
  return postgres;
}

function say(
  address: string,
  { port, mllpPort, metricsPort }: RunningServer,
  logIns: { email: string; password: string; who: string }[],
): void {
  // Heard by the program that started us: from here on an end that nobody asked for is worth starting again.
  process.send?.('serving');
  const widest = Math.max(...logIns.map(({ email }) => email.length));
  const lines = [
    '',
    port === null ? 'Wardvoice is running, without the web role' : `Wardvoice is running at ${address}`,
    ...(mllpPort === null ? [] : [`HL7 v2 over MLLP: port ${mllpPort}`]),
    ...(metricsPort === null ? [] : [`Health and metrics: port ${metricsPort}`]),
    ...(logIns.length > 0 ? ['', 'Log in as'] : []),
    ...logIns.map(({ email, password, who }) => `  ${email.padEnd(widest)}  ${password.padEnd(16)}  ${who}`),
    '',
    'Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** One line that says what to do, for what goes wrong at a start. */
function explain(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  const { code, port, message } = readSystemError(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or set PORT, MLLP_PORT or METRICS_PORT to another.`;
  if (code === 'EACCES' && port)
    return `Port ${port} may not be opened by this user. Set PORT, MLLP_PORT or METRICS_PORT to one above 1023.`;
  if (code === 'ECONNREFUSED')
    return 'The database refuses the connection. Check DATABASE_URL and that PostgreSQL is running.';
  return message;
}

main(process.argv.includes('demo')).catch(async (error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  await stopAll(1);
});
