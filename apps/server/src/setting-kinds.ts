import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { readDatabaseAddress } from './platform/db/hosts/database-address.ts';
import { readSmsFormat, type SmsFormat } from './platform/gateways/sms-format.ts';
import { MIN_SECRET_KEY_CHARACTERS } from './platform/keys/secret-key-file.ts';

/* Kinds of settings: each reads the text of a setting, and says what to do where it is wrong. */

/** What a process does; many processes, each with a part, may share one database. */
export type Role = (typeof ROLES)[number];

export const ROLES = ['web', 'mllp', 'worker'] as const;

export const host = z
  .string()
  .regex(/^[\w.:%-]+$/, 'is not a host name or IP address: write it bare, such as 127.0.0.1 or 0.0.0.0');

export const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: 'is not a port: give a whole number from 0 to 65535',
  })
  .transform(Number);

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })
    .transform(Number);

export const share = z
  .string()
  .refine((text) => /^(?:0|1|[01]?\.\d{1,9})$/.test(text) && Number(text) <= 1, {
    error: 'is not a share: give a number from 0 to 1, such as 0.1',
  })
  .transform(Number);

/** As OpenTelemetry writes headers: `name=value,other=value`, with what is special in them as %20. */
export const namesAndValues = z.string().transform((text, context): Record<string, string> => {
  const pairs = text.split(',').map((pair) => pair.split('=', 2).map((part) => part.trim()));
  try {
    const decoded = pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value)] as const);
    if (decoded.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value)))
      return Object.fromEntries(decoded);
  } catch {
    // A % that begins nothing.
  }
  context.addIssue('is not understood: write it like authorization=Bearer%20TOKEN,x-site=north');
  return z.NEVER;
});

export const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'is neither on nor off: give 1 or 0',
});

export function address(protocols: readonly string[], example: string) {
  const message = `is not an address this setting understands: write it like ${example}`;
  return z.string().refine((text) => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    return protocols.includes(url.protocol) && url.host !== '';
  }, message);
}

export function databaseAddress(example: string) {
  return z.string().refine((text) => readDatabaseAddress(text) !== null, {
    error:
      `is not an address this setting understands: write it like ${example}; several hosts with commas between, each ` +
      'with its port, and of target_session_attrs only read-write or primary',
  });
}

export const syslogReceiver = z.string().transform((text, context) => {
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

/** The place of a store: a folder of this machine, or a bucket. */
const placeFor = (what: string) =>
  z.string().refine((text) => {
    if (isAbsolute(text)) return true;
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'file:' || (protocol === 's3:' && hostname !== '');
  }, `is no place for ${what}: give the absolute path of a folder, or write it like s3://KEY:SECRET@bucket/wardvoice?region=eu-west-1`);

export const backupPlace = placeFor('backups');
export const exportPlace = placeFor('exports');

export const pemFile = z.string().transform((path, context) => {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN ')) return text;
    context.addIssue('is not a PEM file: it should hold a line that starts with -----BEGIN');
  } catch {
    context.addIssue('names a file that cannot be read: check the path, and that this user may read it');
  }
  return z.NEVER;
});

/** A file that says how an HTTP gateway of SMS is spoken to. */
export const smsFormatFile = z.string().transform((path, context): SmsFormat => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    context.addIssue('names a file that cannot be read: check the path, and that this user may read it');
    return z.NEVER;
  }
  const read = readSmsFormat(content);
  if ('format' in read) return read.format;
  context.addIssue(`names a file that is not understood: ${read.problem}`);
  return z.NEVER;
});

export const roles = z.string().transform((text, context): ReadonlySet<Role> => {
  const wanted = text.split(',').map((part) => part.trim());
  const known = ROLES.filter((role) => wanted.includes(role));
  if (wanted.every((part) => ROLES.some((role) => role === part))) return new Set(known);
  context.addIssue(`has an unknown part: give any of ${ROLES.join(',')}, with commas between`);
  return z.NEVER;
});

export const networks = z.string().transform((text, context): string[] => {
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

export const secretKey = z
  .string()
  .min(
    MIN_SECRET_KEY_CHARACTERS,
    `is too short: give at least ${MIN_SECRET_KEY_CHARACTERS} random characters, or leave it out to have one made`,
  );
