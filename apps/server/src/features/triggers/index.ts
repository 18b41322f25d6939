export { explainTriggers } from './explain-triggers.ts';
export { deEscalationWords } from './de-escalation-texts.ts';
export { runTriggers, TRIGGERING, type ProcessedEvent } from './run-triggers.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { SURVEY_RESPONSE_ESCALATED } from './trigger-catalog.ts';
export { insertTrigger, listActiveTriggers, switchOffTriggersOf } from './triggers.queries.ts';
