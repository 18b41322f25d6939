import type { BodyOf, surveys } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { insertCategory } from '../categories/index.ts';
import { SURVEY_TEMPLATES } from '../survey-templates/index.ts';
import { installSurvey } from './install-survey.ts';
import { insertSurvey, updateSurveyColumns } from './surveys.queries.ts';

type Fields = BodyOf<typeof surveys.createSurvey>['survey'];

/** The categories of the templates' questions. */
const CATEGORIES = {
  overall: { title: 'Overall', translations: { ar: { title: 'بشكل عام' }, fr: { title: 'Dans l’ensemble' } } },
  staff: { title: 'Staff', translations: { ar: { title: 'فريقنا' }, fr: { title: 'L’équipe' } } },
  discharge: { title: 'Going home', translations: { ar: { title: 'العودة إلى المنزل' }, fr: { title: 'Le retour' } } },
} as const;

/** Makes a survey, empty or from a template. Returns its id. */
export async function createSurvey(
  tx: Tx,
  applicationId: number,
  { template, title, ...columns }: Fields,
): Promise<number> {
  if (!template) return insertSurvey(tx, applicationId, { ...columns, title: title as string, translations: {} });
  const { active } = columns;
  const { questions } = SURVEY_TEMPLATES[template];
  const categoryIds: Record<string, number> = {};
  for (const name of new Set(questions.map(({ category }) => category))) {
    const wanted = CATEGORIES[name as keyof typeof CATEGORIES];
    categoryIds[name] =
      (await findCategory(tx, applicationId, wanted.title)) ??
      (await insertCategory(tx, applicationId, { ...wanted, department_id: null }));
  }
  const id = await installSurvey(tx, applicationId, SURVEY_TEMPLATES[template], { categoryIds });
  const own = { ...(title ? { title } : {}), ...(active === undefined ? {} : { active }) };
  if (Object.keys(own).length > 0) await updateSurveyColumns(tx, applicationId, id, own);
  return id;
}

async function findCategory(tx: Tx, applicationId: number, title: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from categories where application_id = ${applicationId} and lower(title) = ${title.toLowerCase()}
    limit 1`.execute(tx);
  return rows[0]?.id;
}
