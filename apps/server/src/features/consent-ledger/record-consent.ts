import type { BodyOf, consent } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { giveConsent, withdrawConsent } from '../consent/index.ts';
import { addressOf, type ConsentPerson } from './persons-consent.queries.ts';

type Recorded = BodyOf<typeof consent.recordPatientConsent>['consent'];

/** It is this day already somewhere on Earth that many hours before it is in Greenwich. */
const AHEAD_MS = 14 * 3_600_000;

/** Records what a person told a colleague: the consent to a purpose at the current address, or its withdrawal. */
export async function recordConsent(
  tx: Tx,
  { applicationId, userId }: ApplicationScope,
  person: ConsentPerson,
  { purpose, channel, agreed, manner, given_on: givenOn, note }: Recorded,
  now: Date,
): Promise<void> {
  if (givenOn > new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10))
    throw new Invalid({ given_on: ['This day is still to come.'] });
  const address = addressOf(person, channel);
  if (!address) throw new Conflict(`This person has no ${channel === 'email' ? 'e-mail' : 'phone'} to write to.`);
  const { patientId, contactId } = person;
  const what = { applicationId, purpose, channel, address, patientId, contactId };
  const decision = { source: 'staff', userId, patientId, contactId, manner, givenOn, note } as const;
  const isNew = await (agreed ? giveConsent : withdrawConsent)(tx, what, decision);
  if (isNew) return;
  throw new Conflict(
    agreed ? 'This person has consented to that already.' : 'There is no consent to that, so none can be withdrawn.',
  );
}
