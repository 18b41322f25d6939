export { isListedEvent } from './consent-events.queries.ts';
export { consentLedgerRoutes } from './consent-ledger.routes.ts';
