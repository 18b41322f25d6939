import type { Tx } from '../../platform/db/database.ts';
import { listStoppedPhones } from '../consent/index.ts';
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
}

/**
 * Returns the people who are notified of a case at this level or, where nobody of it can be reached, at the next level
 * that has somebody. Where no such level is left, or the levels were deleted meanwhile, these are the administrators,
 * so that a case always reaches somebody. Returns null when not even a superuser can be reached.
 */
export async function findRecipients(
  tx: Tx,
  applicationId: number,
  { department_id, survey_id }: { department_id: number | null; survey_id: number | null },
  wantedLevel: number,
): Promise<CaseRecipients | null> {
  const listed = await listLevels(tx, applicationId, department_id, survey_id);
  const levels = await Promise.all(listed.map((people) => withoutStoppedPhones(tx, applicationId, people)));
  const index = levels.findIndex((people, position) => position >= wantedLevel - 1 && people.some(isReachable));
  if (index !== -1)
    return { level: index + 1, people: levels[index] ?? [], isFallback: false, hasNext: index + 1 < levels.length };
  const people = await withoutStoppedPhones(tx, applicationId, await listAdministrators(tx, applicationId));
  return people.length > 0 ? { level: wantedLevel, people, isFallback: true, hasNext: false } : null;
}

/** A person without e-mail and phone does not count as reachable, because they may not open their inbox in time. */
const isReachable = ({ email, phone }: StaffRecipient): boolean => email !== null || phone !== null;

/** A colleague who texted STOP gets no more texts on that phone, but still inbox items and e-mails. */
export async function withoutStoppedPhones(
  tx: Tx,
  applicationId: number,
  people: StaffRecipient[],
): Promise<StaffRecipient[]> {
  const phones = people.flatMap(({ phone }) => (phone === null ? [] : [phone]));
  const stopped = await listStoppedPhones(tx, applicationId, phones);
  return people.map((one) => (one.phone !== null && stopped.has(one.phone) ? { ...one, phone: null } : one));
}
