export { consentLedgerRoutes } from './consent-ledger.routes.ts';
