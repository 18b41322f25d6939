export { messageTrialRoutes } from './message-trials.routes.ts';
