import { STATUS_CODES } from 'node:http';
import type { ErrorReply } from '@wardvoice/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const PROBLEM_MEDIA = 'application/problem+json';

/** Says no more than its status does (RFC 9457 §4.2.1). */
const NO_TYPE = 'about:blank';

/** What RFC 9110 names otherwise than Node does. */
const TITLES: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

export const titleOf = (status: number): string => TITLES[status] ?? STATUS_CODES[status] ?? 'Error';

interface Problem {
  type?: string | null;
  message: string;
  errors?: Record<string, string[]> | undefined;
}

/** Returns the body of an answer that is an error: our own two fields, and beside them those of RFC 9457. */
export const problemOf = (
  status: number,
  { type, message, errors }: Problem,
): Required<Omit<ErrorReply, 'errors'>> & Pick<ErrorReply, 'errors'> => ({
  type: type ?? NO_TYPE,
  title: titleOf(status),
  status,
  message,
  ...(errors ? { errors } : {}),
});

/** Sends an error: as `application/problem+json` to whoever asks for that, else as JSON. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: Problem,
): FastifyReply {
  if (wantsProblem(request.headers.accept)) void reply.type(PROBLEM_MEDIA);
  return reply.status(status).send(problemOf(status, problem));
}

/** Returns whether the media type is accepted by its name; a quality of 0 refuses it (RFC 9110 §12.4.2). */
const wantsProblem = (accept = ''): boolean =>
  accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([media, ...parameters]) => media === PROBLEM_MEDIA && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));
