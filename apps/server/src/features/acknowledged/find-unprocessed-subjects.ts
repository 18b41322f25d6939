import type { Tx } from '../../platform/db/database.ts';
import { listKnownNumbers, listWaitingKeys } from './acknowledged.queries.ts';
import { subjectKeys } from './subject-keys.ts';

/** Waiting messages that are looked through. Where more wait, anybody may be among them, and asking stays cheap. */
const MAX_WAITING_READ = 2_000;

/**
 * Which of these patients an acknowledged message may be about that is not processed yet, filed or not. What is to be sent
 * to them waits: the message may be a cancellation, a death or a merge. Names more rather than fewer, for waiting is all it
 * costs. To be asked in a transaction that sees the application, where what it answers counts from: a message that is
 * acknowledged later is not known here.
 */
export async function findUnprocessedSubjects(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
): Promise<Set<number>> {
  if (patientIds.length === 0) return new Set();
  const waiting = await listWaitingKeys(tx, applicationId, MAX_WAITING_READ);
  if (waiting.isEmpty) return new Set();
  if (waiting.isAnybody) return new Set(patientIds);
  const keys = new Set(waiting.keys);
  const found = new Set<number>();
  for (const { patient_id, number } of await listKnownNumbers(tx, applicationId, patientIds))
    if (subjectKeys(applicationId, [number]).some((key) => keys.has(key))) found.add(patient_id);
  return found;
}
