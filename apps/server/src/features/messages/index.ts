export { dischargeRoutes } from './discharges.routes.ts';
export { forgetImports } from './message-imports.queries.ts';
export { messageRoutes } from './messages.routes.ts';
export { getMessage } from './messages.queries.ts';
export { takeSurveyHere } from './take-survey-here.ts';
export { keepNumbersOf } from './keep-numbers.ts';
export { reprocessMessage } from './reprocess-messages.ts';
