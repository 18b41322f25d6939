import type { Tx } from '../../platform/db/database.ts';
import { listAdministrators, type StaffRecipient } from '../users/index.ts';
import { listLevels } from './escalation.queries.ts';

export interface CaseRecipients {
  /** 1 hears first. */
  level: number;
  people: StaffRecipient[];
  /** Nobody who is set can be reached, so these are the administrators. */
  isFallback: boolean;
  /** Whether a further level is set. */
  hasNext: boolean;
}

/**
 * Returns who is told of a case at this level or, where nobody of it can be reached, at the next one that has somebody.
 * Where no such level is left, or the levels were removed meanwhile, it is the administrators: a call for help always reaches
 * somebody. null when not even a superuser can be reached.
 */
export async function findRecipients(
  tx: Tx,
  applicationId: number,
  { department_id, survey_id }: { department_id: number | null; survey_id: number | null },
  wantedLevel: number,
): Promise<CaseRecipients | null> {
  const levels = await listLevels(tx, applicationId, department_id, survey_id);
  const index = levels.findIndex((people, position) => position >= wantedLevel - 1 && people.length > 0);
  if (index !== -1)
    return { level: index + 1, people: levels[index] ?? [], isFallback: false, hasNext: index + 1 < levels.length };
  const people = await listAdministrators(tx, applicationId);
  return people.length > 0 ? { level: wantedLevel, people, isFallback: true, hasNext: false } : null;
}
