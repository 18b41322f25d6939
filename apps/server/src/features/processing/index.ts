export type { MessageError } from './message-error.ts';
export { mayBeValidatedAs, type NewMessageState } from './message-state.ts';
export { startProcessing } from './process-waiting.ts';
export { lockProcessing } from './waiting.queries.ts';
export { processMessages } from './process-messages.ts';
export { continueReload, rebuildPatients, RELOAD_MESSAGES, startReload } from './reload-messages.ts';
export { findReload } from './reloads.queries.ts';
