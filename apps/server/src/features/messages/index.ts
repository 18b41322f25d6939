export { dischargeRoutes } from './discharges.routes.ts';
export { findRangeOfTexts, forgetMessagesOf, forgetTexts } from './forget-messages.queries.ts';
export { forgetImports } from './message-imports.queries.ts';
export { messageRoutes } from './messages.routes.ts';
export { getMessage } from './messages.queries.ts';
export { startSurveyHere } from './start-survey-here.ts';
export { keepNumbersOf } from './preserve-numbers.ts';
export { reprocessMessage } from './reprocess-messages.ts';
