/** Statuses of a server that is starting, or stopped behind its proxy, or without its database. */
const AWAY = [502, 503, 504];

/** Whether the server said anything; status 0: no answer. */
export const isAnswer = (status: number): boolean => status !== 0 && !AWAY.includes(status);

const listeners = new Set<(isReached: boolean) => void>();

/** Calls the listener after each request with whether the server was reached. Returns what ends that. */
export function onFetched(listener: (isReached: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records what came of a request. */
export function recordFetched(status: number): void {
  for (const listener of listeners) listener(isAnswer(status));
}
