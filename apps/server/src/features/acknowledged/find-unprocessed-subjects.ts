import type { Tx } from '../../platform/db/database.ts';
import { findWaitingKeys, listKnownNumbers } from './acknowledged.queries.ts';
import { subjectKeys } from './subject-keys.ts';

/** Waiting messages that are looked through. Where more wait, anybody may be among them, and asking stays cheap. */
const MAX_WAITING_READ = 5_000;

export interface UnprocessedSubjects extends Set<number> {
  /** So many messages wait that everybody is in the set; asking again soon is of no use. */
  readonly isBacklog: boolean;
}

/**
 * Which of these patients an acknowledged message may be about that is not processed yet, filed or not. What is to be sent
 * to them waits: the message may be a cancellation, a death or a merge. Names more rather than fewer, for waiting is all it
 * costs. What is acknowledged after this statement is not known here, so it is asked again right before something leaves.
 */
export async function findUnprocessedSubjects(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<UnprocessedSubjects> {
  if (patientIds.length === 0) return unprocessed([]);
  const known = (await listKnownNumbers(tx, applicationId, patientIds)).map(({ patient_id, number }) => ({
    patientId: patient_id,
    keys: subjectKeys(applicationId, [number]),
  }));
  const wanted = known.flatMap(({ keys }) => keys);
  const waiting = await findWaitingKeys(tx, applicationId, wanted, MAX_WAITING_READ);
  if (waiting.isBacklog || waiting.isAnybody) return unprocessed(patientIds, waiting.isBacklog);
  const found = new Set(waiting.keys);
  return unprocessed(known.filter(({ keys }) => keys.some((key) => found.has(key))).map(({ patientId }) => patientId));
}

const unprocessed = (patientIds: readonly number[], isBacklog = false): UnprocessedSubjects =>
  Object.assign(new Set(patientIds), { isBacklog });
