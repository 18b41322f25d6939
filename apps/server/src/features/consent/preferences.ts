import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { derivedToken, isDerivedToken } from '../../platform/secrets.ts';
import type { PatientChannel } from './patient-channel.ts';
import type { Decision, Wording } from './opt-out.ts';
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
  /** Shortened, so that a forwarded message does not reveal the whole address. */
  address: string;
  /** `others`: a colleague or a bounce opted the address out, so it cannot be withdrawn here. */
  state: 'on' | 'off' | 'others';
  /** A signature that stands for the address, so that the form can switch only the address that the page showed. */
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
  /** The words that the person answered; null when it is not certain which were shown. */
  shown: Wording | null;
}

const PURPOSE = 'preferences';

/**
 * Returns what the person behind an unsubscribe link receives, by channel. It changes nothing, because mail scanners
 * open every link.
 */
export const readPreferences = (ctx: Context, token: string): Promise<Preferences> =>
  ctx.db.transaction(systemScope('credential'), async (tx) => describe(tx, ctx, await findSent(tx, ctx, token)));

/**
 * Switches one channel on or off. Returns false when the page showed an address that is no longer the person's; the
 * page is then shown again.
 */
export async function switchChannel(ctx: Context, token: string, wish: PreferenceWish): Promise<boolean> {
  return ctx.db.transaction(systemScope('credential'), async (tx) => {
    const sent = await findSent(tx, ctx, token);
    const address = (await findAddressesOf(tx, sent)).find(({ channel }) => channel === wish.channel)?.address;
    if (!address || !isDerivedToken(ctx.keys, wish.sign, PURPOSE, signed(sent.key, wish.channel, address)))
      return false;
    const at = { applicationId: sent.application_id, channel: wish.channel, address };
    const decision: Decision = {
      source: 'preferences',
      patientId: sent.patient_id,
      contactId: sent.contact_id,
      shown: wish.shown,
    };
    if (wish.wanted) await deleteOwnOptOut(tx, at, decision);
    else await insertOptOut(tx, at, decision);
    return true;
  });
}

async function findSent(tx: Tx, ctx: Context, token: string): Promise<SentTo & { key: string }> {
  const key = readUnsubscribeToken(ctx.keys, token);
  if (!key) throw new NotFound('This link');
  const sent = await tx
    .selectFrom('deliveries as d')
    .leftJoin('invitations as i', 'i.id', 'd.invitation_id')
    .select(['d.application_id', 'd.channel', 'd.recipient', 'd.contact_id', 'd.patient_id', 'i.language'])
    .$narrowType<{ channel: PatientChannel | 'push' }>()
    .where('d.idempotency_key', '=', key)
    .executeTakeFirst();
  if (!sent?.recipient || sent.channel === 'push') throw new NotFound('This link');
  return { ...sent, channel: sent.channel, recipient: sent.recipient, key };
}

async function describe(tx: Tx, ctx: Context, sent: SentTo & { key: string }): Promise<Preferences> {
  const applicationId = sent.application_id;
  const channels: ChannelPreference[] = [];
  for (const { channel, address } of await findAddressesOf(tx, sent)) {
    const source = await findOptOutSource(tx, { applicationId, channel, address });
    const state = source === null ? 'on' : OWN_WORD.includes(source) ? 'off' : 'others';
    channels.push({
      channel,
      address: maskAddress(address),
      state,
      sign: derivedToken(ctx.keys, PURPOSE, signed(sent.key, channel, address)),
    });
  }
  return { hospital: await getSenderName(tx, applicationId), language: sent.language, channels };
}

const signed = (key: string, channel: PatientChannel, address: string): string =>
  `${key}:${channel}:${address.toLowerCase()}`;
