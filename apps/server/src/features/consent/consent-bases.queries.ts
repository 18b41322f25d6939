import type { consent } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';

type BaseColumns = Pick<consent.LegalBasisStatement, 'basis'> & { purpose: consent.Purpose };

/** Lists every statement of a legal basis, newest first. The first of a purpose is in force. */
export function listBases(tx: Tx, applicationId: number) {
  return tx
    .selectFrom('consent_bases')
    .select(['id', 'purpose', 'basis', 'note', 'valid_from', 'user_name'])
    .$narrowType<BaseColumns>()
    .where('application_id', '=', applicationId)
    .orderBy('id', 'desc')
    .execute();
}

/** Returns the basis of each purpose that is in force. */
export async function readBases(
  tx: Tx,
  applicationId: number,
): Promise<ReadonlyMap<consent.Purpose, consent.LegalBasis>> {
  const bases = (await listBases(tx, applicationId)).toReversed();
  return new Map(bases.map(({ purpose, basis }) => [purpose, basis]));
}

export async function insertBasis(
  tx: Tx,
  applicationId: number,
  statement: {
    purpose: consent.Purpose;
    basis: consent.LegalBasis;
    note: string | null;
    user_id: number | null;
    user_name: string;
  },
): Promise<void> {
  await tx
    .insertInto('consent_bases')
    .values({ application_id: applicationId, ...statement })
    .execute();
}
