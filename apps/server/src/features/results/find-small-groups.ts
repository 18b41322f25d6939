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

/**
 * Returns a function that says whether a group is too small to be published. It knows the groups of these surveys in the months from
 * the first to the last; no surveys named are all surveys, and no months all months. Answers of wards that the caller does not see
 * are not counted.
 */
export async function findSmallGroups(
  tx: Tx,
  scope: ApplicationScope,
  among: { surveyIds?: readonly number[]; months?: { first: string; last: string } },
): Promise<(group: WardGroup) => boolean> {
  const groups = new Map<string, Counted[]>();
  for (const { survey_id, month, ward, answered } of await countByWard(tx, scope, among)) {
    const counted = { title: ward ?? '', answered, scored: 0, score_sum: 0, satisfied: 0 };
    const key = keyOf(survey_id, month);
    groups.set(key, [...(groups.get(key) ?? []), counted]);
  }
  const shown = new Map<string, Set<string | null>>();
  for (const [key, wards] of groups) shown.set(key, new Set(protectGroups(wards).map(({ title }) => title)));
  return ({ survey_id, month, ward }) => !(shown.get(keyOf(survey_id, month))?.has(ward ?? '') ?? false);
}

const keyOf = (surveyId: number, month: string): string => `${month} ${surveyId}`;
