export { insertCause } from './causes/causes.queries.ts';
export { caseRoutes } from './cases.routes.ts';
export { escalateCase, ESCALATE_CASE } from './escalate-case.ts';
export type { Answered, Concern } from './escalation.queries.ts';
export { listPeopleForText, openCaseOfText } from './open-case-of-text.ts';
export { findCasesOf, forgetCases } from './personal-cases.queries.ts';
export { openCases } from './open-cases.ts';
