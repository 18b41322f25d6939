import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Logs carry ids, counts and codes. Request bodies, addresses with tokens, and HL7 content never reach a log call;
 * the paths below are a second fence for objects that come from libraries.
 */
export function createLog(level: string): Log {
  return pino({
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
    serializers: {
      // Parameters of a failed query are patient data.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack,
      }),
    },
  });
}
