import type { Tx } from '../../platform/db/database.ts';
import { applicationScope } from '../../platform/scope.ts';
import { refreshMailingList } from '../mailing-lists/index.ts';
import { insertRun } from './runs.queries.ts';

/** A list that fills itself is filled anew first: the run is for those who are on it now. */
export async function beginRun(
  tx: Tx,
  applicationId: number,
  run: Parameters<typeof insertRun>[2],
): Promise<number | undefined> {
  await refreshMailingList(tx, applicationScope(applicationId), run.mailing_list_id, run.started_at);
  return insertRun(tx, applicationId, run);
}
