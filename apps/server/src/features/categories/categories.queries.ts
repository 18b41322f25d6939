import type { Tx } from '../../platform/db/database.ts';

export async function insertCategory(
  tx: Tx,
  applicationId: number,
  {
    translations,
    ...category
  }: { title: string; department_id: number | null; translations: Record<string, { title: string }> },
): Promise<number> {
  const { id } = await tx
    .insertInto('categories')
    .values({ ...category, application_id: applicationId, translations: JSON.stringify(translations) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
