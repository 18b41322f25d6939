import { readDatabaseAddress } from './platform/db/hosts/database-address.ts';
import { isThisMachine } from './platform/is-this-machine.ts';
import { EHR_SETTINGS } from './setting-ehrs.ts';
import { PROVIDER_SETTINGS } from './setting-providers.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** How an address of a setting is encrypted, and what to write so that it is. */
const ADDRESSES: Readonly<Record<string, { isEncrypted: (url: URL, given: Given) => boolean; advice: string }>> = {
  PUBLIC_URL: { isEncrypted: isHttps, advice: 'give an address that begins with https://' },
  SMTP_URL: {
    isEncrypted: (url, given) =>
      url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true' || 'SMTP_OAUTH_TOKEN_URL' in given,
    advice: 'begin it with smtps://, or add ?requireTLS=true',
  },
  SMS_URL: {
    isEncrypted: (url) =>
      ['https:', 'twilio:'].includes(url.protocol) || (url.protocol === 'smpp:' && url.searchParams.get('tls') === '1'),
    advice: 'begin it with https://, or add &tls=1 to smpp://',
  },
  DATABASE_URL: { isEncrypted: isVerifiedPostgres, advice: 'add ?sslmode=verify-full' },
  DATABASE_OWNER_URL: { isEncrypted: isVerifiedPostgres, advice: 'add ?sslmode=verify-full' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { isEncrypted: isHttps, advice: 'give an address that begins with https://' },
  ALARM_WEBHOOK_URL: { isEncrypted: isHttps, advice: 'give an address that begins with https://' },
  ...Object.fromEntries(
    [...PROVIDER_SETTINGS, ...EHR_SETTINGS]
      .filter((name) => name.endsWith('_ISSUER'))
      .map((name) => [name, { isEncrypted: isHttps, advice: 'give an address that begins with https://' }]),
  ),
  AUDIT_SYSLOG: { isEncrypted: (url) => url.protocol === 'tls:', advice: 'begin it with tls://' },
};

/** Ports that we open: where each listens by default, and the certificate that encrypts it. */
const PORTS = [
  { role: 'web', host: 'HOST', certificate: 'TLS_CERT', what: 'the web port' },
  { role: 'mllp', host: 'MLLP_HOST', certificate: 'MLLP_TLS_CERT', what: 'the MLLP listener' },
] as const;

/**
 * Returns a line for each connection that leaves this machine and may not be encrypted, or whose peer is not checked, with what
 * to do. Connections within this machine are left alone.
 */
export function listUnencrypted(given: Given): string[] {
  const lines: string[] = [];
  for (const [name, { isEncrypted, advice }] of Object.entries(ADDRESSES)) {
    const { url, hosts } = readAddress(given[name] ?? '') ?? {};
    if (url && !hosts?.every(isThisMachine) && !isEncrypted(url, given))
      lines.push(`${name} is not encrypted: ${advice}.`);
  }
  const backupEndpoint = endpointOf(given['BACKUP_URL']);
  if (backupEndpoint?.protocol === 'http:' && !isThisMachine(backupEndpoint.hostname))
    lines.push('The endpoint in BACKUP_URL is not encrypted: begin it with https://.');
  const roles = given['ROLES']?.split(',').map((role) => role.trim()) ?? ['web', 'mllp'];
  for (const { role, host, certificate, what } of PORTS) {
    if (!roles.includes(role) || given[certificate] || isThisMachine(given[host] ?? '127.0.0.1')) continue;
    lines.push(
      `${host} opens ${what} to other machines without TLS: set ${certificate} and its key, or listen on 127.0.0.1.`,
    );
  }
  return lines;
}

/** The address of a store in BACKUP_URL; null: it is Amazon's, or a folder. */
function endpointOf(backupUrl: string | undefined): URL | null {
  if (!backupUrl || !URL.canParse(backupUrl)) return null;
  const endpoint = new URL(backupUrl).searchParams.get('endpoint');
  return endpoint && URL.canParse(endpoint) ? new URL(endpoint) : null;
}

function isHttps(url: URL): boolean {
  return url.protocol === 'https:';
}

/** Other modes check the certificate today and no longer in the next version of node-postgres (pg-connection-string, README). */
function isVerifiedPostgres({ searchParams }: URL): boolean {
  return searchParams.get('sslmode') === 'verify-full';
}

/** Returns an address and all machines that it leads to; null: it is none. A database may have several. */
function readAddress(text: string): { url: URL; hosts: readonly string[] } | null {
  const database = readDatabaseAddress(text);
  if (database) {
    // PostgreSQL takes its host, or the folder of a local socket, also as a parameter.
    const named = database.url.searchParams.get('host');
    return { url: database.url, hosts: named ? [named] : database.hosts.map(({ host }) => host) };
  }
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return { url, hosts: [url.hostname] };
}
