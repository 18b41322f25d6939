import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { loadEnvironment, readConfig, type Config } from '../config.ts';
import { getBackupStanding, openBackupStore } from '../features/backups/index.ts';
import { findReach, openWalStore, readWalProof, type WalProof } from '../features/wal-archive/index.ts';
import { openDatabase, type Database } from '../platform/db/database.ts';
import { planMigrations } from '../platform/db/migrate.ts';
import { listStoredKeys } from '../platform/keys/data-keys.queries.ts';
import { readSecretKeys, secretKeyFile } from '../platform/keys/secret-key-file.ts';
import { createLog } from '../platform/log.ts';
import { sendThroughProxy } from '../platform/outgoing-proxy.ts';
import { readSystemError } from '../platform/read-system-error.ts';
import { systemScope } from '../platform/scope.ts';
import { readGivenBackupKeys } from './backup-settings.ts';
import { examinePartners } from './examine-partners.ts';
import { bad, good, warn, type Finding } from './finding.ts';
import { describeUnknownSettings, openInstallation, say, type Installation } from './open-installation.ts';

const MIN_POSTGRES = 15;
const MIN_FREE_PERCENT = 10;
const MIN_FREE_PERCENT_CRITICAL = 5;
const MAX_CLOCK_SECONDS = 5;
const MAX_BACKUP_HOURS = 36;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_WAL_MINUTES = 15;

/** Checks an installation, a line for each finding. Returns whether nothing is bad. */
export async function examine(): Promise<boolean> {
  const findings: Finding[] = [];
  const environment = loadEnvironment();
  findings.push(...describeUnknownSettings(environment).map(warn));
  const read = readConfig(environment);
  if (read.ok) findings.push(good('Settings: all of them can be used'), ...(await examineAll(read.config)));
  else findings.push(...read.problems.map(bad));
  for (const { state, text } of findings) say(`${state.padEnd(4)}  ${text}`);
  return findings.every(({ state }) => state !== 'bad');
}

async function examineAll(config: Config): Promise<Finding[]> {
  sendThroughProxy(config.proxy);
  return [
    ...examineAddress(config),
    ...config.unencrypted.map(warn),
    ...(await examinePartners(config)),
    await examineDisk(config),
    ...(await examineDatabase(config)),
    ...(await examineStore(config)),
    ...(await examineWal(config)),
  ];
}

function examineAddress({ publicUrl }: Config): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === 'localhost' || hostname.startsWith('127.'))
    return [
      warn(
        `PUBLIC_URL is ${publicUrl}: links in messages open on this machine only; set it to what patients can reach`,
      ),
    ];
  if (protocol !== 'https:')
    return [warn(`PUBLIC_URL is ${publicUrl}: answers travel unencrypted; give one that begins with https://`)];
  return [good(`PUBLIC_URL: ${publicUrl}`)];
}

async function examineDisk({ dataDir, databaseUrl }: Config): Promise<Finding> {
  if (!existsSync(dataDir))
    return databaseUrl
      ? warn(`DATA_DIR: ${dataDir} is made at the first start`)
      : warn(`DATA_DIR: ${dataDir} is empty; the first start makes a database there`);
  const { bavail, blocks } = await statfs(dataDir);
  const percent = blocks === 0 ? 100 : Math.floor((bavail / blocks) * 100);
  const text = `Disk: ${percent} % of that of ${dataDir} is free`;
  if (percent < MIN_FREE_PERCENT_CRITICAL) return bad(`${text}: make room, or nothing is stored soon`);
  return percent < MIN_FREE_PERCENT ? warn(`${text}: make room`) : good(text);
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  // Looking must not make a database.
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/postgres`))
    return [warn('Database: there is none yet; the first start makes it')];
  let installation: Installation;
  try {
    installation = await openInstallation(config);
  } catch (error) {
    return [bad(`Database: ${readSystemError(error).message}`)];
  }
  const db = openDatabase(installation.connectionString, createLog('silent'), 2);
  try {
    return [...(await examineServer(db)), await examineTables(installation), ...(await examineContents(config, db))];
  } catch (error) {
    return [bad(`Database: ${readSystemError(error).message}. Check DATABASE_URL, and that PostgreSQL is running`)];
  } finally {
    await db.close();
    await installation.close();
  }
}

async function examineServer(db: Database): Promise<Finding[]> {
  const { rows } = await db.pool.query<{ version: string; number: number; size: string; now: Date }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as number,
      pg_size_pretty(pg_database_size(current_database())) as size, clock_timestamp() as now`,
  );
  const [server] = rows;
  if (!server) return [];
  const { version, number, size, now } = server;
  const text = `Database: PostgreSQL ${version}, ${size}`;
  const seconds = Math.round(Math.abs(now.getTime() - Date.now()) / 1_000);
  return [
    number < MIN_POSTGRES ? bad(`${text}: version ${MIN_POSTGRES} or newer is needed`) : good(text),
    seconds > MAX_CLOCK_SECONDS
      ? bad(`Clock: this machine and the database differ by ${seconds} s; synchronise both (NTP)`)
      : good('Clock: this machine and the database agree'),
  ];
}

async function examineTables({ connectionString, ownerConnectionString }: Installation): Promise<Finding> {
  const { known, missing } = await planMigrations(ownerConnectionString ?? connectionString);
  return missing.length === 0
    ? good(`Tables: all ${known.length} migrations have run`)
    : warn(`Tables: ${missing.length} migrations wait for the next start; wardvoice migrate --plan lists them`);
}

async function examineContents(config: Config, db: Database): Promise<Finding[]> {
  const { rows } = await db.pool.query<{ is_there: boolean }>(
    `select to_regclass('backups') is not null and to_regclass('data_keys') is not null as is_there`,
  );
  if (!rows[0]?.is_there) return [];
  return db.transaction(systemScope('start'), async (tx) => {
    const found: Finding[] = [await examineKey(config, await listStoredKeys(tx))];
    const { rows: holds } = await sql<{ held: number }>`
      select count(*)::int as held from sending_holds where released_at is null`.execute(tx);
    const held = holds[0]?.held ?? 0;
    if (held > 0)
      found.push(warn(`Sending: on hold for ${held} organisations; a superuser releases it under Deliveries`));
    const { snapshot_at, has_failed } = await getBackupStanding(tx);
    return [...found, examineBackups(config, { snapshot_at, has_failed })];
  });
}

async function examineKey(config: Config, stored: Awaited<ReturnType<typeof listStoredKeys>>): Promise<Finding> {
  const needed = new Set(stored.flatMap(({ wraps }) => wraps.map(({ secret_key }) => secret_key)));
  if (needed.size === 0) return warn('Secret key: the first start stores its fingerprint in the database');
  const names = [...needed].join(' or ');
  if (config.secretKey === null && !existsSync(secretKeyFile(config)))
    return bad(`Secret key: none was given, and the database needs the one named ${names}; set SECRET_KEY`);
  const { current, before } = await readSecretKeys(config);
  if (needed.has(current.name)) return good(`Secret key: ${current.name}, as the database needs`);
  if (before && needed.has(before.name))
    return warn(`Secret key: ${current.name} is to replace ${before.name}; run wardvoice keys rotate`);
  return bad(
    `Secret key: ${current.name} was given, and the database needs the one named ${names}; set SECRET_KEY to that`,
  );
}

function examineBackups(
  { backupUrl }: Config,
  { snapshot_at, has_failed }: { snapshot_at: Date | null; has_failed: boolean },
): Finding {
  if (has_failed) return bad('Backup: the newest one failed; wardvoice backup says why');
  if (snapshot_at === null)
    return backupUrl === null
      ? warn('Backup: none is made; set BACKUP_URL to a folder or s3://…')
      : warn('Backup: there is none yet; wardvoice backup makes one now');
  const hours = Math.floor((Date.now() - snapshot_at.getTime()) / HOUR_MS);
  const text = `Backup: the newest verified one is ${hours} hours old`;
  return hours >= MAX_BACKUP_HOURS ? bad(`${text}; wardvoice backup makes one now`) : good(text);
}

async function examineStore({ backupUrl }: Config): Promise<Finding[]> {
  if (backupUrl === null) return [];
  try {
    const store = openBackupStore(backupUrl);
    await store.check();
    return [good(`Backup: ${store.place} can be written`)];
  } catch (error) {
    return [bad(`Backup: ${readSystemError(error).message}`)];
  }
}

/** How old what can be restored of the embedded database is. */
async function examineWal(config: Config): Promise<Finding[]> {
  const { backupUrl, databaseUrl, backupWalDays } = config;
  if (backupUrl === null || databaseUrl !== null) return [];
  if (backupWalDays === 0)
    return [
      warn(
        'Write-ahead log: it is not stored (BACKUP_WAL_DAYS is 0); what came after the last backup would be lost with the disk',
      ),
    ];
  try {
    const reach = await findReach(openWalStore(backupUrl), await readGivenBackupKeys(config));
    if (!reach?.coveredAt) return [warn('Write-ahead log: nothing is stored yet; a running server does that')];
    const minutes = Math.floor((Date.now() - reach.coveredAt.getTime()) / MINUTE_MS);
    const text = `Write-ahead log: every moment until ${minutes} minutes ago can be restored`;
    const stored = minutes < MAX_WAL_MINUTES ? good(text) : warn(`${text}; a running server stores the rest`);
    return [stored, describeProof(await readWalProof(config.dataDir))];
  } catch (error) {
    return [bad(`Write-ahead log: ${readSystemError(error).message}`)];
  }
}

function describeProof({ triedAt, provenAt, problem }: WalProof): Finding {
  if (problem !== null)
    return bad(`Write-ahead log: it could not be restored on trial at ${triedAt?.toISOString()}: ${problem}`);
  if (!provenAt)
    return warn('Write-ahead log: it was not restored on trial yet; a running server does that each night');
  return good(`Write-ahead log: it was restored on trial at ${provenAt.toISOString()}, and read`);
}
