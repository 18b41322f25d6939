import { consent } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { systemScope } from '../../platform/scope.ts';
import { derivedToken, isDerivedToken } from '../../platform/secrets.ts';
import type { PatientChannel } from './patient-channel.ts';
import { readBases } from './consent-bases.queries.ts';
import { giveConsent, listConsentsOf, withdrawConsent } from './consents.queries.ts';
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
  /** What is sent only to those who consent, for each channel that is on. */
  consents: ConsentPreference[];
}

export interface ConsentPreference {
  purpose: consent.Purpose;
  channel: PatientChannel;
  agreed: boolean;
  /** As that of a channel. */
  sign: string;
}

export interface PreferenceWish {
  channel: PatientChannel;
  /** Null: the channel itself, for whatever is sent. */
  purpose: consent.Purpose | null;
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
 * Switches one channel on or off, or gives or withdraws the consent to a purpose. Returns false when the page showed an address that is no longer the person's; the
 * page is then shown again.
 */
export async function switchChannel(ctx: Context, token: string, wish: PreferenceWish): Promise<boolean> {
  return ctx.db.transaction(systemScope('credential'), async (tx) => {
    const sent = await findSent(tx, ctx, token);
    const address = (await findAddressesOf(tx, sent)).find(({ channel }) => channel === wish.channel)?.address;
    if (!address || !isDerivedToken(ctx.keys, wish.sign, PURPOSE, signed(sent.key, wish, address))) return false;
    const at = { applicationId: sent.application_id, channel: wish.channel, address };
    const decision: Decision = {
      source: 'preferences',
      patientId: sent.patient_id,
      contactId: sent.contact_id,
      shown: wish.shown,
    };
    if (wish.purpose !== null) {
      const person = { patientId: sent.patient_id, contactId: sent.contact_id };
      await (wish.wanted ? giveConsent : withdrawConsent)(tx, { ...at, ...person, purpose: wish.purpose }, decision);
    } else if (wish.wanted) await deleteOwnOptOut(tx, at, decision);
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
      sign: derivedToken(ctx.keys, PURPOSE, signed(sent.key, { channel, purpose: null }, address)),
    });
  }
  const consents = await describeConsents(
    tx,
    ctx,
    sent,
    channels.filter(({ state }) => state === 'on'),
  );
  return { hospital: await getSenderName(tx, applicationId), language: sent.language, channels, consents };
}

/** Returns what is sent only with the person's consent over these channels, and whether it was given. */
async function describeConsents(
  tx: Tx,
  ctx: Context,
  sent: SentTo & { key: string },
  channels: readonly Pick<ChannelPreference, 'channel'>[],
): Promise<ConsentPreference[]> {
  const person = { patientId: sent.patient_id, contactId: sent.contact_id };
  if (person.patientId === null && person.contactId === null) return [];
  const bases = await readBases(tx, sent.application_id);
  const purposes = consent.PURPOSES.filter((purpose) => bases.get(purpose) === 'consent');
  const given = await listConsentsOf(tx, sent.application_id, person);
  const addresses = await findAddressesOf(tx, sent);
  return addresses
    .filter(({ channel }) => channels.some((one) => one.channel === channel))
    .flatMap(({ channel, address }) =>
      purposes.map((purpose) => ({
        purpose,
        channel,
        agreed: given.some(
          (one) => one.purpose === purpose && one.channel === channel && one.address === address.toLowerCase(),
        ),
        sign: derivedToken(ctx.keys, PURPOSE, signed(sent.key, { channel, purpose }, address)),
      })),
    );
}

const signed = (
  key: string,
  { channel, purpose }: Pick<PreferenceWish, 'channel' | 'purpose'>,
  address: string,
): string => [key, channel, address.toLowerCase(), ...(purpose === null ? [] : [purpose])].join(':');
