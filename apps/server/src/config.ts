import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import type { CertificateFiles, CertificateTexts } from './platform/follow-certificate.ts';
import { MIN_SECRET_KEY_CHARACTERS } from './platform/keys/secret-key-file.ts';
import type { SyslogReceiver } from './platform/syslog/send-syslog.ts';

/** What a process does; many processes, each with a part, may share one database. */
export type Role = 'web' | 'mllp' | 'worker';

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
  /** null: text messages stay in the outbox. */
  smsUrl: string | null;
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
  logLevel: LogLevel;
  oidc: { issuer: string; clientId: string; clientSecret: string; acrValues: string[] } | null;
  /** Whether nobody signs in with a password, except superusers in an emergency. */
  singleSignOnOnly: boolean;
  /** Whether anybody may register; else an administrator has to invite them. */
  registration: boolean;
};

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ROLES = ['web', 'mllp', 'worker'] as const;
const MIN_WEBHOOK_SECRET_CHARACTERS = 16;
const DAY_SECONDS = 24 * 60 * 60;
/** A timer of Node cannot wait longer than 24.8 days. */
const MAX_IDLE_SECONDS = 20 * DAY_SECONDS;

const host = z
  .string()
  .regex(/^[\w.:%-]+$/, 'is not a host name or IP address: write it bare, such as 127.0.0.1 or 0.0.0.0');

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: 'is not a port: give a whole number from 0 to 65535',
  })
  .transform(Number);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })
    .transform(Number);

const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'is neither on nor off: give 1 or 0',
});

function address(protocols: readonly string[], example: string) {
  const message = `is not an address this setting understands: write it like ${example}`;
  return z.string().refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return protocols.includes(url.protocol) && url.host !== '';
  }, message);
}

const syslogReceiver = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isTls = url?.protocol === 'tls:';
  // A bare address: syslog has no path, and nobody signs in to it.
  const isBare = url !== null && `${url.protocol}//${url.host}` === text.replace(/\/$/, '').toLowerCase();
  if (url?.port && isBare && (isTls || url.protocol === 'tcp:'))
    return { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port), isTls };
  context.addIssue(
    'is not a receiver: write it with its port, like tls://siem.hospital.example:6514 or tcp://10.1.2.3:601',
  );
  return z.NEVER;
});

const pemFile = z.string().transform((path, context) => {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN ')) return text;
    context.addIssue('is not a PEM file: it should hold a line that starts with -----BEGIN');
  } catch {
    context.addIssue('names a file that cannot be read: check the path, and that this user may read it');
  }
  return z.NEVER;
});

const roles = z.string().transform((text, context): ReadonlySet<Role> => {
  const wanted = text.split(',').map((part) => part.trim());
  const known = ROLES.filter((role) => wanted.includes(role));
  if (wanted.every((part) => ROLES.some((role) => role === part))) return new Set(known);
  context.addIssue(`has an unknown part: give any of ${ROLES.join(',')}, with commas between`);
  return z.NEVER;
});

const networks = z.string().transform((text, context): string[] => {
  const parts = text.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => part !== 'loopback' && !isNetwork(part));
  if (wrong === undefined) return parts;
  context.addIssue(
    `has a part that is no address, "${wrong}": give addresses or networks such as 10.1.2.3,10.0.0.0/8,loopback`,
  );
  return z.NEVER;
});

function isNetwork(text: string): boolean {
  const [ip = '', prefix] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  return bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits));
}

const secretKey = z
  .string()
  .min(
    MIN_SECRET_KEY_CHARACTERS,
    `is too short: give at least ${MIN_SECRET_KEY_CHARACTERS} random characters, or leave it out to have one made`,
  );

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
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/wardvoice').optional(),
  DATABASE_OWNER_URL: address(['postgres:', 'postgresql:'], 'postgres://owner:password@host:5432/wardvoice').optional(),
  DATA_DIR: z.string().default('./data'),
  ROLES: roles.default(new Set(ROLES)),
  ADMIN_EMAIL: z.email('is not an e-mail address: write it like matron@hospital.example').optional(),
  // Checked when the first superuser is made by it, and by nobody afterwards.
  ADMIN_PASSWORD: z.string().optional(),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_BEFORE: secretKey.optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.hospital.example:587').optional(),
  SMS_URL: address(
    ['twilio:', 'smpp:', 'http:', 'https:'],
    'twilio://SID:TOKEN@FROM, smpp://USER:PASS@HOST:PORT or https://gateway.example/send',
  ).optional(),
  PUSH_ALLOW_PRIVATE: flag.default(false),
  TRUST_PROXY: networks.default(['loopback']),
  ALARM_WEBHOOK_URL: address(['http:', 'https:'], 'https://on-call.hospital.example/wardvoice').optional(),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .min(MIN_WEBHOOK_SECRET_CHARACTERS, `is too short: give at least ${MIN_WEBHOOK_SECRET_CHARACTERS} characters`)
    .optional(),
  API_DOCS: flag.default(true),
  HSTS_SUBDOMAINS: flag.default(false),
  AUDIT_ANCHOR: z
    .string()
    .refine(isAbsolute, 'is not an absolute path: give a folder such as /mnt/write-once/wardvoice')
    .optional(),
  AUDIT_SYSLOG: syslogReceiver.optional(),
  AUDIT_SYSLOG_CA: pemFile.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `is not a level: give one of ${LOG_LEVELS.join(', ')}`).default('info'),
  OIDC_ISSUER: address(['http:', 'https:'], 'https://login.hospital.example/realms/staff').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ACR_VALUES: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter(Boolean)),
  SINGLE_SIGN_ON_ONLY: flag.default(false),
  REGISTRATION: flag.default(false),
});

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Settings that only make sense together: name one, and the others must be there. */
const TOGETHER = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['MLLP_TLS_CERT', 'MLLP_TLS_KEY'],
  ['TLS_CERT', 'TLS_KEY'],
  ['ALARM_WEBHOOK_URL', 'ALARM_WEBHOOK_SECRET'],
  OIDC,
] as const;

/** Their values may hold a password, so a problem with them is told without the value. */
const SECRET_VALUES = /URL|SECRET|PASSWORD|KEY/;

/** Reads and checks every setting; each problem is one line that names the setting and says what to do. */
export function readConfig(environment: Environment): ConfigResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  const problems = [...(result.success ? [] : result.error.issues.map(describe(given))), ...missingPartners(given)];
  if (!result.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: toConfig(result.data, given) };
}

/**
 * Settings that nobody reads although they look like ours: a slip of the pen, most likely. Whoever made a `.env` file meant
 * all of it for us; of the environment, what begins as settings of ours do.
 */
export function listUnknown(environment: Environment, envFile = '.env'): string[] {
  const known = new Set(Object.keys(settings.shape));
  const isOurs = (name: string) => OUR_PREFIXES.some((prefix) => name.startsWith(prefix));
  const suspects = [...Object.keys(readEnvFile(envFile)), ...Object.keys(environment).filter(isOurs)];
  return [...new Set(suspects)].filter((name) => !known.has(name) && !FOR_NODE.test(name)).sort();
}

const OUR_PREFIXES = [
  'MLLP_',
  'ADMIN_',
  'SMTP_',
  'SMS_',
  'PUSH_',
  'ALARM_',
  'METRICS_',
  'OIDC_',
  'SINGLE_SIGN_ON',
  'TRUST_',
  'API_',
  'HSTS_',
  'TLS_',
  'REGISTRATION',
  'AUDIT_',
  'DATABASE_OWNER_',
  'SECRET_',
];
/** A `.env` file may hold these for others: Node itself, and proxies. */
const FOR_NODE = /^(NODE_|TZ$|NO_PROXY$|HTTPS?_PROXY$)/i;

/** The environment of this process over what a `.env` file in the working directory says. */
export function loadEnvironment(envFile = '.env'): Environment {
  return { ...readEnvFile(envFile), ...process.env };
}

const readEnvFile = (envFile: string): Environment =>
  existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};

/** With PORT=0 the port is known once we listen; a public address nobody chose follows it. */
export function withPort(config: Config, listeningPort: number): Config {
  const isDefault = config.publicUrl === defaultPublicUrl(config, config.port);
  const publicUrl = isDefault ? defaultPublicUrl(config, listeningPort) : config.publicUrl;
  return { ...config, port: listeningPort, publicUrl };
}

function toConfig(from: z.output<typeof settings>, given: Environment): Config {
  const tls = certificateOf(given, { cert: 'TLS_CERT', key: 'TLS_KEY', ca: null }, from);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = from;
  const { ALARM_WEBHOOK_URL: webhookUrl, ALARM_WEBHOOK_SECRET: webhookSecret } = from;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = from;
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
    smsUrl: from.SMS_URL ?? null,
    pushAllowPrivate: from.PUSH_ALLOW_PRIVATE,
    trustProxy: from.TRUST_PROXY,
    alarmWebhook: webhookUrl && webhookSecret ? { url: webhookUrl, secret: webhookSecret } : null,
    hasApiDocs: from.API_DOCS,
    hstsSubDomains: from.HSTS_SUBDOMAINS,
    auditAnchor: from.AUDIT_ANCHOR ?? null,
    auditSyslog: syslogOf(from),
    logLevel: from.LOG_LEVEL,
    oidc:
      issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, acrValues: from.OIDC_ACR_VALUES } : null,
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

function missingPartners(given: Environment): string[] {
  const problems = TOGETHER.flatMap((names) => {
    const present = names.filter((name) => given[name]);
    if (present.length === 0) return [];
    const missing = names.filter((name) => !given[name]);
    return missing.map(
      (name) => `${name} is missing: it goes with ${present.join(' and ')}; set all of them, or none.`,
    );
  });
  if (given['MLLP_TLS_CA'] && !given['MLLP_TLS_CERT']) {
    problems.push('MLLP_TLS_CERT is missing: it goes with MLLP_TLS_CA; set certificate and key as well, or none.');
  }
  if (given['AUDIT_SYSLOG_CA'] && !/^tls:/i.test(given['AUDIT_SYSLOG'] ?? '')) {
    problems.push('AUDIT_SYSLOG_CA goes with an AUDIT_SYSLOG that begins with tls://; set both, or leave it out.');
  }
  if (given['SECRET_KEY_BEFORE'] && !given['SECRET_KEY']) {
    problems.push('SECRET_KEY is missing: it replaces SECRET_KEY_BEFORE; set both, or none.');
  }
  if (given['DATABASE_OWNER_URL'] && !given['DATABASE_URL']) {
    problems.push('DATABASE_URL is missing: it goes with DATABASE_OWNER_URL; set both, or only DATABASE_URL.');
  }
  if (isOn(given['SINGLE_SIGN_ON_ONLY']) && !OIDC.some((name) => given[name])) {
    problems.push(
      `${OIDC.join(', ')} are missing: without them nobody could sign in with SINGLE_SIGN_ON_ONLY; set them, or leave it out.`,
    );
  }
  if (given['OIDC_ACR_VALUES'] && !OIDC.some((name) => given[name])) {
    problems.push(
      `${OIDC.join(', ')} are missing: OIDC_ACR_VALUES is asked of that provider; set them, or leave it out.`,
    );
  }
  if (isOn(given['SINGLE_SIGN_ON_ONLY']) && isOn(given['REGISTRATION'])) {
    problems.push(
      'REGISTRATION asks for passwords, which SINGLE_SIGN_ON_ONLY refuses: leave one of them out. Invite people instead.',
    );
  }
  return problems;
}

const isOn = (value: string | undefined): boolean => flag.safeParse(value).data === true;
