import type { BodyOf, wardDepartments } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { lockFor } from '../../../platform/db/database.ts';
import { Invalid, NotFound } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';
import { lockDepartments, lockWards, setDepartmentsOfWards } from './wards.queries.ts';

type Change = BodyOf<typeof wardDepartments.updateWardDepartments>['wards'][number];

/**
 * Gives wards their departments. Two people who do so at once wait for each other, and the later change of a ward stays.
 * Returns the changes that were made, with what was there before.
 */
export async function updateWardDepartments(
  tx: Tx,
  { applicationId, locations }: ApplicationScope,
  wards: readonly Change[],
): Promise<{ before: Record<string, number | null>; after: Record<string, number | null> }> {
  if (locations.length > 0 && wards.some(({ location }) => !locations.includes(location)))
    throw new NotFound('This ward');
  await lockFor(tx, `department wards:${applicationId}`);
  const wanted = new Set(wards.flatMap(({ department_id }) => department_id ?? []));
  const existing = await lockDepartments(tx, applicationId, [...wanted]);
  if (existing.size < wanted.size)
    throw new Invalid({ wards: ['This department does not exist any more. Choose another.'] });
  const stored = await lockWards(
    tx,
    applicationId,
    wards.map(({ location }) => location),
  );
  const changes = wards.filter(({ location, department_id }) => (stored.get(location) ?? null) !== department_id);
  await setDepartmentsOfWards(tx, applicationId, changes);
  return {
    before: Object.fromEntries(changes.map(({ location }) => [location, stored.get(location) ?? null])),
    after: Object.fromEntries(changes.map(({ location, department_id }) => [location, department_id])),
  };
}
