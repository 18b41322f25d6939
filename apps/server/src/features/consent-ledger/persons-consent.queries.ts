import { consent } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listConsentsOf, readBases, type OptOutSource, type PatientChannel } from '../consent/index.ts';
import { consentEvents } from './consent-events.queries.ts';

const MAX_EVENTS = 200;

/** Whose consent it is: a contact, or a patient with the records merged into it. */
export interface ConsentPerson {
  email: string | null;
  phone: string | null;
  patientId: number | null;
  contactId: number | null;
  /** SQL: every address, in the columns channel and address, at which the person is or was written to. */
  addresses: RawBuilder<unknown>;
}

/** Returns the person of a contact. */
export const contactPerson = (
  applicationId: number,
  {
    id,
    email,
    phone,
    patient_id,
  }: { id: number; email: string | null; phone: string | null; patient_id: number | null },
): ConsentPerson => ({
  email,
  phone,
  patientId: patient_id,
  contactId: id,
  addresses: sql`
    select 'email' as channel, ${email?.toLowerCase() ?? null} as address
    union select 'sms', ${phone}
    union select d.channel, lower(d.recipient) from deliveries d
      where d.application_id = ${applicationId} and d.contact_id = ${id} and d.channel in ('email', 'sms')`,
});

/** Returns the person of a patient. Earlier addresses are those of stays in the caller's wards. */
export const patientPerson = (
  scope: ApplicationScope,
  { id, email, phone }: { id: number; email: string | null; phone: string | null },
): ConsentPerson => ({
  email,
  phone,
  patientId: id,
  contactId: null,
  addresses: sql`
    select 'email' as channel, ${email?.toLowerCase() ?? null} as address
    union select 'sms', ${phone}
    union select d.channel, lower(d.recipient) from deliveries d
      where d.application_id = ${scope.applicationId} and d.patient_id = ${id} and d.channel in ('email', 'sms')
        and ${isInWards(scope, 'd.location')}`,
});

/** Returns whether the person is written to over each channel, and the entries of the ledger, newest first. */
export async function getConsent(tx: Tx, scope: ApplicationScope, person: ConsentPerson) {
  const { applicationId } = scope;
  const { rows: standing } = await sql<{ channel: PatientChannel; address: string; source: OptOutSource }>`
    select channel, address, source from opt_outs
    where application_id = ${applicationId} and (channel, address) in (${person.addresses})`.execute(tx);
  const of = (channel: PatientChannel, address: string | null) => {
    const ofChannel = standing.filter((one) => one.channel === channel);
    // An opt-out at an earlier address still counts, unless it is a bounce, which concerns that address alone.
    const found =
      ofChannel.find((one) => one.address === address?.toLowerCase()) ??
      ofChannel.find((one) => one.source !== 'bounce');
    return { channel, address, source: found?.source ?? null };
  };
  return {
    patient_id: person.patientId,
    channels: [of('email', person.email), of('sms', person.phone)],
    purposes: await listPurposesOf(tx, applicationId, person),
    events: await listEventsOf(tx, scope, person),
  };
}

/** Returns for each purpose and channel the legal basis and, where it is consent, whether the person has given it. */
async function listPurposesOf(tx: Tx, applicationId: number, person: ConsentPerson): Promise<consent.PurposeConsent[]> {
  const bases = await readBases(tx, applicationId);
  const given = await listConsentsOf(tx, applicationId, person);
  return consent.PURPOSES.flatMap((purpose) =>
    (['email', 'sms'] as const).map((channel) => {
      const address = addressOf(person, channel)?.toLowerCase();
      const isGiven = given.some(
        (one) => one.purpose === purpose && one.channel === channel && one.address === address,
      );
      const basis = bases.get(purpose) ?? null;
      return { purpose, basis, channel, agreed: basis === 'consent' ? isGiven : null };
    }),
  );
}

export const addressOf = ({ email, phone }: ConsentPerson, channel: PatientChannel): string | null =>
  channel === 'email' ? email : phone;

/**
 * Lists the entries of a person: those that name the person, and those at the person's addresses. Anybody can give a
 * contact any address, so entries at an address are shown only to those who may see its owner.
 */
function listEventsOf(tx: Tx, scope: ApplicationScope, { patientId, contactId, addresses }: ConsentPerson) {
  const { applicationId } = scope;
  const mayKnowAddress = !isOfSomeWards(scope) || patientId !== null;
  return consentEvents(tx, scope)
    .where(
      sql<boolean>`e.id in (
        select id from consent_events where application_id = ${applicationId} and contact_id = ${contactId}
        union
        select one.id from consent_events one
        join patients p on p.application_id = one.application_id and p.id = one.patient_id
        where one.application_id = ${applicationId} and (p.id = ${patientId} or p.merged_into_id = ${patientId})
        union
        select one.id from consent_events one
        join (${withEarlier(applicationId, addresses)}) known on known.channel = one.channel and known.address = one.address
        where one.application_id = ${applicationId} and ${mayKnowAddress})`,
    )
    .orderBy('e.id', 'desc')
    .limit(MAX_EVENTS)
    .execute();
}

/** SQL: these addresses, and those from which an opt-out was carried over to one of them. */
const withEarlier = (applicationId: number, addresses: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive known as (
    select channel, address from (${addresses}) as now
    union
    select e.channel, e.carried_from from known
    join consent_events e on e.application_id = ${applicationId} and e.channel = known.channel and e.address = known.address
    where e.carried_from is not null)
  select channel, address from known`;
