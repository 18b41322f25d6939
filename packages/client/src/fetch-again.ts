/** How long a caller goes on. */
export interface Patience {
  /** How often a request is sent at most. 4 unless told; 1 never sends one again. */
  readonly attempts?: number;
  /** Seconds to wait at most between two of them. Whoever is told to wait for longer gets the answer as it is. 60 unless told. */
  readonly longestWait?: number;
  /** What sends a request. The global `fetch` unless told. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Answers after which the same request may succeed later: too many requests, and a database that is away. */
const LATER = new Set([429, 503]);

/**
 * Sends a request until it is answered with something else than "later". Waits for as long as `Retry-After` says (RFC
 * 9110 §10.2.3, in seconds), else for 1 s, 2 s, 4 s and so on. An abort of the request's signal ends the waiting.
 */
export async function fetchAgain(request: Request, patience: Patience): Promise<Response> {
  const { attempts = 4, longestWait = 60, fetch: send = globalThis.fetch } = patience;
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= attempts;
    let wait = 2 ** (attempt - 1);
    try {
      // The body of a request can be read once: it is sent as a copy.
      const response = await send(isLast ? request : request.clone());
      if (isLast || !LATER.has(response.status)) return response;
      wait = Number(response.headers.get('retry-after') ?? wait);
      if (!(wait <= longestWait)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (isLast || request.signal.aborted || wait > longestWait) throw error;
    }
    await pause(wait, request.signal);
  }
}

/** Throws the signal's reason when it is aborted meanwhile. */
async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = pending();
  const stop = () => reject(signal.reason);
  const timer = setTimeout(resolve, seconds * 1000);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function pending(): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } {
  let resolve = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
