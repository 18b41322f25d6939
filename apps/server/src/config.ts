import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import type { CertificateFiles, CertificateTexts } from './platform/follow-certificate.ts';
import type { SmsFormat } from './platform/gateways/sms-format.ts';
import type { SmtpTokenSettings } from './platform/gateways/smtp-tokens.ts';
import type { OutgoingProxy } from './platform/outgoing-proxy.ts';
import type { SyslogReceiver } from './platform/syslog/send-syslog.ts';
import {
  address,
  backupPlace,
  databaseAddress,
  exportPlace,
  flag,
  host,
  namesAndValues,
  networks,
  pemFile,
  port,
  ROLES,
  roles,
  secretKey,
  share,
  smsFormatFile,
  syslogReceiver,
  wholeNumber,
  type Role,
} from './setting-kinds.ts';
import { readSettingFiles, SETTINGS_FROM_FILES } from './setting-files.ts';
import { missingPartners } from './setting-partners.ts';
import { EHR_SETTINGS, readEhrs, type EhrConnection } from './setting-ehrs.ts';
import { proxyOf, proxyShape, withProxyNames } from './setting-proxy.ts';
import { PROVIDER_SETTINGS, readProviders, type IdentityProvider } from './setting-providers.ts';
import { listUnencrypted } from './unencrypted-connections.ts';

export type { Role } from './setting-kinds.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a server presents, and where it is read again after a renewal. */
type FollowedCertificate = CertificateTexts & { files: CertificateFiles };

/** Which connections of senders are read, and for how long. */
export type MllpLimits = {
  /** Over all ports of this process. */
  maxConnections: number;
  /** Of one network address. */
  maxPerPeer: number;
  /** null: a connection that has sent messages may be silent for ever. */
  idleSeconds: number | null;
  /** Addresses and networks; empty: all. `loopback` is this machine. */
  allow: string[];
};

export type Config = {
  host: string;
  /** 0: any free port; see `withPort`. */
  port: number;
  /** Where the process tells how it is, whatever its roles; 0: any free port. null: with the web role only, on its port. */
  metricsPort: number | null;
  /** Certificate of the web port; null: it speaks http, behind a proxy. */
  tls: FollowedCertificate | null;
  /** Where patients and staff reach us, without a slash at the end. */
  publicUrl: string;
  mllp: { host: string; port: number; tls: FollowedCertificate | null; limits: MllpLimits };
  /** null: PostgreSQL is started inside `dataDir`. */
  databaseUrl: string | null;
  /** Owner of the tables, who migrates them; null: the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  /** Absolute. */
  dataDir: string;
  roles: ReadonlySet<Role>;
  /** The first superuser; null: one is made up and its password printed once. */
  admin: { email: string; password: string } | null;
  /** null: made once and kept in `dataDir`; ask `readSecretKeys`. */
  secretKey: string | null;
  /** The key that `secretKey` replaces, until npm run rotate-key has run. */
  secretKeyBefore: string | null;
  /** null: e-mails stay in the outbox. */
  smtpUrl: string | null;
  /** Where the tokens come from with which the user of `smtpUrl` signs in; null: a password, or none. */
  smtpTokens: SmtpTokenSettings | null;
  /** null: text messages stay in the outbox. */
  smsUrl: string | null;
  /** How the HTTP gateway of `smsUrl` is spoken to; null: in our own format. */
  smsFormat: SmsFormat | null;
  /** Whether pushes may go to addresses inside the hospital's network (10.x, 192.168.x, localhost…). */
  pushAllowPrivate: boolean;
  /** Addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; `loopback` is this machine. */
  trustProxy: string[];
  alarmWebhook: { url: string; secret: string } | null;
  /** Whether the API describes itself at /api/docs. */
  hasApiDocs: boolean;
  /** Whether browsers are told to use https for every name below that of PUBLIC_URL, too. */
  hstsSubDomains: boolean;
  /** Absolute path of a further folder for checkpoints of the audit; null: they are kept in `dataDir` only. */
  auditAnchor: string | null;
  /** Where entries of the audit are sent; null: nowhere. */
  auditSyslog: SyslogReceiver | null;
  /** For how many days entries of the audit are kept; null: for good. */
  auditRetentionDays: number | null;
  /** Where a backup is stored each night: a folder or s3://…; null: none is made. */
  backupUrl: string | null;
  /** Encrypts backups; null: the secret key does. */
  backupKey: string | null;
  backupKeepDays: number;
  /** For how many days the log of the embedded database is kept beside the backups; 0: it is not stored. */
  backupWalDays: number;
  /** Where exports for analysts are stored: a folder or s3://…; null: nothing can be exported. */
  exportUrl: string | null;
  exportKeepDays: number;
  logLevel: LogLevel;
  /** Where traces are sent, as OpenTelemetry names its settings; null: none are made. */
  tracing: { endpoint: string; headers: Record<string, string>; serviceName: string; share: number } | null;
  /** Through which calls to other systems leave; null: none is needed. */
  proxy: OutgoingProxy | null;
  /** Whether nothing may leave this machine unencrypted. */
  requireTls: boolean;
  /** Connections that leave this machine and may not be encrypted, a line for each with what to do. */
  unencrypted: string[];
  /** Identity providers; empty: people sign in here. */
  oidc: IdentityProvider[];
  /** Record systems that open surveys; empty: none does. */
  ehrs: EhrConnection[];
  /** Whether nobody signs in with a password, except superusers in an emergency. */
  singleSignOnOnly: boolean;
  /** Whether anybody may register; else an administrator has to invite them. */
  registration: boolean;
};

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIN_WEBHOOK_SECRET_CHARACTERS = 16;
const DAY_SECONDS = 24 * 60 * 60;
/** A timer of Node cannot wait longer than 24.8 days. */
const MAX_IDLE_SECONDS = 20 * DAY_SECONDS;

/** The database refuses to remove younger entries of the audit. */
const MIN_AUDIT_DAYS = 365;

const settings = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  TLS_CERT: pemFile.optional(),
  TLS_KEY: pemFile.optional(),
  PUBLIC_URL: address(['http:', 'https:'], 'https://feedback.hospital.example').optional(),
  MLLP_HOST: host.default('127.0.0.1'),
  MLLP_PORT: port.default(2575),
  MLLP_MAX_CONNECTIONS: wholeNumber(1, 65_535).default(1_000),
  MLLP_MAX_PER_PEER: wholeNumber(1, 65_535).default(500),
  MLLP_IDLE_SECONDS: wholeNumber(0, MAX_IDLE_SECONDS).default(DAY_SECONDS),
  MLLP_ALLOW: networks.default([]),
  MLLP_TLS_CERT: pemFile.optional(),
  MLLP_TLS_KEY: pemFile.optional(),
  MLLP_TLS_CA: pemFile.optional(),
  DATABASE_URL: databaseAddress('postgres://user:password@host:5432/wardvoice').optional(),
  DATABASE_OWNER_URL: databaseAddress('postgres://owner:password@host:5432/wardvoice').optional(),
  DATA_DIR: z.string().default('./data'),
  ROLES: roles.default(new Set(ROLES)),
  ADMIN_EMAIL: z.email('is not an e-mail address: write it like matron@hospital.example').optional(),
  // Checked when the first superuser is made by it, and by nobody afterwards.
  ADMIN_PASSWORD: z.string().optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_BEFORE: secretKey.optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.hospital.example:587').optional(),
  SMTP_OAUTH_TOKEN_URL: address(
    ['http:', 'https:'],
    'https://login.microsoftonline.com/TENANT-ID/oauth2/v2.0/token',
  ).optional(),
  SMTP_OAUTH_CLIENT_ID: z.string().optional(),
  SMTP_OAUTH_CLIENT_SECRET: z.string().optional(),
  SMTP_OAUTH_SCOPE: z.string().default('https://outlook.office365.com/.default'),
  SMS_URL: address(
    ['twilio:', 'smpp:', 'http:', 'https:'],
    'twilio://SID:TOKEN@FROM, smpp://USER:PASS@HOST:PORT or https://gateway.example/send',
  ).optional(),
  SMS_FORMAT: smsFormatFile.optional(),
  PUSH_ALLOW_PRIVATE: flag.default(false),
  TRUST_PROXY: networks.default(['loopback']),
  ...proxyShape,
  ALARM_WEBHOOK_URL: address(['http:', 'https:'], 'https://on-call.hospital.example/wardvoice').optional(),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .min(MIN_WEBHOOK_SECRET_CHARACTERS, `is too short: give at least ${MIN_WEBHOOK_SECRET_CHARACTERS} characters`)
    .optional(),
  API_DOCS: flag.default(true),
  HSTS_SUBDOMAINS: flag.default(false),
  REQUIRE_TLS: flag.default(false),
  AUDIT_ANCHOR: z
    .string()
    .refine(isAbsolute, 'is not an absolute path: give a folder such as /mnt/write-once/wardvoice')
    .optional(),
  AUDIT_SYSLOG: syslogReceiver.optional(),
  AUDIT_SYSLOG_CA: pemFile.optional(),
  AUDIT_RETENTION_DAYS: wholeNumber(MIN_AUDIT_DAYS, 36_500).optional(),
  BACKUP_URL: backupPlace.optional(),
  BACKUP_KEY: secretKey.optional(),
  BACKUP_KEEP_DAYS: wholeNumber(1, 36_500).default(30),
  BACKUP_WAL_DAYS: wholeNumber(0, 365).default(7),
  EXPORT_URL: exportPlace.optional(),
  EXPORT_KEEP_DAYS: wholeNumber(1, 36_500).default(30),
  LOG_LEVEL: z.enum(LOG_LEVELS, `is not a level: give one of ${LOG_LEVELS.join(', ')}`).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:'], 'http://collector.hospital.example:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: namesAndValues.default({}),
  OTEL_SERVICE_NAME: z.string().max(100, 'is longer than 100 characters').default('wardvoice'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  SINGLE_SIGN_ON_ONLY: flag.default(false),
  REGISTRATION: flag.default(false),
});

/** Their values may hold a password, so a problem with them is told without the value. */
const SECRET_VALUES = /URL|SECRET|PASSWORD|KEY|HEADERS|^HTTPS?_PROXY/;

/** Reads and checks every setting; each problem is one line that names the setting and says what to do. */
export function readConfig(environment: Environment): ConfigResult {
  const { settings: given, problems: fileProblems } = readSettingFiles(withProxyNames(withoutEmpty(environment)));
  const result = settings.safeParse(given);
  const { providers, problems: ofProviders } = readProviders(given);
  const { ehrs, problems: ofEhrs } = readEhrs(given);
  const problems = [
    ...fileProblems,
    ...(result.success ? [] : result.error.issues.map(describe(given))),
    ...missingPartners(given),
    ...ofProviders,
    ...ofEhrs,
    ...(result.data?.REQUIRE_TLS ? listUnencrypted(given) : []),
  ];
  if (!result.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: { ...toConfig(result.data, given), oidc: providers, ehrs } };
}

/** An empty value counts as not given, as compose files write them. */
const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));

/** The names of all settings. */
export const listSettings = (): Set<string> =>
  new Set([
    ...Object.keys(settings.shape),
    ...PROVIDER_SETTINGS,
    ...EHR_SETTINGS,
    ...SETTINGS_FROM_FILES.map((name) => `${name}_FILE`),
  ]);

/** The environment of this process over what a `.env` file in the working directory says. */
export function loadEnvironment(envFile = '.env'): Environment {
  return { ...readEnvFile(envFile), ...process.env };
}

/** What a `.env` file says; nothing where there is none. */
export const readEnvFile = (envFile: string): Environment =>
  existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};

/** With PORT=0 the port is known once we listen; a public address nobody chose follows it. */
export function withPort(config: Config, listeningPort: number): Config {
  const isDefault = config.publicUrl === defaultPublicUrl(config, config.port);
  const publicUrl = isDefault ? defaultPublicUrl(config, listeningPort) : config.publicUrl;
  return { ...config, port: listeningPort, publicUrl };
}

function smtpTokensOf(from: z.output<typeof settings>): SmtpTokenSettings | null {
  const { SMTP_OAUTH_TOKEN_URL: url, SMTP_OAUTH_CLIENT_ID: clientId, SMTP_OAUTH_CLIENT_SECRET: clientSecret } = from;
  return url && clientId && clientSecret ? { url, clientId, clientSecret, scope: from.SMTP_OAUTH_SCOPE } : null;
}

function toConfig(from: z.output<typeof settings>, given: Environment): Omit<Config, 'oidc' | 'ehrs'> {
  const tls = certificateOf(given, { cert: 'TLS_CERT', key: 'TLS_KEY', ca: null }, from);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = from;
  const { ALARM_WEBHOOK_URL: webhookUrl, ALARM_WEBHOOK_SECRET: webhookSecret } = from;
  return {
    host: from.HOST,
    port: from.PORT,
    metricsPort: from.METRICS_PORT ?? null,
    publicUrl: from.PUBLIC_URL?.replace(/\/+$/, '') ?? defaultPublicUrl({ host: from.HOST, tls }, from.PORT),
    tls,
    mllp: {
      host: from.MLLP_HOST,
      port: from.MLLP_PORT,
      tls: certificateOf(given, { cert: 'MLLP_TLS_CERT', key: 'MLLP_TLS_KEY', ca: 'MLLP_TLS_CA' }, from),
      limits: {
        maxConnections: from.MLLP_MAX_CONNECTIONS,
        maxPerPeer: from.MLLP_MAX_PER_PEER,
        idleSeconds: from.MLLP_IDLE_SECONDS || null,
        allow: from.MLLP_ALLOW,
      },
    },
    databaseUrl: from.DATABASE_URL ?? null,
    databaseOwnerUrl: from.DATABASE_OWNER_URL ?? null,
    dataDir: resolve(from.DATA_DIR),
    roles: from.ROLES,
    admin: email && password ? { email, password } : null,
    secretKey: from.SECRET_KEY ?? null,
    secretKeyBefore: from.SECRET_KEY_BEFORE ?? null,
    smtpUrl: from.SMTP_URL ?? null,
    smtpTokens: smtpTokensOf(from),
    smsUrl: from.SMS_URL ?? null,
    smsFormat: from.SMS_FORMAT ?? null,
    pushAllowPrivate: from.PUSH_ALLOW_PRIVATE,
    trustProxy: from.TRUST_PROXY,
    proxy: proxyOf(from),
    alarmWebhook: webhookUrl && webhookSecret ? { url: webhookUrl, secret: webhookSecret } : null,
    hasApiDocs: from.API_DOCS,
    hstsSubDomains: from.HSTS_SUBDOMAINS,
    auditAnchor: from.AUDIT_ANCHOR ?? null,
    auditSyslog: syslogOf(from),
    auditRetentionDays: from.AUDIT_RETENTION_DAYS ?? null,
    backupUrl: from.BACKUP_URL ?? null,
    backupKey: from.BACKUP_KEY ?? null,
    backupKeepDays: from.BACKUP_KEEP_DAYS,
    backupWalDays: from.BACKUP_WAL_DAYS,
    exportUrl: from.EXPORT_URL ?? null,
    exportKeepDays: from.EXPORT_KEEP_DAYS,
    logLevel: from.LOG_LEVEL,
    tracing:
      from.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: from.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: from.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: from.OTEL_SERVICE_NAME,
            share: from.OTEL_TRACES_SAMPLER_ARG,
          },
    requireTls: from.REQUIRE_TLS,
    unencrypted: listUnencrypted(given),
    singleSignOnOnly: from.SINGLE_SIGN_ON_ONLY,
    registration: from.REGISTRATION,
  };
}

type PemSetting = 'TLS_CERT' | 'TLS_KEY' | 'MLLP_TLS_CERT' | 'MLLP_TLS_KEY' | 'MLLP_TLS_CA';

function certificateOf(
  given: Environment,
  settingOf: { cert: PemSetting; key: PemSetting; ca: PemSetting | null },
  texts: Partial<Record<PemSetting, string>>,
): FollowedCertificate | null {
  const { [settingOf.cert]: cert, [settingOf.key]: key } = texts;
  if (!cert || !key) return null;
  const ca = (settingOf.ca && texts[settingOf.ca]) ?? null;
  const fileOf = (setting: PemSetting) => ({ setting, path: given[setting] ?? '' });
  const caFile = ca !== null && settingOf.ca ? fileOf(settingOf.ca) : null;
  return { cert, key, ca, files: { cert: fileOf(settingOf.cert), key: fileOf(settingOf.key), ca: caFile } };
}

function syslogOf({ AUDIT_SYSLOG: receiver, AUDIT_SYSLOG_CA: ca }: z.output<typeof settings>): SyslogReceiver | null {
  if (!receiver) return null;
  const { host: hostName, port: portNumber, isTls } = receiver;
  return { host: hostName, port: portNumber, tls: isTls ? { ca: ca ?? null } : null };
}

/** Nobody can open http://0.0.0.0 on another machine, nor everywhere on this one. */
function defaultPublicUrl({ host: hostName, tls }: Pick<Config, 'host' | 'tls'>, portNumber: number): string {
  const everywhere = hostName === '0.0.0.0' || hostName === '::';
  const name = everywhere ? 'localhost' : hostName.includes(':') ? `[${hostName}]` : hostName;
  return `${tls ? 'https' : 'http'}://${name}:${portNumber}`;
}

function describe(given: Environment) {
  return (issue: z.core.$ZodIssue): string => {
    const name = String(issue.path[0]);
    const value = SECRET_VALUES.test(name) ? '' : ` "${given[name]}"`;
    return `${name}${value} ${issue.message}.`;
  };
}
