import { scim } from '@wardvoice/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { isDatabaseAway } from '../../../platform/db/database.ts';
import { NotFound, RequestError, TooManyRequests } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { authenticateToken, readBearer } from '../tokens/authenticate-token.ts';
import type { UsableToken } from '../tokens/tokens.queries.ts';
import { describeError, ScimError } from '../../../platform/scim/scim-error.ts';

const MEDIA_TYPE = 'application/scim+json';
/** Entra ID sends up to 25 requests a second. */
const REQUESTS_PER_MINUTE = 1_800;

/** Returns the token of a request that has been authenticated. */
export type TokenOf = (request: FastifyRequest) => UsableToken;

/**
 * Adds what all calls of SCIM share: the token, the media type, the limit and the form of errors. `add` adds the calls. They are no
 * endpoints of the API, because their form is that of RFC 7644.
 */
export async function scimServer(
  http: FastifyInstance,
  ctx: Context,
  add: (server: FastifyInstance, tokenOf: TokenOf) => void,
): Promise<void> {
  const tokens = new WeakMap<FastifyRequest, UsableToken>();
  const tokenOf: TokenOf = (request) => {
    const token = tokens.get(request);
    if (!token) throw new NotFound();
    return token;
  };
  await http.register(
    async (server) => {
      acceptJson(server);
      server.setErrorHandler(answerError);
      server.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this address.'));
      server.setSerializerCompiler(() => JSON.stringify);
      // The plugin's own limit counts each path by itself, so that one limit over all of them is added here.
      server.addHook('onRequest', server.rateLimit({ max: REQUESTS_PER_MINUTE, timeWindow: 60_000, keyGenerator }));
      server.addHook('onRequest', async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        tokens.set(request, await authenticateToken(ctx, request));
      });
      add(server, tokenOf);
    },
    { prefix: scim.SCIM_BASE },
  );
}

/** Nothing but JSON is read: a form would be an object as well. */
function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser([MEDIA_TYPE, 'application/json'], { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** What the limit counts: calls with one token, or calls without any from one network address. */
function keyGenerator({ headers, ip }: FastifyRequest): string {
  const token = readBearer(headers.authorization);
  return token === null ? ip : hashToken(token).toString('base64url');
}

/** Sends an answer of SCIM. */
export const send = (reply: FastifyReply, status: number, body?: object): FastifyReply =>
  reply.status(status).type(`${MEDIA_TYPE}; charset=utf-8`).send(body);

const refuse = (reply: FastifyReply, status: number, detail: string): FastifyReply =>
  send(reply, status, describeError(status, detail));

const DETAILS: Readonly<Record<number, string>> = {
  400: 'The request could not be read. Send JSON.',
  413: 'The request is too large.',
  415: `Send the body as ${MEDIA_TYPE} or application/json.`,
};

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof RequestError) {
    if (error instanceof TooManyRequests) void reply.header('retry-after', String(error.retryAfterSeconds));
    if (error.status === 401) void reply.header('www-authenticate', 'Bearer');
    const scimType = error instanceof ScimError ? error.scimType : undefined;
    // RFC 7644 has no 422: what a rule of ours finds wrong in a value is 400 there.
    const status = error.status === 422 ? 400 : error.status;
    const type = scimType ?? (error.status === 422 ? 'invalidValue' : undefined);
    void send(reply, status, describeError(status, detailOf(error), type));
    return;
  }
  const { statusCode = 500 } = error;
  if (statusCode >= 400 && statusCode < 500) {
    const type = statusCode === 400 ? 'invalidSyntax' : undefined;
    void send(reply, statusCode, describeError(statusCode, DETAILS[statusCode] ?? error.message, type));
  } else if (isDatabaseAway(error)) {
    request.log.error({ code: error.code }, 'the database is away');
    void reply.header('retry-after', '5');
    void refuse(reply, 503, 'The database is not reachable. Try again in a moment.');
  } else {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a call of SCIM failed');
    void refuse(reply, 500, 'Something went wrong on our side. It has been logged; try again.');
  }
}

const detailOf = ({ message, errors }: RequestError): string =>
  errors
    ? Object.entries(errors)
        .map(([field, reasons]) => `${field}: ${reasons.join(' ')}`)
        .join(' ')
    : message;
