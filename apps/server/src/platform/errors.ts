/** The caller's fault: thrown anywhere, answered by one handler in platform/http. */
export class RequestError extends Error {
  readonly status: number;
  /** By field, inside the body's wrapper. */
  readonly errors: Record<string, string[]> | undefined;

  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.errors = errors;
  }
}

export class Unauthorized extends RequestError {
  constructor(message = 'Sign in first.') {
    super(401, message);
  }
}

export class Forbidden extends RequestError {
  constructor(message = 'You may not do this. Ask an administrator for the permission.') {
    super(403, message);
  }
}

/** Also for what belongs to another application: its existence is nobody's business. */
export class NotFound extends RequestError {
  constructor(what = 'This record') {
    super(404, `${what} does not exist.`);
  }
}

export class Conflict extends RequestError {
  constructor(message: string) {
    super(409, message);
  }
}

export class Gone extends RequestError {
  constructor(message: string) {
    super(410, message);
  }
}

export class Invalid extends RequestError {
  constructor(errors: Record<string, string[]>, message = 'Some fields need another look.') {
    super(422, message, errors);
  }
}

/** The session waits for its person: nothing but unlocking and signing out is answered. */
export class Locked extends RequestError {
  constructor() {
    super(423, 'This session is locked. Unlock it to go on.');
  }
}

export class TooManyRequests extends RequestError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(429, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Thrown by a job that no retry can help. The job ends; what it was for carries the failure. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}
