export { caseRoutes } from './cases.routes.ts';
export { escalateCase, ESCALATE_CASE } from './escalate-case.ts';
export type { Answered, Concern } from './escalation.queries.ts';
export { openCases } from './open-cases.ts';
