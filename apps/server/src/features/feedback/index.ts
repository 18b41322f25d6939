export { answerWords } from './answer-words.ts';
export { fieldOf } from './check-answers.ts';
export { feedbackRoutes } from './feedback.routes.ts';
export { asGiven, MOST_CHARACTERS, type GivenAnswer } from './given-answers.ts';
export { openSurvey, type ClosedLink, type LinkState, type OpenedSurvey } from './open-survey.ts';
export { saveDraft } from './save-draft.ts';
export { submitFeedback } from './submit-feedback.ts';
