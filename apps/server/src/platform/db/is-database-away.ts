/**
 * SQLSTATE classes and codes that describe the state of the server and not a mistake in the statement (PostgreSQL 18, Appendix
 * A).
 */
const AWAY_SQLSTATE = /^(08...|57P0.|53...|58...|25006)$/;
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
/** Messages of pg, its pool, Kysely and graphile-worker that come without a code, or within a longer message. */
const AWAY_MESSAGE = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client (has encountered a connection error|was closed) and is not queryable',
    'Cannot use a pool after calling end',
    'driver has already been destroyed',
    'terminating connection (due to|because of)',
    'the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)',
    'too many clients already',
    'No space left on device',
    'cannot execute .* in a read-only transaction',
    '(connect|read|write) E[A-Z]{4,}',
  ].join('|'),
);
/** Maximum depth of nested errors. No library nests so deeply, and an error that names itself as its cause ends here. */
const MAX_DEPTH = 8;

/**
 * Returns true when the database could not do the work (not reached, not answering, starting, full, read-only), and false when it
 * refused a statement. Errors that libraries wrap are searched, too: the `cause`, the `errors` of an AggregateError, and messages
 * that quote another. Work that failed for this reason can be tried again unchanged.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const {
    code,
    message,
    cause,
    errors,
  }: {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  } = error;
  if (typeof code === 'string' && (AWAY_SQLSTATE.test(code) || AWAY_SYSTEM_CODES.has(code))) return true;
  // The message of a refused statement may quote anything, even a patient's words, so it is not searched. Its code was checked
  // above.
  const isRefusal = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  if (!isRefusal && typeof message === 'string' && AWAY_MESSAGE.test(message)) return true;
  if (isDatabaseAway(cause, depth + 1)) return true;
  return Array.isArray(errors) && errors.some((one) => isDatabaseAway(one, depth + 1));
}
