import { apiKeys } from '@wardvoice/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { isDatabaseAway } from '../../../platform/db/database.ts';
import { RequestError, TooManyRequests } from '../../../platform/errors.ts';
import { tooManyAttempts } from '../../failed-attempts/index.ts';
import { countWrong } from '../wrong-credentials.ts';
import { issueToken, TokenRefusal } from './issue-token.ts';

const FORM = 'application/x-www-form-urlencoded';
const MAX_BYTES = 32 * 1024;

/** Adds the token endpoint, whose form and errors are those of OAuth 2 (RFC 6749 §4.4 and §5.2) and not of the API. */
export async function tokenEndpoint(http: FastifyInstance, ctx: Context): Promise<void> {
  await http.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    server.setErrorHandler((error, _request, reply) => answerError(error, reply));
    for (const path of apiKeys.TOKEN_PATHS)
      server.post<{ Body: Record<string, string> | undefined }>(
        path,
        { schema: { hide: true } },
        async (request, reply) => {
          // RFC 6749 §5.1: nothing between keeps a token.
          void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
          try {
            return await issueToken(ctx, request.body ?? {});
          } catch (error) {
            const isWrong = error instanceof TokenRefusal && error.code === 'invalid_client';
            const waitSeconds = isWrong ? await countWrong(ctx, null, request.ip) : 0;
            throw waitSeconds > 0 ? tooManyAttempts(waitSeconds) : error;
          }
        },
      );
  });
}

function answerError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof TokenRefusal)
    return reply
      .status(error.code === 'invalid_client' ? 401 : 400)
      .send({ error: error.code, error_description: error.message });
  if (isDatabaseAway(error)) return reply.status(503).send({ error: 'temporarily_unavailable' });
  const status = statusOf(error);
  if (status >= 500) throw error;
  if (error instanceof TooManyRequests) void reply.header('retry-after', String(error.retryAfterSeconds));
  const description = status === 415 ? `Send the fields as ${FORM}.` : error instanceof Error ? error.message : '';
  return reply
    .status(status)
    .send({ error: status === 429 ? 'slow_down' : 'invalid_request', error_description: description });
}

function statusOf(error: unknown): number {
  if (error instanceof RequestError) return error.status;
  const { statusCode }: { statusCode?: unknown } = error ?? {};
  return typeof statusCode === 'number' ? statusCode : 500;
}
