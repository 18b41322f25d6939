export { beginPathways, enrolByHand, type Beginning } from './enrol.ts';
export { findStepOfFeedback } from './find-step-of-feedback.ts';
export { forgetEnrolmentsOf } from './enrolments.queries.ts';
export { findPathway, insertPathway } from './pathways.queries.ts';
export { listComingSteps } from './list-coming-steps.ts';
export { pathwayRoutes } from './pathways.routes.ts';
export { RUN_DUE_STEPS, runDueSteps } from './run-due-steps.ts';
