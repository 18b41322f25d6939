import { readFileSync } from 'node:fs';
import { EHR_SETTINGS } from './setting-ehrs.ts';
import { PROVIDER_SETTINGS } from './setting-providers.ts';

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Settings that hold a secret. Each may be given as a file, `NAME_FILE`, the way in which vaults, Docker and Kubernetes hand out
 * secrets, so that it is in no environment.
 */
export const SETTINGS_FROM_FILES: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'SECRET_KEY_BEFORE',
  'SMTP_URL',
  'SMTP_OAUTH_CLIENT_SECRET',
  'SMS_URL',
  'ALARM_WEBHOOK_URL',
  'ALARM_WEBHOOK_SECRET',
  'BACKUP_URL',
  'EXPORT_URL',
  'BACKUP_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  ...[...PROVIDER_SETTINGS, ...EHR_SETTINGS].filter((name) => name.endsWith('_CLIENT_SECRET')),
];

/** Returns the settings with the contents of their files, and a line for each file that cannot be used. */
export function readSettingFiles(given: Given): { settings: Given; problems: string[] } {
  const settings: Record<string, string | undefined> = { ...given };
  const problems: string[] = [];
  for (const name of SETTINGS_FROM_FILES) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    const content = given[name] ? null : readSecret(path);
    if (content) settings[name] = content;
    else if (given[name]) problems.push(`${name} and ${name}_FILE are both given: leave one of them out.`);
    else if (content === '')
      problems.push(`${name}_FILE names an empty file: write the secret into it, without quotes.`);
    else
      problems.push(`${name}_FILE names a file that cannot be read: check the path, and that this user may read it.`);
  }
  return { settings, problems };
}

/** Returns the content without the line end that editors add. Null: the file cannot be read. */
function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
