import type { contacts } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import {
  carryOptOutsOf,
  getCountry,
  insertContact,
  isNumberInWards,
  lockContact,
  updateContact,
  type ContactValues,
} from './contacts.queries.ts';
import { readPhone } from './read-phone.ts';

type Sent = Partial<contacts.ContactFields>;

/** Reads phones as E.164; 422 for an invalid number. Fields that were not sent stay undefined. */
async function readFields<S extends Sent>(tx: Tx, applicationId: number, sent: S): Promise<S> {
  if (!sent.phone) return sent;
  const country = await getCountry(tx, applicationId);
  const phone = readPhone(sent.phone, country);
  if (phone === null)
    throw new Invalid({
      phone: [`This cannot be a phone number. Use one of ${country}, or begin with + and the country.`],
    });
  return { ...sent, phone };
}

/**
 * A contact with a number stands for a patient, who belongs to wards. A number of another ward and a number that nobody
 * has get the same 422, so that the reply does not reveal who is a patient.
 */
async function checkNumber(tx: Tx, scope: ApplicationScope, externalId: string | null | undefined): Promise<void> {
  if (!externalId || !isOfSomeWards(scope) || (await isNumberInWards(tx, scope, externalId))) return;
  throw new Invalid({ external_id: ['Use the number of a patient of your wards, or leave it empty.'] });
}

export async function createContact(tx: Tx, scope: ApplicationScope, sent: contacts.ContactFields): Promise<number> {
  const { applicationId } = scope;
  await checkNumber(tx, scope, sent.external_id);
  const {
    name,
    email = null,
    phone = null,
    language = null,
    external_id = null,
  } = await readFields(tx, applicationId, sent);
  return insertContact(tx, applicationId, { name, email, phone, language, external_id });
}

/** Saves a contact. Fields that were not sent do not change. */
export async function saveContact(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  { version, ...sent }: Sent & { version?: number | undefined },
): Promise<void> {
  const { applicationId } = scope;
  const stored = await lockContact(tx, scope, id);
  checkVersion(stored.version, version);
  const read = await readFields(tx, applicationId, sent);
  const changed = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length === 0) return;
  const values: Partial<ContactValues> = changed;
  if (values.external_id !== stored.external_id) await checkNumber(tx, scope, values.external_id);
  await carryOptOutsOf(tx, { applicationId, source: 'contact_changed', userId: scope.userId, contactId: id }, stored, {
    ...stored,
    ...values,
  });
  await updateContact(tx, scope, id, values);
}
