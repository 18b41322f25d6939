import { listSettings, readEnvFile } from './config.ts';
import { findNearest } from './find-nearest.ts';

/** How the names of our settings begin. */
const OUR_PREFIXES = [
  'MLLP_',
  'ADMIN_',
  'SMTP_',
  'SMS_',
  'PUSH_',
  'ALARM_',
  'METRICS_',
  'OIDC_',
  'EHR_',
  'SINGLE_SIGN_ON',
  'TRUST_',
  'API_',
  'HSTS_',
  'TLS_',
  'REGISTRATION',
  'REQUIRE_',
  'AUDIT_',
  'DATABASE_OWNER_',
  'SECRET_',
  'BACKUP_',
  'EXPORT_',
];

/** A `.env` file may hold these for others: Node itself, and the names of ours in small letters. */
const FOR_NODE = /^(NODE_|TZ$|no_proxy$|https?_proxy$)/;

/** Shorter names, such as HOST, resemble too many that belong to others. */
const MIN_NEAR_CHARACTERS = 7;

/**
 * Settings that nobody reads although they look like ours: a slip of the pen, most likely. Whoever made a `.env` file meant
 * all of it for us; of the environment, what begins as settings of ours do, and what differs from one by a letter or two.
 */
export function listUnknown(environment: Readonly<Record<string, string | undefined>>, envFile = '.env'): string[] {
  const known = listSettings();
  const isOurs = (name: string) => OUR_PREFIXES.some((prefix) => name.startsWith(prefix));
  const isNear = (name: string) => name.length >= MIN_NEAR_CHARACTERS && findNearest(name, known) !== null;
  const suspects = [
    ...Object.keys(readEnvFile(envFile)),
    ...Object.keys(environment).filter((name) => isOurs(name) || isNear(name)),
  ];
  return [...new Set(suspects)].filter((name) => !known.has(name) && !FOR_NODE.test(name)).sort();
}

/** Returns the setting that somebody may have meant; null: none resembles this name. */
export const findMeantSetting = (name: string): string | null => findNearest(name, listSettings());
