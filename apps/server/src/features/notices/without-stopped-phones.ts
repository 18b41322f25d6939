import type { Tx } from '../../platform/db/database.ts';
import { listStoppedPhones } from '../consent/index.ts';
import type { StaffRecipient } from '../users/index.ts';

/** A colleague who texted STOP gets no more texts on that phone, but still inbox items and e-mails. */
export async function withoutStoppedPhones(
  tx: Tx,
  applicationId: number,
  people: readonly StaffRecipient[],
): Promise<StaffRecipient[]> {
  const phones = people.flatMap(({ phone }) => (phone === null ? [] : [phone]));
  const stopped = await listStoppedPhones(tx, applicationId, phones);
  return people.map((one) => (one.phone !== null && stopped.has(one.phone) ? { ...one, phone: null } : one));
}
