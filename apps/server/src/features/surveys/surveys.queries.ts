import type { PagingQuery, QueryOf, surveys } from '@wardvoice/contract';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Options, Questions, Surveys } from '../../platform/db/schema.gen.ts';
import { codeOf, Conflict, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** Returns the languages of each survey, its default first. */
export async function listSurveyLanguages(
  tx: Tx,
  applicationId: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await tx
    .selectFrom('surveys')
    .select(['id', sql<string[]>`array_prepend(default_language, languages)`.as('languages')])
    .where('application_id', '=', applicationId)
    .execute();
  return new Map(rows.map(({ id, languages }) => [id, languages]));
}

/** Lists surveys by title. `term` is a part of the title. */
export function listSurveysOf(tx: Tx, applicationId: number, { term, ...paging }: PagingQuery) {
  const query = tx
    .selectFrom('surveys')
    .select(['id', 'title', 'active'])
    .where('application_id', '=', applicationId)
    .$if(Boolean(term), (rows) => rows.where('title', 'ilike', containing(term)))
    .orderBy(sql`lower(title)`)
    .orderBy('id');
  return fetchPage(tx, query, paging);
}

const surveysOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('surveys as s')
    .select(['s.id', 's.title', 's.active', 's.default_language', 's.version'])
    .select([
      sql<string[]>`array_prepend(s.default_language, array_remove(s.languages, s.default_language))`.as('languages'),
      sql<number>`(
        select count(*) from questions q where q.application_id = s.application_id and q.survey_id = s.id)`.as(
        'questions_count',
      ),
      // The reply schema formats the times.
      sql<string | null>`(
        select max(f.submitted_at) from feedback f where f.application_id = s.application_id and f.survey_id = s.id)`.as(
        'last_answered_at',
      ),
      sql<string>`s.created_at`.as('created_at'),
    ])
    .where('s.application_id', '=', applicationId);

export function listSurveys(
  tx: Tx,
  scope: ApplicationScope,
  { term, active, sort, ...paging }: QueryOf<typeof surveys.listSurveys>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace('-', '');
  const query = surveysOf(tx, scope.applicationId)
    .$if(Boolean(term), (rows) => rows.where('s.title', 'ilike', containing(term)))
    .$if(active !== undefined, (rows) => rows.where('s.active', '=', active === '1'))
    .orderBy(
      field === 'title' ? sql`lower(s.title)` : sql.ref(field === 'created_at' ? 's.created_at' : 's.id'),
      direction,
    )
    .orderBy('s.id');
  return fetchPage(tx, query, { ...paging, term });
}

export async function getSurvey(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await surveysOf(tx, scope.applicationId)
    .select(['s.introduction', 's.thank_you'])
    .select(
      sql<boolean>`exists (
        select from invitations i where i.application_id = s.application_id and i.survey_id = s.id)`.as('offered'),
    )
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This survey');
  return found;
}

/** Locks the row until the end of the transaction. */
export async function lockSurvey(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('surveys')
    .select(['id', 'title', 'introduction', 'thank_you', 'default_language', 'languages', 'active', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This survey');
  return found;
}

export type SurveyColumns = Partial<
  Pick<
    Insertable<Surveys>,
    'title' | 'introduction' | 'thank_you' | 'default_language' | 'languages' | 'active' | 'translations'
  >
>;

export async function updateSurveyColumns(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: SurveyColumns,
): Promise<void> {
  await tx
    .updateTable('surveys')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Returns why a survey cannot be deleted, in the words of the refusal; null when it can be. */
export async function findDeletionRefusal(tx: Tx, applicationId: number, surveyId: number): Promise<string | null> {
  const { rows } = await sql<{ offered: boolean; triggered: boolean }>`
    select
      exists (select from invitations where application_id = ${applicationId} and survey_id = ${surveyId}) as offered,
      exists (
        select from triggers
        where application_id = ${applicationId} and config ->> 'survey_id' = ${String(surveyId)}) as triggered`.execute(
    tx,
  );
  const { offered, triggered } = onlyRow(rows);
  if (offered) return 'Patients were sent this survey, so it cannot be deleted. Deactivate it instead.';
  return triggered ? 'A trigger sends this survey. Change or delete the trigger first.' : null;
}

/** Throws Conflict when the survey was offered to anybody, or something uses it. */
export async function deleteSurvey(tx: Tx, applicationId: number, id: number): Promise<void> {
  const refusal = await findDeletionRefusal(tx, applicationId, id);
  if (refusal !== null) throw new Conflict(refusal);
  try {
    await tx.deleteFrom('surveys').where('application_id', '=', applicationId).where('id', '=', id).execute();
  } catch (error) {
    if (codeOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw new Conflict('This survey is still in use. Deactivate it instead.');
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

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

/** Inserts a question with its options, in their order. */
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
