import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { FormOption, FormQuestion, SurveyForm } from './survey-form.ts';

/** A survey as it is asked, in one of its languages; a text that is not translated stays in the default language. */
export async function findSurveyForm(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  wanted: readonly (string | null | undefined)[],
): Promise<SurveyForm | undefined> {
  const survey = await tx
    .selectFrom('surveys')
    .select(['id', 'title', 'introduction', 'thank_you', 'default_language', 'active', 'translations'])
    .where('application_id', '=', applicationId)
    .where('id', '=', surveyId)
    .executeTakeFirst();
  if (!survey) return undefined;
  const translations = survey.translations as unknown as Translations;
  const languages = [survey.default_language, ...Object.keys(translations)].filter(
    (code, index, all) => all.indexOf(code) === index,
  );
  const language = wanted.find((code) => languages.includes(code ?? '')) ?? survey.default_language;
  const { title, introduction, thank_you } = { ...survey, ...written(translations[language]) };
  const questions = await listQuestions(tx, applicationId, surveyId, language);
  return { id: survey.id, active: survey.active, title, introduction, thank_you, language, languages, questions };
}

type Translations = Readonly<Record<string, Partial<Record<string, string>>>>;

/** An empty translation counts as none. */
const written = (texts: Partial<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => Boolean(text)));

interface QuestionRow extends Omit<FormQuestion, 'options' | 'category' | 'condition'> {
  category_id: number | null;
  category_title: string | null;
  category_standard_title: string | null;
  department_id: number | null;
  condition_question_id: number | null;
  condition_option_id: number | null;
}

async function listQuestions(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  language: string,
): Promise<FormQuestion[]> {
  const { rows } = await sql<QuestionRow>`
    select q.id, coalesce(nullif(q.translations -> ${language} ->> 'title', ''), q.title) as title, q.title as standard_title,
      q.type_of, q.required, q.condition_question_id, q.condition_option_id, q.category_id,
      coalesce(nullif(c.translations -> ${language} ->> 'title', ''), c.title) as category_title,
      c.title as category_standard_title, c.department_id
    from questions q
    left join categories c on c.application_id = q.application_id and c.id = q.category_id
    where q.application_id = ${applicationId} and q.survey_id = ${surveyId}
    order by q.sort_order, q.id`.execute(tx);
  const { rows: options } = await sql<FormOption & { question_id: number }>`
    select qo.question_id, o.id, coalesce(nullif(o.translations -> ${language} ->> 'title', ''), o.title) as title,
      o.title as standard_title, o.value, o.escalate, o.notify
    from question_options qo
    join questions q on q.application_id = qo.application_id and q.id = qo.question_id
    join options o on o.application_id = qo.application_id and o.id = qo.option_id
    where qo.application_id = ${applicationId} and q.survey_id = ${surveyId}
    order by qo.sort_order, o.id`.execute(tx);
  const byQuestion = new Map<number, FormOption[]>();
  for (const { question_id, ...option } of options) {
    byQuestion.set(question_id, [...(byQuestion.get(question_id) ?? []), option]);
  }
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    standard_title: row.standard_title,
    type_of: row.type_of,
    required: row.required,
    category: {
      id: row.category_id,
      title: row.category_title ?? '',
      standard_title: row.category_standard_title,
      department_id: row.department_id,
    },
    condition:
      row.condition_question_id !== null && row.condition_option_id !== null
        ? { question_id: row.condition_question_id, option_id: row.condition_option_id }
        : null,
    options: byQuestion.get(row.id) ?? [],
  }));
}
