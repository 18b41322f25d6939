import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { findContent } from './survey-content.queries.ts';
import { setConditions } from './conditions/conditions.queries.ts';
import { copyScales } from './questions.queries.ts';
import { insertSection } from './sections/sections.queries.ts';
import { insertQuestion, insertSurvey } from './surveys.queries.ts';

const MAX_TITLE = 200;

export interface CopiedSurvey {
  surveyId: number;
  copyId: number;
  /** The id of the copy of each question, by that of the original. */
  idOfCopy: ReadonlyMap<number, number>;
}

/** Makes a copy with its own sections and questions, and the same options and answer scales, which is not active. */
export async function duplicateSurvey(tx: Tx, applicationId: number, id: number): Promise<CopiedSurvey> {
  const found = await findContent(tx, applicationId, id);
  if (!found) throw new NotFound('This survey');
  const { questions, sections = [], ...texts } = found.content;
  const title = `Copy of ${texts.title}`.slice(0, MAX_TITLE);
  const copyId = await insertSurvey(tx, applicationId, { ...texts, title, active: false });
  for (const section of sections) {
    const { title: heading, introduction, translations, sort_order } = section;
    const row = { survey_id: copyId, title: heading, introduction, translations, sort_order };
    await insertSection(tx, applicationId, row);
  }
  const idOfCopy = new Map<number, number>();
  for (const [index, { id: original, options, conditions = [], ...question }] of questions.entries()) {
    const row = {
      ...question,
      survey_id: copyId,
      sort_order: question.sort_order ?? index + 1,
    };
    const optionIds = options.map((option) => option.id);
    const questionId = await insertQuestion(tx, applicationId, row, optionIds);
    idOfCopy.set(original, questionId);
    const copied = conditions.flatMap(({ question_id, option_id }) => {
      const copyOfQuestion = idOfCopy.get(question_id);
      return copyOfQuestion === undefined ? [] : [{ question_id: copyOfQuestion, option_id }];
    });
    await setConditions(tx, applicationId, questionId, copied);
  }
  await copyScales(tx, applicationId, idOfCopy);
  return { surveyId: id, copyId, idOfCopy };
}
