export { offerSurvey, offerSurveys, type SurveyOffer } from './offer-survey.ts';
export {
  answeredAt,
  eraseInvitationsOf,
  findAskedOnPathway,
  forgetInvitationsOf,
  giveInvitationsTo,
  identifyInvitation,
} from './invitations.queries.ts';
export type { Offered, Way } from './invitations.queries.ts';
export { fillIn, INVITATION_TEXTS, surveyWords } from './message-texts.ts';
export { answerInvitation } from './answer-invitation.ts';
export { feedbackState, hasFeedback } from './feedback-state.ts';
export { updateDraft } from './update-draft.ts';
