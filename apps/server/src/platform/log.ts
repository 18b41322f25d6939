import pg from 'pg';
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * Logs contain ids, counts and codes. Request bodies, addresses with tokens, and HL7 content must never be given to a log call;
 * the paths below also remove them from objects of libraries.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          '*.password',
          '*.token',
          '*.raw',
          '*.phone',
          '*.email',
        ],
        censor: '[hidden]',
      },
      serializers: { err: withoutContent },
    },
    ...(destination ? [destination] : []),
  );
}

/**
 * Returns what may be logged of an error: its kind and where it happened. PostgreSQL repeats the value that it refused in the
 * message, and JSON.parse repeats the text.
 */
export function withoutContent(error: Error & { code?: string }) {
  const { code, name: type, stack = '' } = error;
  const mayHoldContent = error instanceof pg.DatabaseError || error instanceof SyntaxError;
  if (!mayHoldContent) return { type, code, message: error.message, stack };
  const { table, column, constraint, routine }: Partial<pg.DatabaseError> =
    error instanceof pg.DatabaseError ? error : {};
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { type, code, table, column, constraint, routine, stack: frames.join('\n') };
}
