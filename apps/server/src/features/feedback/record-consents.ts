import type { Tx } from '../../platform/db/database.ts';
import { findAddressesOfPerson, giveConsent, withdrawConsent } from '../consent/index.ts';
import type { CheckedAnswer } from './check-answers.ts';
import type { LockedInvitation } from './feedback.queries.ts';

/**
 * Writes consents into the ledger, at every address of the person: a grant where there was none, a withdrawal where there was one.
 * Of somebody unknown, as on a kiosk, only the answer is kept.
 */
export async function recordConsents(
  tx: Tx,
  applicationId: number,
  { patient_id, contact_id }: LockedInvitation,
  answers: readonly CheckedAnswer[],
): Promise<void> {
  const given = answers.flatMap(({ question: { purpose }, consent }) =>
    purpose && consent ? [{ purpose, consent }] : [],
  );
  if (given.length === 0 || (patient_id === null && contact_id === null)) return;
  const person = { patientId: patient_id, contactId: contact_id };
  const addresses = await findAddressesOfPerson(tx, applicationId, person);
  for (const { purpose, consent } of given) {
    const { agrees, ...shown } = consent;
    for (const address of addresses)
      await (agrees ? giveConsent : withdrawConsent)(
        tx,
        { applicationId, purpose, ...address, ...person },
        { source: 'survey', ...person, shown },
      );
  }
}
