import { feedback } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { SurveyTemplate, Texts } from '../survey-templates/index.ts';
import { setConditions } from './conditions/conditions.queries.ts';
import { insertOption, insertQuestion, insertSurvey } from './surveys.queries.ts';

/** Makes a survey of the application from a template. `categoryIds` maps the template's names. Returns its id. */
export async function installSurvey(
  tx: Tx,
  applicationId: number,
  template: SurveyTemplate,
  { categoryIds }: { categoryIds: Readonly<Record<string, number>> },
): Promise<number> {
  const { title, introduction, thank_you } = template;
  const surveyId = await insertSurvey(tx, applicationId, {
    title: title.en,
    introduction: introduction.en,
    thank_you: thank_you.en,
    default_language: 'en',
    languages: [...TRANSLATED],
    translations: translated((language) => ({
      title: title[language],
      introduction: introduction[language],
      thank_you: thank_you[language],
    })),
  });
  const optionIds = new Map<string, number>();
  for (const [key, option] of Object.entries(template.options)) {
    const { value, escalate = false, notify = false } = option;
    const translations = translated((language) => ({ title: option.title[language] }));
    const row = { title: option.title.en, value, escalate, notify, translations };
    optionIds.set(key, await insertOption(tx, applicationId, row));
  }
  const questionIds = new Map<string, number>();
  for (const [index, question] of template.questions.entries()) {
    const { key, type_of, required = false, category, options = [], condition } = question;
    const id = await insertQuestion(
      tx,
      applicationId,
      {
        survey_id: surveyId,
        category_id: categoryIds[category] ?? null,
        title: question.title.en,
        type_of,
        required,
        sort_order: index + 1,
        translations: translated((language) => ({ title: question.title[language] })),
      },
      options.map((name) => get(optionIds, name)),
    );
    questionIds.set(key, id);
    if (condition) {
      const only = { question_id: get(questionIds, condition.question), option_id: get(optionIds, condition.option) };
      await setConditions(tx, applicationId, id, [only]);
    }
  }
  return surveyId;
}

/** All languages but English, which is the default language. */
const TRANSLATED = feedback.PORTAL_LANGUAGES.filter((language) => language !== 'en');

const translated = <T>(read: (language: keyof Texts) => T): Record<string, T> =>
  Object.fromEntries(TRANSLATED.map((language) => [language, read(language)]));

function get(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The survey template uses "${name}" before it says what that is.`);
  return id;
}
