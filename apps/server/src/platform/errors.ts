import { account, FRESH_SIGN_IN_NEEDED, PERSON_NEEDED, TWO_STEP_NEEDED } from '@wardvoice/contract';

/** An error that the caller made. It may be thrown anywhere; one handler in platform/http answers it. */
export class RequestError extends Error {
  readonly status: number;
  /** Messages by field. Fields are named from inside the body's wrapper. */
  readonly errors: Record<string, string[]> | undefined;
  /** What a client may react to without reading the message. Null for most errors. */
  readonly type: string | null;

  constructor(
    status: number,
    message: string,
    { errors, type = null }: { errors?: Record<string, string[]>; type?: string | null } = {},
  ) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.errors = errors;
    this.type = type;
  }
}

export class Unauthorized extends RequestError {
  constructor(message = 'Sign in first.') {
    super(401, message);
  }
}

export class Forbidden extends RequestError {
  constructor(message = 'You may not do this. Ask an administrator for the permission.', type: string | null = null) {
    super(403, message, { type });
  }
}

/** An API key may not make this call, whatever its permissions. */
export class ForPeople extends Forbidden {
  constructor() {
    super('Only a person who is signed in can do this: an API key cannot.', PERSON_NEEDED);
  }
}

/** The caller may do this, once they have proved again who they are. */
export class FreshSignInNeeded extends Forbidden {
  constructor() {
    super(
      `Confirm that it is you. This needs a sign-in within the last ${account.FRESH_SIGN_IN_MINUTES} minutes.`,
      FRESH_SIGN_IN_NEEDED,
    );
  }
}

/** The caller has to switch two-step sign-in on before anything else. */
export class TwoStepNeeded extends Forbidden {
  constructor() {
    super('Your organisation asks for two-step sign-in. Switch it on first, under My account.', TWO_STEP_NEEDED);
  }
}

/**
 * The record does not exist. A record of another application is answered in the same way, so that nobody learns of its existence.
 */
export class NotFound extends RequestError {
  constructor(what = 'This record') {
    super(404, `${what} does not exist.`);
  }
}

export class Conflict extends RequestError {
  /** When the same call may succeed; null: not by waiting. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(409, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Somebody else has saved the record since the caller read it. */
export class StaleVersion extends Conflict {
  constructor() {
    super('Somebody else saved this meanwhile. Look at their version, then save yours again.');
  }
}

/** What the caller made a condition of the call does not hold (If-Match). */
export class PreconditionFailed extends RequestError {
  constructor(message = new StaleVersion().message) {
    super(412, message);
  }
}

export class Gone extends RequestError {
  constructor(message: string) {
    super(410, message);
  }
}

export class Invalid extends RequestError {
  constructor(errors: Record<string, string[]>, message = 'Some fields need another look.') {
    super(422, message, { errors });
  }
}

/** The session is locked: until it is unlocked, only unlocking and signing out are answered. */
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

/**
 * Thrown by a job that cannot succeed however often it is repeated. The job ends; the failure is stored with the record that it
 * was for.
 */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/** Returns the code of an error of PostgreSQL (`23505`) or of the operating system (`ECONNREFUSED`); undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
