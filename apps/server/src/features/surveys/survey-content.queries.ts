import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { CONDITIONS } from './conditions/conditions.queries.ts';
import type { ContentCategory, SurveyContent } from '../survey-content/index.ts';

/** SQL: the content of a row `s` of surveys. */
export const CONTENT = sql<SurveyContent>`jsonb_build_object(
  'default_language', s.default_language, 'languages', s.languages, 'title', s.title, 'introduction', s.introduction,
  'thank_you', s.thank_you, 'translations', s.translations,
  'sections', coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', h.id, 'title', h.title, 'introduction', h.introduction, 'translations', h.translations,
      'sort_order', h.sort_order) order by h.sort_order, h.id)
    from survey_sections h where h.application_id = s.application_id and h.survey_id = s.id), '[]'),
  'questions', coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', q.id, 'title', q.title, 'translations', q.translations, 'type_of', q.type_of, 'required', q.required,
      'category_id', q.category_id, 'sort_order', q.sort_order, 'conditions', ${CONDITIONS},
      'condition_match', q.condition_match, 'smallest', q.smallest, 'largest', q.largest, 'step', q.step, 'unit', q.unit,
      'earliest', q.earliest, 'latest', q.latest, 'purpose', q.purpose,
      'options', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', o.id, 'title', o.title, 'translations', o.translations, 'value', o.value, 'escalate', o.escalate,
          'notify', o.notify, 'agrees', o.agrees) order by qo.sort_order, o.id)
        from question_options qo
        join options o on o.application_id = qo.application_id and o.id = qo.option_id
        where qo.application_id = q.application_id and qo.question_id = q.id), '[]')
    ) order by q.sort_order, q.id)
    from questions q where q.application_id = s.application_id and q.survey_id = s.id), '[]'))`;

export interface CurrentContent {
  id: number;
  active: boolean;
  revision: number;
  content: SurveyContent;
}

/** This is one statement, so that revision and content match whatever is changed meanwhile. */
export async function findContent(
  tx: Tx,
  applicationId: number,
  surveyId: number,
): Promise<CurrentContent | undefined> {
  const { rows } = await sql<CurrentContent>`
    select s.id, s.active, s.revision, ${CONTENT} as content
    from surveys s where s.application_id = ${applicationId} and s.id = ${surveyId}`.execute(tx);
  return rows[0];
}

export async function findEarlierContent(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  revision: number,
): Promise<SurveyContent | undefined> {
  const found = await tx
    .selectFrom('survey_revisions')
    .select(({ ref }) => ref('content').$castTo<SurveyContent>().as('content'))
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return found?.content;
}

export function listContentCategories(tx: Tx, applicationId: number): Promise<ContentCategory[]> {
  return tx
    .selectFrom('categories')
    .select(['id', 'title', 'translations', 'department_id'])
    .$narrowType<Pick<ContentCategory, 'translations'>>()
    .where('application_id', '=', applicationId)
    .execute();
}

/**
 * Must be called before any change that patients would notice. Stores the current wording of the surveys, if they were
 * offered to anybody, and begins a new revision of each. The surveys are locked until the end of the transaction.
 */
export async function reviseSurveys(
  tx: Tx,
  applicationId: number,
  surveyIds: readonly number[],
  now: Date,
): Promise<void> {
  if (surveyIds.length === 0) return;
  await sql`
    select id from surveys where application_id = ${applicationId} and id = any(${surveyIds}::bigint[])
    order by id for update`.execute(tx);
  await sql`
    insert into survey_revisions (application_id, survey_id, revision, content, replaced_at)
    select s.application_id, s.id, s.revision, ${CONTENT}, ${now}
    from surveys s
    where s.application_id = ${applicationId} and s.id = any(${surveyIds}::bigint[])
      and (exists (select from invitations i where i.application_id = s.application_id and i.survey_id = s.id)
        or exists (select from kiosks k where k.application_id = s.application_id and k.survey_id = s.id))`.execute(tx);
  await sql`
    update surveys set revision = revision + 1
    where application_id = ${applicationId} and id = any(${surveyIds}::bigint[])`.execute(tx);
}

export async function listSurveysOfQuestions(
  tx: Tx,
  applicationId: number,
  questionIds: readonly number[],
): Promise<number[]> {
  if (questionIds.length === 0) return [];
  const rows = await tx
    .selectFrom('questions')
    .select('survey_id')
    .distinct()
    .where('application_id', '=', applicationId)
    .where('id', 'in', [...questionIds])
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}

export async function listSurveysWithOptions(
  tx: Tx,
  applicationId: number,
  optionIds: readonly number[],
): Promise<number[]> {
  if (optionIds.length === 0) return [];
  const rows = await tx
    .selectFrom('question_options as qo')
    .innerJoin('questions as q', (join) =>
      join.onRef('q.application_id', '=', 'qo.application_id').onRef('q.id', '=', 'qo.question_id'),
    )
    .select('q.survey_id')
    .distinct()
    .where('qo.application_id', '=', applicationId)
    .where('qo.option_id', 'in', [...optionIds])
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}

/** Returns the revision that was shown at that time; undefined for the current one. */
export async function findRevisionAt(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  at: Date,
): Promise<number | undefined> {
  const found = await tx
    .selectFrom('survey_revisions')
    .select('revision')
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where('replaced_at', '>', at)
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst();
  return found?.revision;
}
