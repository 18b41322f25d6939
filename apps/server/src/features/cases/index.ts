export { caseRoutes } from './cases.routes.ts';
export { escalateCase, ESCALATE_CASE } from './escalate-case.ts';
