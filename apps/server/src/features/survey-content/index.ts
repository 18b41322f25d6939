export { changedRules, ruleErrors, rulesInWords, rulesOf, NO_RULES, type AnswerRules } from './answer-rules.ts';
export { answerWords, type AnswerWords } from './answer-words.ts';
export { findDayProblem, findNumberProblem, parseDay, parseNumber } from './read-value.ts';
export {
  conditionsOf,
  sectionOf,
  type Condition,
  type ContentCategory,
  type ContentQuestion,
  type SurveyContent,
  type Translations,
} from './survey-content.ts';
export { formIn, groupByCategory, type FormOption, type FormQuestion, type SurveyForm } from './survey-form.ts';
export { completenessOf, textsOf } from './survey-texts.ts';
export { sayLimits, sayProblem } from './value-words.ts';
