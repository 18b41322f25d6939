import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { derivedToken, sameSecret } from '../../platform/secrets.ts';
import type { PatientChannel } from './patient-channel.ts';
import { maskAddress } from './mask-address.ts';
import {
  deleteOwnOptOut,
  findAddressesOf,
  findOptOutSource,
  getSenderName,
  insertOptOut,
  OWN_WORD,
  type SentTo,
} from './opt-outs.queries.ts';
import { readUnsubscribeToken } from './unsubscribe-link.ts';

export interface ChannelPreference {
  channel: PatientChannel;
  /** Shortened: a forwarded message tells nobody the whole. */
  address: string;
  /** `others`: a colleague or the hospital's mail service noted it, so it is not taken back here. */
  state: 'on' | 'off' | 'others';
  /** Stands for the address on the page, so that no other is switched. */
  sign: string;
}

export interface Preferences {
  hospital: string;
  language: string | null;
  channels: ChannelPreference[];
}

export interface PreferenceWish {
  channel: PatientChannel;
  wanted: boolean;
  sign: string;
}

const PURPOSE = 'preferences';

/** What the person behind an unsubscribe link gets, by channel. Looking changes nothing: mail scanners open every link. */
export const readPreferences = (house: Context, token: string): Promise<Preferences> =>
  house.db.transaction(SYSTEM_SCOPE, async (tx) => describe(tx, house, await findSent(tx, house, token)));

/** Switches one channel. False when the page showed an address that is no longer the person's: they look again. */
export async function switchChannel(house: Context, token: string, wish: PreferenceWish): Promise<boolean> {
  return house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const sent = await findSent(tx, house, token);
    const address = (await findAddressesOf(tx, sent)).find(({ channel }) => channel === wish.channel)?.address;
    if (!address || !sameSecret(wish.sign, signOf(house, sent.key, wish.channel, address))) return false;
    const at = { applicationId: sent.application_id, channel: wish.channel, address };
    if (wish.wanted) await deleteOwnOptOut(tx, at);
    else await insertOptOut(tx, at, 'preferences');
    return true;
  });
}

async function findSent(tx: Tx, house: Context, token: string): Promise<SentTo & { key: string }> {
  const key = readUnsubscribeToken(house.secretKey, token);
  if (!key) throw new NotFound('This link');
  const sent = await tx
    .selectFrom('deliveries as d')
    .leftJoin('invitations as i', 'i.id', 'd.invitation_id')
    .select(['d.application_id', 'd.channel', 'd.recipient', 'd.contact_id', 'd.patient_id', 'i.language'])
    .where('d.idempotency_key', '=', key)
    .executeTakeFirst();
  if (!sent?.recipient || sent.channel === 'push') throw new NotFound('This link');
  return { ...(sent as SentTo), key };
}

async function describe(tx: Tx, house: Context, sent: SentTo & { key: string }): Promise<Preferences> {
  const applicationId = sent.application_id;
  const channels: ChannelPreference[] = [];
  for (const { channel, address } of await findAddressesOf(tx, sent)) {
    const source = await findOptOutSource(tx, { applicationId, channel, address });
    const state = source === null ? 'on' : OWN_WORD.includes(source) ? 'off' : 'others';
    channels.push({ channel, address: maskAddress(address), state, sign: signOf(house, sent.key, channel, address) });
  }
  return { hospital: await getSenderName(tx, applicationId), language: sent.language, channels };
}

const signOf = ({ secretKey }: Context, key: string, channel: PatientChannel, address: string): string =>
  derivedToken(secretKey, PURPOSE, `${key}:${channel}:${address.toLowerCase()}`);
