export { ANYBODY, birthDateSubjects } from './birth-date-subjects.ts';
export { findUnprocessedSubjects } from './find-unprocessed-subjects.ts';
export { findNewestMessage, isMessageStored, type MessageMark } from './newest-message.queries.ts';
export { subjectKeys } from './subject-keys.ts';
export { traceOfMessage } from './trace-of-message.ts';
