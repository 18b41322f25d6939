import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** By survey: the languages it can be shown in, its default first. */
export async function listSurveyLanguages(
  tx: Tx,
  applicationId: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await tx
    .selectFrom('surveys')
    .select([
      'id',
      sql<string[]>`array_prepend(default_language, array(select jsonb_object_keys(translations)))`.as('languages'),
    ])
    .where('application_id', '=', applicationId)
    .execute();
  return new Map(rows.map(({ id, languages }) => [id, languages]));
}

export async function surveyExists(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('surveys')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
