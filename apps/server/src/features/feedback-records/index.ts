export { countUnread } from './feedback-records.queries.ts';
export { feedbackRecordRoutes } from './feedback-records.routes.ts';
