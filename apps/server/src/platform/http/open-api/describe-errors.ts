import { errorReply, type Endpoint } from '@wardvoice/contract';
import { answersVersion, changesVersion } from '../etag.ts';
import { PROBLEM_MEDIA } from '../problem.ts';
import type { Json } from './describe-schemas.ts';

/** What every error says. */
export const problemSchema = errorReply.required({ type: true, title: true, status: true });

interface ErrorAnswer {
  name: string;
  description: string;
  waits?: boolean;
}

const ERRORS = {
  400: { name: 'BadRequest', description: 'The request could not be read.' },
  401: { name: 'Unauthorized', description: 'Nobody is signed in, or the credentials are wrong.' },
  403: {
    name: 'Forbidden',
    description: 'The caller may not do this, or has to prove again who they are first: see `type`.',
  },
  404: { name: 'NotFound', description: 'There is no such record, or it belongs to another application.' },
  409: {
    name: 'Conflict',
    description:
      'The state of the record does not allow this, an application has to be chosen first, or the same request is under way: with Retry-After.',
  },
  412: { name: 'PreconditionFailed', description: 'The record is not of the version that If-Match names any more.' },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of another content type than this call takes.' },
  422: { name: 'UnprocessableContent', description: 'Fields are wrong: `errors` names each with what to do.' },
  423: { name: 'Locked', description: 'The session is locked. Unlock it first.' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests. Wait for as long as Retry-After says.',
    waits: true,
  },
  503: { name: 'ServiceUnavailable', description: 'The database is away. Try again later.', waits: true },
} as const satisfies Record<number, ErrorAnswer>;

type Status = keyof typeof ERRORS;

/** Returns the errors that a call may answer, by status, as references to shared answers. */
export function describeErrors(endpoint: Endpoint, isConditional: boolean): Record<string, Json> {
  const { method, access, params, query, body, idempotencyKey, bodyMedia } = endpoint;
  const isPublic = access === 'public';
  const isGuarded = !isPublic && access !== 'application-credentials';
  const sends = body !== undefined || bodyMedia[0] !== 'application/json';
  const needsApplication = typeof access === 'object' && access.anyApplication !== true;
  const may: Record<Status, boolean> = {
    400: sends || idempotencyKey || isConditional,
    401: !isPublic,
    403: isGuarded,
    404: params !== undefined,
    409: needsApplication || method !== 'GET',
    412: isConditional,
    413: sends,
    415: sends,
    422: sends || query !== undefined || idempotencyKey,
    423: isGuarded,
    429: true,
    503: true,
  };
  const statuses = Object.entries(ERRORS).filter(([status]) => may[Number(status) as Status]);
  return Object.fromEntries(statuses.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** Returns the shared answers by name. */
export const errorResponses = (schema: Json): Record<string, Json> =>
  Object.fromEntries(
    Object.values(ERRORS).map(({ name, description, ...rest }) => [
      name,
      {
        description,
        ...('waits' in rest || name === 'Conflict'
          ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
          : {}),
        content: { 'application/json': { schema }, [PROBLEM_MEDIA]: { schema } },
      },
    ]),
  );

/** Returns whether a call takes If-Match: a change that may name a version, and the deletion of such a record. */
export function takesIfMatch(endpoint: Endpoint, all: readonly Endpoint[]): boolean {
  if (endpoint.method === 'GET') return false;
  if (endpoint.method !== 'DELETE') return changesVersion(endpoint);
  return all.some((other) => other.path === endpoint.path && answersVersion(other) && changesVersion(other));
}
