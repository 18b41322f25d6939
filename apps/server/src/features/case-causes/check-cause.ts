import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { countCauses, isOffered } from './causes.queries.ts';

/**
 * Throws Invalid unless a case can be closed with this cause. An organisation that has causes asks for one each time; without
 * any, cases are closed as before.
 */
export async function checkCause(tx: Tx, applicationId: number, causeId: number | undefined): Promise<void> {
  if (causeId !== undefined) {
    if (await isOffered(tx, applicationId, causeId)) return;
    throw new Invalid({ cause_id: ['This cause is not offered any more. Choose another one.'] });
  }
  const { active } = await countCauses(tx, applicationId);
  if (active > 0) throw new Invalid({ cause_id: ['Choose a cause.'] });
}
