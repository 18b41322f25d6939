/** What the trace of a message is about: the message, and what is sent because of it. */
export const traceOfMessage = (id: number): string => `message ${id}`;
