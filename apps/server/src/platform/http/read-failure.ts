import type { FastifyError, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseAway } from '../db/database.ts';
import { codeOf, Conflict, Invalid, RequestError, TooManyRequests } from '../errors.ts';

/** SQLSTATE of a transaction that was rolled back because two waited for each other. */
const DEADLOCK = '40P01';

/** What is answered of an error, in whatever form the interface has for it. */
export interface Failure {
  status: number;
  message: string;
  errors?: Record<string, string[]> | undefined;
  type?: string | null;
  /** When the same call may succeed; null: not by waiting. */
  retryAfterSeconds: number | null;
}

/** Returns what the caller is told of an error. One that is ours is logged, and the caller learns nothing of it. */
export function readFailure(error: FastifyError, request: FastifyRequest): Failure {
  const known = asRequestError(error, request);
  if (known) {
    const { status, message, errors, type } = known;
    return { status, message, errors, type, retryAfterSeconds: waitOf(known) };
  }
  if (isDatabaseAway(error)) {
    request.log.error({ code: error.code }, 'the database is away');
    return { status: 503, message: 'The database is not reachable. Try again in a moment.', retryAfterSeconds: 5 };
  }
  if (codeOf(error) === DEADLOCK)
    return { status: 409, message: 'Somebody else changed this at the same time. Try again.', retryAfterSeconds: 1 };
  request.log.error({ err: error, route: request.routeOptions.url }, 'a call failed');
  return {
    status: 500,
    message: 'Something went wrong on our side. It has been logged; try again.',
    retryAfterSeconds: null,
  };
}

const waitOf = (error: RequestError): number | null =>
  error instanceof TooManyRequests || error instanceof Conflict ? error.retryAfterSeconds : null;

const PLAIN_MESSAGES: Record<number, string> = {
  400: 'The request could not be read. Send JSON with the right content type.',
  413: 'The request is too large.',
  415: 'Send the body as JSON.',
};

function asRequestError(error: FastifyError, request: FastifyRequest): RequestError | null {
  if (error instanceof RequestError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const isPathParameter = error.validationContext === 'params';
    if (isPathParameter) return new RequestError(404, 'This record does not exist.');
    const wrapper = request.routeOptions.config.wrapper;
    const errors: Record<string, string[]> = {};
    for (const { instancePath, message = 'is not right' } of error.validation) {
      const path = instancePath.split('/').filter(Boolean);
      const inside = wrapper && path[0] === wrapper && path.length > 1 ? path.slice(1) : path;
      const told = (errors[inside.join('.') || 'body'] ??= []);
      if (!told.includes(message)) told.push(message);
    }
    return new Invalid(errors);
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new RequestError(status, PLAIN_MESSAGES[status] ?? error.message);
  return null;
}
