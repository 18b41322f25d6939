import type { PagingQuery } from '@wardvoice/contract';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Options, Questions, Surveys } from '../../platform/db/schema.gen.ts';

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

/** By title; `term` is part of one. */
export function listSurveysOf(tx: Tx, applicationId: number, { term, ...paging }: PagingQuery) {
  const query = tx
    .selectFrom('surveys')
    .select(['id', 'title', 'active'])
    .where('application_id', '=', applicationId)
    .$if(Boolean(term), (rows) =>
      rows.where('title', 'ilike', `%${(term as string).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
    )
    .orderBy(sql`lower(title)`)
    .orderBy('id');
  return fetchPage(tx, query, paging);
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

export async function insertSurvey(
  tx: Tx,
  applicationId: number,
  { translations, ...survey }: Omit<Insertable<Surveys>, 'application_id' | 'translations'> & { translations: object },
): Promise<number> {
  const { id } = await tx
    .insertInto('surveys')
    .values({ ...survey, application_id: applicationId, translations: JSON.stringify(translations) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertOption(
  tx: Tx,
  applicationId: number,
  { translations, ...option }: Omit<Insertable<Options>, 'application_id' | 'translations'> & { translations: object },
): Promise<number> {
  const { id } = await tx
    .insertInto('options')
    .values({ ...option, application_id: applicationId, translations: JSON.stringify(translations) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A question with its options, in their order. */
export async function insertQuestion(
  tx: Tx,
  applicationId: number,
  {
    translations,
    ...question
  }: Omit<Insertable<Questions>, 'application_id' | 'translations'> & { translations: object },
  optionIds: readonly number[],
): Promise<number> {
  const { id } = await tx
    .insertInto('questions')
    .values({ ...question, application_id: applicationId, translations: JSON.stringify(translations) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (optionIds.length > 0) {
    await tx
      .insertInto('question_options')
      .values(
        optionIds.map((option_id, index) => ({
          application_id: applicationId,
          question_id: id,
          option_id,
          sort_order: index + 1,
        })),
      )
      .execute();
  }
  return id;
}
