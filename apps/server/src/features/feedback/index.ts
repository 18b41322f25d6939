export { answerWords } from './answer-words.ts';
export { fieldOf } from './check-answers.ts';
export { feedbackRoutes } from './feedback.routes.ts';
export { asGiven, MAX_CHARACTERS, type GivenAnswer } from './given-answers.ts';
export { openSurvey, type ClosedLink, type LinkState, type OpenedSurvey } from './open-survey.ts';
export { saveDraft } from './save-draft.ts';
export { getListName, listActiveSurveys } from './list-feedback.queries.ts';
export { lockInvitation } from './feedback.queries.ts';
export { submitFeedback, storeAnswers, type Submission } from './submit-feedback.ts';
