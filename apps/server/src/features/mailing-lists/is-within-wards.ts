import type { mailingLists } from '@wardvoice/contract';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { Scope } from '../../platform/scope.ts';

/** Returns whether a list of this kind can contain only people of the caller's wards, whenever it is refreshed. */
export function isWithinWards(
  scope: Pick<Scope, 'locations'>,
  type: mailingLists.ListType,
  rules: mailingLists.ListRules,
): boolean {
  if (!isOfSomeWards(scope)) return true;
  const wards = rules.location ?? [];
  return type === 'dynamic' && wards.length > 0 && wards.every((ward) => scope.locations.includes(ward));
}
