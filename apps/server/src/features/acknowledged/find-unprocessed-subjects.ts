import type { Tx } from '../../platform/db/database.ts';
import { ANYBODY, bornOn } from './birth-date-subjects.ts';
import { findWaitingKeys, listKnownNumbers } from './acknowledged.queries.ts';
import { subjectKeys } from './subject-keys.ts';

/**
 * Number of waiting messages that are searched. Where more wait, every patient counts as found, which keeps this query
 * cheap.
 */
const MAX_WAITING_READ = 5_000;

export interface UnprocessedSubjects extends Set<number> {
  /** So many messages wait that every patient is in the set. Asking again soon would give the same answer. */
  readonly isBacklog: boolean;
}

/**
 * Returns which of these patients an acknowledged message may be about that is not processed yet, whether filed or not.
 * Deliveries to them wait, because the message may be a cancellation, a death or a merge. In doubt a patient is
 * included, because the only cost is a wait. A message that is acknowledged after this statement is not seen, so
 * callers check again right before something is sent.
 */
export async function findUnprocessedSubjects(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<UnprocessedSubjects> {
  if (patientIds.length === 0) return unprocessed([]);
  const known = (await listKnownNumbers(tx, applicationId, patientIds)).map(({ patient_id, number, birth_date }) => ({
    patientId: patient_id,
    keys: subjectKeys(
      applicationId,
      [number ?? '', ...(birth_date === null ? [] : [bornOn(birth_date)])].filter(Boolean),
    ),
  }));
  const [anybody = 0] = subjectKeys(applicationId, [ANYBODY]);
  const wanted = [anybody, ...known.flatMap(({ keys }) => keys)];
  const waiting = await findWaitingKeys(tx, applicationId, wanted, MAX_WAITING_READ);
  const found = new Set(waiting.keys);
  if (waiting.isBacklog || waiting.isAnybody || found.has(anybody)) return unprocessed(patientIds, waiting.isBacklog);
  return unprocessed(known.filter(({ keys }) => keys.some((key) => found.has(key))).map(({ patientId }) => patientId));
}

const unprocessed = (patientIds: readonly number[], isBacklog = false): UnprocessedSubjects =>
  Object.assign(new Set(patientIds), { isBacklog });
