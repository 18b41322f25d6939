import { consent, type BodyOf } from '@wardvoice/contract';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { insertBasis, listBases } from '../consent/index.ts';

type Statement = BodyOf<typeof consent.stateBasis>['statement'];

/** Returns for each purpose the legal basis that is in force, and every statement with the time until which it held. */
export async function listPurposes(tx: Tx, applicationId: number) {
  const bases = await listBases(tx, applicationId);
  return consent.PURPOSES.map((purpose) => {
    const statements = bases
      .filter((one) => one.purpose === purpose)
      .map((one, at, all) => ({ ...one, valid_until: all[at - 1]?.valid_from ?? null }));
    return { purpose, basis: statements[0]?.basis ?? null, note: statements[0]?.note ?? null, statements };
  });
}

/**
 * States the legal basis of a purpose, from now on. The same statement again changes nothing. Returns the statement
 * before it and the new one.
 */
export async function stateBasis(
  tx: Tx,
  { applicationId, userId }: ApplicationScope,
  { purpose, basis, note: given }: Statement,
  userName: string,
): Promise<{ before: object; after: object }> {
  await lockFor(tx, `consent-bases:${applicationId}`);
  const note = given?.trim() || null;
  const current = (await listPurposes(tx, applicationId)).find((one) => one.purpose === purpose);
  const before = { [purpose]: current?.basis ?? null, note: current?.note ?? null };
  const after = { [purpose]: basis, note };
  if (current?.basis !== basis || current.note !== note)
    await insertBasis(tx, applicationId, { purpose, basis, note, user_id: userId, user_name: userName });
  return { before, after };
}
