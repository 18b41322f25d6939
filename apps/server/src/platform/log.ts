import pg from 'pg';
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * Logs carry ids, counts and codes. Request bodies, addresses with tokens, and HL7 content never reach a log call;
 * the paths below are a second fence for objects that come from libraries.
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
 * PostgreSQL repeats in its message the value that it could not take, and JSON.parse the text: of such errors only what
 * and where is logged.
 */
export function withoutContent(error: Error & { code?: string }) {
  const { code, name: type, stack = '' } = error;
  const mayHoldContent = error instanceof pg.DatabaseError || error instanceof SyntaxError;
  if (!mayHoldContent) return { type, code, message: error.message, stack };
  const { table, column, constraint, routine } = error as pg.DatabaseError;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { type, code, table, column, constraint, routine, stack: frames.join('\n') };
}
