import type { feedback } from '@wardvoice/contract';
import {
  groupByCategory,
  rulesOf,
  type FormQuestion,
  type SurveyForm,
  parseDay,
  parseNumber,
} from '../survey-content/index.ts';
import type { GivenAnswer } from './given-answers.ts';

/** Returns the survey as the API shows it, with the answers given so far. */
export function toPortalSurvey(survey: SurveyForm, given: readonly GivenAnswer[]): feedback.PortalSurvey {
  const { id, revision, title, introduction, language, languages, questions } = survey;
  const responseTo = (question: FormQuestion) => {
    const answer = given.find(({ question_id }) => question_id === question.id);
    if (!answer) return null;
    const { text } = answer;
    return {
      ...answer,
      option_id: answer.option_ids[0] ?? null,
      number: question.type_of === 'number' && text !== null ? parseNumber(text, question) : null,
      date: question.type_of === 'date' && text !== null ? parseDay(text) : null,
    };
  };
  return {
    id,
    revision,
    title,
    introduction,
    language,
    languages,
    categories: groupByCategory(questions).map((category) => ({
      id: category.id,
      title: category.title,
      questions: category.questions.map((question) => ({
        id: question.id,
        title: question.title,
        type_of: question.type_of,
        required: question.required,
        conditions: question.condition?.of ?? [],
        condition_match: question.condition?.match ?? 'all',
        condition: question.condition?.of.length === 1 ? (question.condition.of[0] ?? null) : null,
        section: question.section,
        options: question.options.map((option) => ({ id: option.id, title: option.title })),
        ...rulesOf(question),
        response: responseTo(question),
      })),
    })),
  };
}
