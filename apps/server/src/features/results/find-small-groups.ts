import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { countByWard } from './small-groups.queries.ts';
import { protectGroups, type Counted } from './small-groups.ts';

/** Answered surveys of one survey, ward and month. A month is written 2026-01, by the calendar of the application. */
export interface WardGroup {
  survey_id: number;
  ward: string | null;
  month: string;
}

interface Among {
  surveyIds?: readonly number[];
  months?: { first: string; last: string };
}

/**
 * Returns a function that says whether a group is too small to be published. It knows the groups of these surveys in the months from
 * the first to the last; no surveys named are all surveys, and no months all months. Answers of wards that the caller does not see
 * are not counted.
 */
export async function findSmallGroups(
  tx: Tx,
  scope: ApplicationScope,
  among: Among,
): Promise<(group: WardGroup) => boolean> {
  const large = new Set((await listLargeGroups(tx, scope, among)).map(keyOf));
  return (group) => !large.has(keyOf(group));
}

/** Lists the groups that are large enough to be published. */
export async function listLargeGroups(tx: Tx, scope: ApplicationScope, among: Among = {}): Promise<WardGroup[]> {
  const wardsOf = new Map<string, (WardGroup & Counted)[]>();
  for (const { answered, ...group } of await countByWard(tx, scope, among)) {
    const counted = { ...group, title: group.ward ?? '', answered, scored: 0, score_sum: 0, satisfied: 0 };
    const key = `${group.month} ${group.survey_id}`;
    const wards = wardsOf.get(key);
    if (wards) wards.push(counted);
    else wardsOf.set(key, [counted]);
  }
  return [...wardsOf.values()].flatMap((wards) => {
    const shown = new Set(protectGroups(wards).map(({ title }) => title));
    return wards
      .filter(({ title }) => shown.has(title))
      .map(({ survey_id, month, ward }) => ({ survey_id, month, ward }));
  });
}

const keyOf = ({ survey_id, month, ward }: WardGroup): string => JSON.stringify([survey_id, month, ward ?? '']);
