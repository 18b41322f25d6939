interface SystemError {
  /** Such as EADDRINUSE. */
  code: string | undefined;
  port: number | undefined;
  message: string;
}

/** Reads what an error says of the system call that failed. */
export function readSystemError(error: unknown): SystemError {
  const { code, port, message }: { code?: unknown; port?: unknown; message?: unknown } = error ?? {};
  return {
    code: typeof code === 'string' ? code : undefined,
    port: typeof port === 'number' ? port : undefined,
    message: typeof message === 'string' ? message : String(error),
  };
}
