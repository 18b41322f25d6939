export { dischargeRoutes } from './discharges.routes.ts';
export { findRangeOfTexts, forgetMessagesNaming, forgetMessagesOf, forgetTexts } from './forget-messages.queries.ts';
export { forgetImports, forgetImportsNaming } from './message-imports.queries.ts';
export { messageRoutes } from './messages.routes.ts';
export { findSurveyFor, getMessage, isOnDistributionList } from './messages.queries.ts';
export { keepNumbersOf } from './preserve-numbers.ts';
export { reprocessMessage } from './reprocess-messages.ts';
