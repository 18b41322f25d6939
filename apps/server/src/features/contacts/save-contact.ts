import type { contacts } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Invalid } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  carryOptOuts,
  getCountry,
  insertContact,
  lockContact,
  updateContact,
  type ContactValues,
} from './contacts.queries.ts';
import { readPhone } from './read-phone.ts';

type Sent = Partial<contacts.ContactFields>;

/** Phones as E.164; 422 for what cannot be a number. What was not sent stays undefined. */
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

export async function createContact(tx: Tx, applicationId: number, sent: contacts.ContactFields): Promise<number> {
  const {
    name,
    email = null,
    phone = null,
    language = null,
    external_id = null,
  } = await readFields(tx, applicationId, sent);
  return insertContact(tx, applicationId, { name, email, phone, language, external_id });
}

/** Fields that are not sent stay as they are. */
export async function saveContact(
  tx: Tx,
  scope: Scope,
  id: number,
  { version, ...sent }: Sent & { version?: number | undefined },
): Promise<void> {
  const applicationId = scope.applicationId as number;
  const stored = await lockContact(tx, scope, id);
  checkVersion(stored.version, version);
  const read = await readFields(tx, applicationId, sent);
  const changed = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length === 0) return;
  const values: Partial<ContactValues> = changed;
  await carryOptOuts(tx, applicationId, stored, { ...stored, ...values });
  await updateContact(tx, scope, id, values);
}
