import type { Tx } from '../../platform/db/database.ts';
import { applyDuty } from '../duty/index.ts';
import { withoutStoppedPhones } from '../notices/index.ts';
import { listAdministrators, type StaffRecipient } from '../users/index.ts';
import { listLevels } from './escalation.queries.ts';

export interface CaseRecipients {
  /** Level 1 is notified first. */
  level: number;
  people: StaffRecipient[];
  /** True when nobody of the levels can be reached, so that these are the administrators. */
  isFallback: boolean;
  /** Whether another level follows. */
  hasNext: boolean;
  /** The level is for whoever is on duty, and nobody is, so that these are its own people. */
  nobodyOnDuty: boolean;
}

interface Wanted {
  department_id: number | null;
  survey_id: number | null;
  /** PV1-3.1 of the patient. */
  location: string | null;
}

/**
 * Returns the people who are notified of a case at this level or, where nobody of it can be reached, at the next level
 * that has somebody. Where no such level is left, or the levels were deleted meanwhile, these are the administrators,
 * so that a case always reaches somebody. Returns null when not even a superuser can be reached.
 */
export async function findRecipients(
  tx: Tx,
  applicationId: number,
  { department_id, survey_id, location }: Wanted,
  wantedLevel: number,
  now: Date,
): Promise<CaseRecipients | null> {
  const listed = await listLevels(tx, applicationId, department_id, survey_id);
  const levels = await applyDuty(tx, applicationId, { departmentId: department_id, location, now }, listed);
  const index = levels.findIndex(({ people }, position) => position >= wantedLevel - 1 && people.length > 0);
  const found = levels[index];
  if (found) return { ...found, level: index + 1, isFallback: false, hasNext: index + 1 < levels.length };
  const people = await withoutStoppedPhones(tx, applicationId, await listAdministrators(tx, applicationId));
  return people.length > 0
    ? { level: wantedLevel, people, isFallback: true, hasNext: false, nobodyOnDuty: false }
    : null;
}
