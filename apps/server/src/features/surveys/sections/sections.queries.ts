import type { sections } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { NotFound } from '../../../platform/errors.ts';

const COLUMNS = ['id', 'title', 'introduction', 'sort_order', 'version'] as const;

/** Lists the headings of a survey in their order. */
export const listSections = (tx: Tx, applicationId: number, surveyId: number): Promise<sections.Section[]> =>
  tx
    .selectFrom('survey_sections')
    .select(COLUMNS)
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();

/** Locks the row until the end of the transaction. */
export async function lockSection(
  tx: Tx,
  applicationId: number,
  { id: surveyId, sectionId }: { id: number; sectionId: number },
): Promise<sections.Section> {
  const found = await tx
    .selectFrom('survey_sections')
    .select(COLUMNS)
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where('id', '=', sectionId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This section');
  return found;
}

export async function insertSection(
  tx: Tx,
  applicationId: number,
  row: {
    survey_id: number;
    title: string;
    introduction?: string | undefined;
    sort_order: number;
    translations: object;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('survey_sections')
    .values({ ...row, application_id: applicationId, translations: JSON.stringify(row.translations) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSectionColumns(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: { title?: string | undefined; introduction?: string | undefined },
): Promise<void> {
  await tx
    .updateTable('survey_sections')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSection(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('survey_sections').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/** Lists the sections and questions of a survey in their order. */
export async function listItems(tx: Tx, applicationId: number, surveyId: number): Promise<sections.Item[]> {
  const { rows } = await sql<sections.Item>`
    select kind, id from (
      select 'section' as kind, 1 as rank, id, sort_order from survey_sections
      where application_id = ${applicationId} and survey_id = ${surveyId}
      union all
      select 'question', 2, id, sort_order from questions
      where application_id = ${applicationId} and survey_id = ${surveyId}) items
    order by sort_order, rank, id`.execute(tx);
  return rows;
}

/** Returns the place after everything in the survey. */
export async function placeAtEnd(tx: Tx, applicationId: number, surveyId: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select coalesce(greatest(
      (select max(sort_order) from questions where application_id = ${applicationId} and survey_id = ${surveyId}),
      (select max(sort_order) from survey_sections where application_id = ${applicationId} and survey_id = ${surveyId})),
      0) + 1 as place`.execute(tx);
  return rows[0]?.place ?? 1;
}

const TABLES = { section: 'survey_sections', question: 'questions' } as const;

/** Numbers all sections and questions of a survey by their place in this list. */
export async function setItemOrder(tx: Tx, applicationId: number, items: readonly sections.Item[]): Promise<void> {
  for (const kind of ['section', 'question'] as const) {
    const placed = items.flatMap((item, index) => (item.kind === kind ? [{ id: item.id, place: index + 1 }] : []));
    await sql`
      update ${sql.table(TABLES[kind])} row set sort_order = given.place
      from unnest(${placed.map(({ id }) => id)}::bigint[], ${placed.map(({ place }) => place)}::int[]) as given (id, place)
      where row.application_id = ${applicationId} and row.id = given.id and row.sort_order <> given.place`.execute(tx);
  }
}
