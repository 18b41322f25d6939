import type { BodyOf, surveys } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import { translateCategory, withTranslation } from '../categories/index.ts';
import { findContent, listContentCategories, listSurveysWithOptions, reviseSurveys } from './survey-content.queries.ts';
import { completenessOf, textsOf } from '../survey-content/index.ts';

type Translation = BodyOf<typeof surveys.translateSurvey>['translation'];

const TABLES = { survey: 'surveys', section: 'survey_sections', question: 'questions', option: 'options' } as const;
const MAX_LENGTH = { survey: 200, section: 200, question: 500, option: 200, category: 200 } as const;

/** Returns all texts of a survey with their translations. */
export async function readTexts(tx: Tx, applicationId: number, surveyId: number) {
  const found = await findContent(tx, applicationId, surveyId);
  if (!found) throw new NotFound('This survey');
  const texts = textsOf(found.content, await listContentCategories(tx, applicationId));
  const { default_language, languages } = found.content;
  return { default_language, languages, completeness: completenessOf(found.content, texts), texts };
}

/** Stores texts in one language. Options and categories are shared, so other surveys get the same translations. */
export async function translateSurvey(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  { language, texts }: Translation,
  now: Date,
): Promise<void> {
  const stored = await readTexts(tx, applicationId, surveyId);
  if (!stored.languages.includes(language) || language === stored.default_language)
    throw new Invalid({ language: ['Add this language to the survey first.'] });
  const known = new Set(stored.texts.map(({ kind, id, field }) => `${kind} ${id} ${field}`));
  const errors: Record<string, string[]> = {};
  for (const [index, { kind, id, field, text }] of texts.entries()) {
    if (!known.has(`${kind} ${id} ${field}`)) errors[`texts.${index}`] = ['The survey has no such text any more.'];
    else if (field === 'title' && text.length > MAX_LENGTH[kind])
      errors[`texts.${index}.text`] = [`Use at most ${MAX_LENGTH[kind]} characters.`];
    else if (field === 'unit' && text.length > 20) errors[`texts.${index}.text`] = ['Use at most 20 characters.'];
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);

  const optionIds = texts.filter(({ kind }) => kind === 'option').map(({ id }) => id);
  const others = await listSurveysWithOptions(tx, applicationId, optionIds);
  await reviseSurveys(tx, applicationId, [...new Set([surveyId, ...others])], now);
  for (const { kind, id, field, text } of texts) {
    if (kind === 'category') await translateCategory(tx, applicationId, id, { language, field, text });
    else
      await sql`
        update ${sql.table(TABLES[kind])} set translations = ${withTranslation({ language, field, text })}
        where application_id = ${applicationId} and id = ${kind === 'survey' ? surveyId : id}`.execute(tx);
  }
}
