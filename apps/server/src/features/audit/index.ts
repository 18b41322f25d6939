export { openAnchorPlaces } from './anchor-file.ts';
export { createAuditCalls } from './audit-calls.ts';
export { auditRoutes } from './audit.routes.ts';
export { startAuditGuard } from './guard-audit.ts';
export { findLastPlace } from './find-last-place.ts';
export type { AuditContext } from './entry-ids.ts';
export { recordAudit, type NewAuditEntry } from './record-audit.ts';
export { findBrokenAudit } from './verification.queries.ts';
export { warnOfOwner } from './warn-of-owner.ts';
