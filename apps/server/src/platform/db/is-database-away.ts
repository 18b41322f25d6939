/** SQLSTATE classes and codes that speak of the server and not of the statement (PostgreSQL 18, Appendix A). */
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
/** What pg, its pool, Kysely and graphile-worker say without a code, or quote after a sentence of their own. */
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
/** Deeper than any library wraps; also the end of an error that names itself as its cause. */
const MAX_DEPTH = 8;

/**
 * Returns true for "the database is away" (not reached, not answering, starting, full, read-only), as opposed to "the
 * database said no". Looks through what libraries wrap around an error: its `cause`, the `errors` of an AggregateError,
 * and messages that quote another. Work that failed for this reason is right to be tried again as it is.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { code, message, cause, errors } = error as {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (typeof code === 'string' && (AWAY_SQLSTATE.test(code) || AWAY_SYSTEM_CODES.has(code))) return true;
  // A statement that the database refused may quote anything, also a patient's words; its code has been read above.
  const isRefusal = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  if (!isRefusal && typeof message === 'string' && AWAY_MESSAGE.test(message)) return true;
  if (isDatabaseAway(cause, depth + 1)) return true;
  return Array.isArray(errors) && errors.some((one) => isDatabaseAway(one, depth + 1));
}
