export { createAuditCalls } from './audit-calls.ts';
export { auditRoutes } from './audit.routes.ts';
export { chainAudit, startAuditChain } from './chain-audit.ts';
export { recordAudit, type NewAuditEntry } from './record-audit.ts';
