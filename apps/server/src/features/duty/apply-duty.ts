import type { Tx } from '../../platform/db/database.ts';
import { withoutStoppedPhones } from '../notices/index.ts';
import { listRecipients, type Colleague, type StaffRecipient } from '../users/index.ts';
import { findDeputies } from './absences.queries.ts';
import { findToday, listDeputies } from './absences.ts';
import { findDeputy } from './find-deputy.ts';
import { listOnDuty } from './shifts.queries.ts';

/** The people of one turn, before duty and absence are known. */
export interface Level {
  people: StaffRecipient[];
  /** Whoever is on duty hears in this turn; its own people hear when nobody is. */
  on_duty: boolean;
}

export interface LevelNow {
  /** Those who hear now, each with the addresses at which they can be reached. */
  people: StaffRecipient[];
  /** The turn is for whoever is on duty, and nobody who can be reached is. */
  nobodyOnDuty: boolean;
}

interface About {
  departmentId: number | null;
  /** PV1-3.1; null: a deputy must see every ward. */
  location: string | null;
  now: Date;
}

/** Returns who hears in each turn now: whoever is on duty where the turn says so, and deputies in place of those who are away. */
export async function applyDuty(
  tx: Tx,
  applicationId: number,
  { departmentId, location, now }: About,
  levels: readonly Level[],
): Promise<LevelNow[]> {
  const wantsDuty = departmentId !== null && levels.some((level) => level.on_duty);
  const onDuty = wantsDuty ? await listOnDuty(tx, applicationId, departmentId, now) : [];
  const withDeputies = await createReplacement(tx, applicationId, location, now);
  const reachable = async (people: readonly StaffRecipient[]) =>
    (await withoutStoppedPhones(tx, applicationId, await withDeputies(people))).filter(isReachable);
  const dutyIds = onDuty.map(({ id }) => id);
  const duty = dutyIds.length > 0 ? await reachable(await listRecipients(tx, dutyIds)) : [];

  const result: LevelNow[] = [];
  for (const level of levels) {
    const takesDuty = level.on_duty && duty.length > 0;
    result.push({
      people: takesDuty ? duty : await reachable(level.people),
      nobodyOnDuty: level.on_duty && !takesDuty,
    });
  }
  return result;
}

/** A person without e-mail and phone does not count as reachable, because they may not open their inbox in time. */
const isReachable = ({ email, phone }: StaffRecipient): boolean => email !== null || phone !== null;

/** Returns a function that puts deputies in the place of those who are away today, each person once. */
async function createReplacement(tx: Tx, applicationId: number, location: string | null, now: Date) {
  const deputyOf = await findDeputies(tx, applicationId, await findToday(tx, applicationId, now));
  if (deputyOf.size === 0) return async (people: readonly StaffRecipient[]) => [...people];
  const seesWard = ({ wards }: Colleague) => wards.length === 0 || (location !== null && wards.includes(location));
  const fit = (await listDeputies(tx, applicationId)).filter(seesWard).map(({ id }) => id);
  const reachable = await withoutStoppedPhones(tx, applicationId, await listRecipients(tx, fit));
  const deputies = new Map(reachable.filter(isReachable).map((one) => [one.user_id, one]));
  return async (people: readonly StaffRecipient[]) => {
    const replaced = people.map(
      (one) => deputies.get(findDeputy(one.user_id, deputyOf, (id) => deputies.has(id))) ?? one,
    );
    return [...new Map(replaced.map((one) => [one.user_id, one])).values()];
  };
}
