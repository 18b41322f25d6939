import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import { derivedToken, derivedTokens, isDerivedToken, sameSecret } from '../../platform/secrets.ts';

/**
 * A cookie that says which accounts have signed in with this browser. It gives access to nothing: it only separates
 * attempts of an account's owner from those of strangers (docs/decisions/0041). Several people share the computer of a
 * ward, so the cookie has an entry for each of them.
 */
const COOKIE = 'wardvoice_device';
const VALID_SECONDS = 180 * 24 * 60 * 60;
/** The cookie is sent with every call, so it names the people who signed in last. */
const MAX_ENTRIES = 20;
const DEVICE_BYTES = 12;
const EPOCH_CHARACTERS = 12;
const EPOCH_PURPOSE = 'device-epoch';
const PURPOSE = 'device-cookie';
const ENTRY = /^(\d{1,15})\.([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{12})\.([\w-]{27})$/;

export interface DeviceEntry {
  userId: number;
  device: string;
  /** The entry as it stands in the cookie. */
  text: string;
  epoch: string;
}

interface Person {
  id: number;
  password_hash: string;
}

/** It changes with the password, which so ends the entries of all devices. */
const epochsOf = ({ keys }: Context, { id, password_hash }: Person): string[] =>
  derivedTokens(keys, EPOCH_PURPOSE, `${id}:${password_hash}`).map((token) => token.slice(0, EPOCH_CHARACTERS));

const newEpoch = ({ keys }: Context, { id, password_hash }: Person): string =>
  derivedToken(keys, EPOCH_PURPOSE, `${id}:${password_hash}`).slice(0, EPOCH_CHARACTERS);

/** Returns the entries that we have made and that have not expired. Whether the password has changed is not known yet. */
export function readDevices(ctx: Context, request: Pick<FastifyRequest, 'headers'>): DeviceEntry[] {
  const value = readCookie(ctx, request, COOKIE, String.raw`[\w.~-]{1,3000}`) ?? '';
  return value
    .split('~')
    .slice(0, MAX_ENTRIES)
    .flatMap((text) => readEntry(ctx, text) ?? []);
}

function readEntry(ctx: Context, text: string): DeviceEntry | null {
  const [, userId = '', device = '', madeAt = '', epoch = '', signature = ''] = ENTRY.exec(text) ?? [];
  const unsigned = `${userId}.${device}.${madeAt}.${epoch}`;
  if (!userId || !isDerivedToken(ctx.keys, signature, PURPOSE, unsigned)) return null;
  const ageSeconds = ctx.clock().getTime() / 1000 - Number.parseInt(madeAt, 36);
  return ageSeconds < VALID_SECONDS ? { userId: Number(userId), device, text, epoch } : null;
}

/** Returns the device on which the person has signed in with their present password, or null. */
export function findDevice(ctx: Context, devices: readonly DeviceEntry[], person: Person | undefined): string | null {
  if (!person) return null;
  const epochs = epochsOf(ctx, person);
  const isPresent = (entry: DeviceEntry) => epochs.some((epoch) => sameSecret(entry.epoch, epoch));
  return devices.find((entry) => entry.userId === person.id && isPresent(entry))?.device ?? null;
}

/** Makes this browser one that the person has signed in with, for another 180 days. */
export function rememberDevice(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  person: Person,
): void {
  const devices = readDevices(ctx, request);
  const device = findDevice(ctx, devices, person) ?? randomBytes(DEVICE_BYTES).toString('base64url');
  const madeAt = Math.floor(ctx.clock().getTime() / 1000).toString(36);
  const unsigned = `${person.id}.${device}.${madeAt}.${newEpoch(ctx, person)}`;
  const others = devices.filter(({ userId }) => userId !== person.id).map(({ text }) => text);
  const value = [`${unsigned}.${derivedToken(ctx.keys, PURPOSE, unsigned)}`, ...others].slice(0, MAX_ENTRIES).join('~');
  setCookie(ctx, reply, { name: COOKIE, value, seconds: VALID_SECONDS, path: '/api', sameSite: 'Strict' });
}
