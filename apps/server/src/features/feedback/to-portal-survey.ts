import type { feedback } from '@wardvoice/contract';
import { groupByCategory, type SurveyForm } from '../surveys/index.ts';
import type { GivenAnswer } from './given-answers.ts';

/** Returns the survey as the API shows it, with the answers given so far. */
export function toPortalSurvey(survey: SurveyForm, given: readonly GivenAnswer[]): feedback.PortalSurvey {
  const { id, revision, title, introduction, language, languages, questions } = survey;
  const responseTo = (questionId: number) => {
    const answer = given.find(({ question_id }) => question_id === questionId);
    return answer ? { ...answer, option_id: answer.option_ids[0] ?? null } : null;
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
      questions: category.questions.map(({ options, ...question }) => ({
        id: question.id,
        title: question.title,
        type_of: question.type_of,
        required: question.required,
        conditions: question.condition?.of ?? [],
        condition_match: question.condition?.match ?? 'all',
        condition: question.condition?.of.length === 1 ? (question.condition.of[0] ?? null) : null,
        section: question.section,
        options: options.map((option) => ({ id: option.id, title: option.title })),
        response: responseTo(question.id),
      })),
    })),
  };
}
