import type { Tx } from '../../platform/db/database.ts';

export async function insertDepartment(tx: Tx, applicationId: number, title: string): Promise<number> {
  const { id } = await tx
    .insertInto('departments')
    .values({ application_id: applicationId, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Who hears, and in which turn, when an answer to this survey calls for the department. */
export async function insertEscalation(
  tx: Tx,
  applicationId: number,
  escalation: { department_id: number; survey_id: number; user_ids: number[]; sort_order: number },
): Promise<void> {
  await tx
    .insertInto('department_escalations')
    .values({ ...escalation, application_id: applicationId })
    .execute();
}
