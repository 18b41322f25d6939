export { changedLimits, limitErrors, limitsInWords, limitsOf, NO_LIMITS, type AnswerLimits } from './answer-limits.ts';
export { findDayProblem, findNumberProblem, parseDay, parseNumber } from './read-value.ts';
export type { Condition, ContentCategory, SurveyContent, Translations } from './survey-content.ts';
export { formIn, groupByCategory, type FormOption, type FormQuestion, type SurveyForm } from './survey-form.ts';
export { completenessOf, textsOf } from './survey-texts.ts';
export { sayLimits, sayProblem } from './value-words.ts';
