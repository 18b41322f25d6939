import type { IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { speakPlainly } from '@wardvoice/contract';
import * as z from 'zod';
import { RequestError } from '../errors.ts';
import type { Log } from '../log.ts';
import { endRequestsInFlight } from './end-requests.ts';
import { sendProblem } from './problem.ts';
import { readFailure } from './read-failure.ts';
import { countRequest } from './request-metrics.ts';
import { answerBelow, withoutSubPath } from './sub-path.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/**
 * Limit for each network address. It is generous, because all colleagues of a ward may share one. Sign-in has a stricter limit of
 * its own.
 */
const REQUESTS_PER_MINUTE = 6000;
/** What requests are counted over, where a call has no limit of its own. */
const DEFAULT_WINDOW_SECONDS = 60;
const HSTS_SECONDS = 365 * 24 * 60 * 60;
/** Path of the built files. A screen needs dozens of them; they are the same for everybody, and browsers cache them. */
const ASSETS = '/assets/';

/** As Fastify's own server has it: longer than most proxies keep a connection. */
const KEEP_ALIVE_MS = 72_000;

export interface HttpServerOptions {
  log: Log;
  requestsPerMinute?: number;
  /** Proxies whose X-Forwarded-For is believed (TRUST_PROXY). Default: those on this machine. */
  trustProxy?: string[];
  /** Whether people reach the server by https, through a proxy: browsers are then told to use nothing else. */
  isHttps?: boolean;
  /** Whether they are told the same of every name below ours (HSTS_SUBDOMAINS). Default: false. */
  hstsSubDomains?: boolean;
  /** PEM texts, to speak TLS without a proxy. Default: null. */
  tls?: { cert: string; key: string } | null;
  /** The path of PUBLIC_URL, as in `/wardvoice`. Default: none. */
  subPath?: string;
}

/** Creates the Fastify server with what every call shares: validation, errors, security headers, limits. */
export async function createHttpServer({
  log,
  requestsPerMinute,
  trustProxy = ['loopback'],
  isHttps = false,
  hstsSubDomains = false,
  tls = null,
  subPath = '',
}: HttpServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const http = fastify({
    loggerInstance,
    // Requests are not logged: there are too many, and an address may contain a token. Failures are logged below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy,
    routerOptions: { maxParamLength: 300 },
    // Who asks while the server is being closed is answered: `endRequestsInFlight`.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => (subPath ? withoutSubPath(url, subPath) : url),
    ...(tls ? { serverFactory: speakTls(tls) } : {}),
  });
  endRequestsInFlight(http);
  if (subPath) answerBelow(http, subPath);
  speakPlainly();
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(
    ({ schema }) =>
      (data) =>
        JSON.stringify(z.parse(schema as z.core.$ZodType, data)),
  );
  http.setErrorHandler(answerError);
  acceptEmptyJson(http);
  // Replies of the API show patients. They must not be found in the cache of a browser or proxy after signing out.
  http.addHook('onSend', async (request, reply) => {
    countRequest(request, reply);
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const limit = reply.getHeader('ratelimit-limit');
    if (limit !== undefined && !reply.hasHeader('ratelimit-policy')) {
      const { limitSeconds = DEFAULT_WINDOW_SECONDS } = request.routeOptions.config;
      reply.header('ratelimit-policy', `${String(limit)};w=${limitSeconds}`);
    }
  });

  await http.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // Mantine and the charts set style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: hstsSubDomains },
    referrerPolicy: { policy: 'no-referrer' },
  });
  await http.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] });
  await http.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  await http.register(multipart);
  await http.register(rateLimit, {
    max: requestsPerMinute ?? REQUESTS_PER_MINUTE,
    timeWindow: DEFAULT_WINDOW_SECONDS * 1000,
    // RateLimit-Limit, -Remaining and -Reset rather than headers that only this plugin knows.
    enableDraftSpec: true,
    allowList: (request) => request.url.startsWith(ASSETS),
    errorResponseBuilder: (_request, context) =>
      new RequestError(429, `Too many requests. Try again in ${context.after}.`),
  });
  return http;
}

/** Fastify sets its time limits only on a server of its own, so this one gets the same. */
const speakTls =
  ({ cert, key }: { cert: string; key: string }): FastifyServerFactory =>
  (handler) => {
    const server = createTlsServer({ cert, key, minVersion: 'TLSv1.2' }, handler);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    return server;
  };

/** Accepts an empty body that is declared as JSON: many clients name a content type even when they send nothing. */
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, retryAfterSeconds, ...problem } = readFailure(error, request);
  if (retryAfterSeconds !== null) void reply.header('retry-after', String(retryAfterSeconds));
  sendProblem(request, reply, status, problem);
}
