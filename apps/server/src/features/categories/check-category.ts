import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { departmentExists } from '../departments/index.ts';
import { isTitleTaken } from './categories.queries.ts';

/** Throws Invalid by field unless the title is free and the department belongs to the application. */
export async function checkCategory(
  tx: Tx,
  applicationId: number,
  { title, department_id }: { title?: string | undefined; department_id?: number | null | undefined },
  exceptId?: number,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (title !== undefined && (await isTitleTaken(tx, applicationId, title, exceptId)))
    errors['title'] = ['There is a category of this title already.'];
  if (typeof department_id === 'number' && !(await departmentExists(tx, applicationId, department_id)))
    errors['department_id'] = ['This department does not exist.'];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}
