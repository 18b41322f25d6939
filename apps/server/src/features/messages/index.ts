export { createApplicationRouting, type ApplicationRouting } from './application-routing.ts';
export { createGroupCommit, type GroupCommit } from './group-commit.ts';
export { measureWaitingMessages } from './intake-metrics.ts';
export { messageRoutes } from './messages.routes.ts';
export { startFiling } from './file-waiting.ts';
export { startProcessing } from './process-waiting.ts';
export { answerFrames, createReceiver, OVER_MLLP, type Receiver } from './receive-message.ts';
