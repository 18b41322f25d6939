import type { departments } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { listDepartmentsOfWards, type DepartmentOfWard } from '../departments/index.ts';
import { applyDuty } from '../duty/index.ts';
import { listAdministrators, listWards, type StaffRecipient } from '../users/index.ts';
import { listEscalatingOptions, listSeatWards, type EscalatingOption } from './escalation-check.queries.ts';
import { listLevels } from './escalation.queries.ts';

type Row = departments.EscalationCheckRow;
type Told = Pick<Row, 'levels' | 'falls_back' | 'empty_levels'>;

/** Returns who would be notified now for every answer that opens a case, by the same rule that cases use. */
export async function checkEscalations(tx: Tx, applicationId: number, now: Date): Promise<Row[]> {
  const options = await listEscalatingOptions(tx, applicationId);
  const wards = await listWards(tx, applicationId);
  const administrators = await listAdministrators(tx, applicationId);
  const told = new Map<string, Told>();
  const rows: Row[] = [];
  const groups = groupWards(wards, await listDepartmentsOfWards(tx, applicationId));
  for (const option of options.flatMap((one) => byWard(one, wards, groups))) {
    // All options of one survey and department notify the same people, who are therefore looked up once.
    const key = `${option.survey_id}:${option.department_id}`;
    const found = told.get(key) ?? (await whoIsTold(tx, applicationId, option, administrators, now));
    told.set(key, found);
    rows.push({ ...option, ...found });
  }
  return rows;
}

interface WardGroup {
  department_id: number | null;
  department_title: string | null;
  wards: string[];
}

/** Groups the wards by their department. Wards without one are the last group, which is there even when it has no ward. */
function groupWards(wards: readonly string[], departments: readonly DepartmentOfWard[]): WardGroup[] {
  const groups = new Map<number, WardGroup>();
  for (const { location, ...department } of departments) {
    const group = groups.get(department.department_id) ?? { ...department, wards: [] };
    group.wards.push(location);
    groups.set(department.department_id, group);
  }
  const grouped = new Set(departments.map(({ location }) => location));
  const rest = wards.filter((location) => !grouped.has(location));
  return [...groups.values(), { department_id: null, department_title: null, wards: rest }];
}

/** Returns one row, or one for each group of wards where the question itself has no department. */
function byWard(option: EscalatingOption, wards: readonly string[], groups: readonly WardGroup[]) {
  if (option.department_id !== null || groups.length === 1) return [{ ...option, wards: [...wards], by_ward: false }];
  return groups.map((group) => ({ ...option, ...group, by_ward: group.department_id !== null }));
}

async function whoIsTold(
  tx: Tx,
  applicationId: number,
  { survey_id, department_id }: { survey_id: number; department_id: number | null },
  administrators: readonly StaffRecipient[],
  now: Date,
): Promise<Told> {
  const listed = await listLevels(tx, applicationId, department_id, survey_id);
  // Without a ward, a deputy counts who sees every ward.
  const about = { departmentId: department_id, location: null, now };
  const set = (await applyDuty(tx, applicationId, about, listed)).map(({ people }, index) => ({
    level: index + 1,
    people,
  }));
  const reached = set.filter(({ people }) => people.length > 0);
  const falls_back = reached.length === 0;
  const levels = falls_back ? [{ level: 1, people: [...administrators] }] : reached;
  const userIds = levels.flatMap(({ people }) => people.map(({ user_id }) => user_id));
  const wardsOf = await listSeatWards(tx, applicationId, userIds);
  return {
    levels: levels.map(({ level, people }) => ({
      level,
      people: people.map(({ user_id, name }) => ({ user_id, name, locations: wardsOf.get(user_id) ?? [] })),
    })),
    falls_back,
    empty_levels: set.filter(({ people }) => people.length === 0).map(({ level }) => level),
  };
}
