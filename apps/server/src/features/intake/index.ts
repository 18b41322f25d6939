export { startApplicationListeners, type ApplicationListeners } from './application-listeners.ts';
export { createApplicationRouting, type ApplicationRouting } from './application-routing.ts';
export { createGroupCommit, type GroupCommit } from './group-commit.ts';
export { measureWaitingMessages } from './intake-metrics.ts';
export { findOldestWaiting } from './waiting.queries.ts';
export { startFiling } from './file-arrivals.ts';
export { answerFrames, createReceiver, headerColumns, OVER_MLLP, type Receiver } from './receive-message.ts';
export { validateMessage } from './validate-message.ts';
