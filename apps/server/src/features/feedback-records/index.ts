export { feedbackRecordRoutes } from './feedback-records.routes.ts';
