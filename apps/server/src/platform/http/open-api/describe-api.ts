import {
  account,
  API_BASE,
  FRESH_SIGN_IN_NEEDED,
  GROUPS,
  JSON_MEDIA,
  pagingQuery,
  PARAMETERS,
  type Endpoint,
  type Schema,
} from '@wardvoice/contract';
import * as z from 'zod';
import { answersVersion } from '../etag.ts';
import { describeErrors, errorResponses, problemSchema, takesIfMatch } from './describe-errors.ts';
import { SchemaBook, type Json } from './describe-schemas.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { nameEndpoint } from './name-endpoints.ts';

export interface ApiFacts {
  version: string;
  /** Where people reach the server, without a slash at the end. */
  publicUrl: string;
}

const NEEDS_FRESH_SIGN_IN =
  `Needs a sign-in, or \`POST /session/prove\`, within the last ${account.FRESH_SIGN_IN_MINUTES} minutes; ` +
  `else 403 with the type \`${FRESH_SIGN_IN_NEEDED}\`.`;

const SUCCESSES: Readonly<Record<number, string>> = { 200: 'Done.', 201: 'Made.', 202: 'Begun; it goes on by itself.' };

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Describes the API as OpenAPI 3.1, from the same endpoints that its routes are made of. */
export function describeApi(endpoints: readonly Endpoint[], { version, publicUrl }: ApiFacts): Json {
  const book = new SchemaBook();
  book.name(problemSchema, 'Problem');
  const paging = new Map(describeQuery(book, pagingQuery));
  const operations = endpoints.map((endpoint) => ({ endpoint, ...nameEndpoint(endpoint) }));
  const paths: Record<string, Json> = {};
  for (const { endpoint, group, operationId } of operations) {
    const path = (API_BASE + endpoint.path).replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId,
      tags: [group],
      summary: endpoint.summary,
      description: [whoMay(endpoint), ...(endpoint.freshSignIn ? [NEEDS_FRESH_SIGN_IN] : [])].join(' '),
      ...securityOf(endpoint),
      ...parametersOf(endpoint),
      ...bodyOf(endpoint, operationId),
      responses: { ...successOf(endpoint), ...describeErrors(endpoint, takesIfMatch(endpoint, endpoints)) },
    };
  }
  paths[`${API_BASE}/events`] = { get: describeEvents() };
  const webhooks = describeWebhooks(book);
  const problem = book.describe(problemSchema, 'output');
  const groups = new Set([...operations.map(({ group }) => group), EVENTS]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Wardvoice',
      version,
      description:
        'Every list, record and action of Wardvoice. Answers are JSON; errors are the same everywhere, and `application/problem+json` for whoever asks for it.',
      contact: { name: 'Whoever runs this installation', url: publicUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl, description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: Object.entries({ ...GROUPS, [EVENTS]: 'What has changed, as it changes.' })
      .filter(([name]) => groups.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: {
        ...Object.fromEntries([...paging].map(([name, described]) => [name, described])),
        ...HEADER_PARAMETERS,
      },
      headers: HEADERS,
      responses: errorResponses(problem),
      schemas: book.finish(),
    },
  };

  function parametersOf(endpoint: Endpoint): Json {
    const params = fieldsOf(endpoint.params);
    const found: Json[] = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: PARAMETERS[name] ?? '',
      schema: params[name] ? book.describeInline(params[name], 'input') : { type: 'string' },
    }));
    for (const [name, described] of describeQuery(book, endpoint.query))
      found.push(JSON.stringify(paging.get(name)) === JSON.stringify(described) ? parameter(name) : described);
    if (endpoint.idempotencyKey) found.push(parameter('IdempotencyKey'));
    if (takesIfMatch(endpoint, endpoints)) found.push(parameter('IfMatch'));
    if (endpoint.method === 'GET' && answersVersion(endpoint)) found.push(parameter('IfNoneMatch'));
    return found.length > 0 ? { parameters: found } : {};
  }

  function bodyOf({ body, bodyMedia }: Endpoint, operationId: string): Json {
    if (!body && bodyMedia[0] === JSON_MEDIA) return {};
    if (body) book.name(body, `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`);
    const schema = body ? book.describe(body, 'input') : undefined;
    const content = Object.fromEntries(bodyMedia.map((media) => [media, { schema: schema ?? fileSchema(media) }]));
    return { requestBody: { required: true, content } };
  }

  function successOf(endpoint: Endpoint): Json {
    const { status, reply, replyMedia } = endpoint;
    namePage(reply);
    const schema = replyMedia === JSON_MEDIA ? book.describe(reply, 'output') : { type: 'string' };
    const media = replyMedia.startsWith('image/') ? { schema: {} } : { schema };
    const headers = {
      ...(endpoint.access === 'application-credentials' ? {} : RATE_LIMIT_HEADERS),
      ...(answersVersion(endpoint) ? { ETag: header('ETag') } : {}),
      ...(endpoint.idempotencyKey ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
    };
    const success = { description: SUCCESSES[status], headers, content: { [replyMedia]: media } };
    const known = endpoint.method === 'GET' && answersVersion(endpoint);
    return {
      [status]: success,
      ...(known
        ? { 304: { description: 'The caller has this version already.', headers: { ETag: header('ETag') } } }
        : {}),
    };
  }

  /** Names the page of a list after its records, and the answer with one record after that. */
  function namePage(reply: Schema): void {
    const { data, current_page: page, ...others } = fieldsOf(reply);
    const record = data instanceof z.ZodArray ? data.element : data;
    const name = record === undefined ? undefined : book.nameOf(record);
    if (name === undefined) return;
    if (page) book.name(reply, `${name}Page`);
    else if (Object.keys(others).length === 0)
      book.name(reply, data instanceof z.ZodArray ? `${name}List` : `${name}Answer`);
  }
}

function whoMay({ access }: Endpoint): string {
  if (access === 'public') return 'Anybody may make this call.';
  if (access === 'signed-in') return 'Anybody who is signed in may make this call.';
  if (access === 'application-credentials') return 'For systems with the credentials of an application.';
  if (access === 'person') return 'Anybody who is signed in may make this call; API keys may not.';
  const { permission, anyApplication = false, person = false } = access;
  const who = permission === 'superuser' ? 'For superusers' : `Needs the permission \`${permission}\``;
  return [
    who,
    anyApplication ? '' : ', and a current application',
    person ? '; API keys may not make it' : '',
    '.',
  ].join('');
}

const fieldsOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** Returns the parameters of a query with their names. */
function describeQuery(book: SchemaBook, query: Schema | undefined): [string, Json][] {
  if (!query) return [];
  const { properties = {}, required = [] }: Json = book.describeInline(query, 'input');
  const names = Array.isArray(required) ? required : [];
  const fields = fieldsOf(query);
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => [
    name,
    { name, in: 'query', required: names.includes(name), description: meaningOf(name, fields[name]), schema },
  ]);
}

/** Returns what a parameter means here, where its schema says so, else what it means everywhere. */
const meaningOf = (name: string, schema: Schema | undefined): string =>
  (schema && z.globalRegistry.get(schema)?.description) ?? PARAMETERS[name] ?? '';

const fileSchema = (media: string): Json =>
  media === 'multipart/form-data'
    ? {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      }
    : { type: 'string' };

function securityOf({ access }: Endpoint): Json {
  if (access === 'public') return { security: [] };
  return access === 'application-credentials' ? { security: [{ application: [] }] } : {};
}

const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `auth_token` that `POST /api/v1/login` answers, an API key (`wvk_…`), which its call makes once, or a token that a key was given at `/oauth/token` (`wvt_…`).',
  },
  application: {
    type: 'http',
    scheme: 'basic',
    description: 'The access key and the access secret of an application.',
  },
};

const HEADER_PARAMETERS: Readonly<Record<string, Json>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any name of this request, such as a UUID. For 24 hours, the same request with the same key is not made again, and is answered the same; another request with it is answered 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the version that is to be changed. 412 when somebody else has changed the record since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the version that the caller has. 304 when there is none newer.',
    schema: { type: 'string' },
  },
};

const HEADERS: Readonly<Record<string, Json>> = {
  ETag: { description: 'The version of the record, for If-Match and If-None-Match.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '`true` when this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimitLimit: { description: 'How many requests may be made in a window.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'How many of them are left.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'In how many seconds the window ends.', schema: { type: 'integer' } },
  RateLimitPolicy: {
    description: 'The limit and its window in seconds, as in `6000;w=60`.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
};

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
  'RateLimit-Policy': header('RateLimitPolicy'),
};

const EVENTS = 'events';

/** The one call that is answered for as long as the caller listens; it is no endpoint of the contract. */
const describeEvents = (): Json => ({
  operationId: 'followEvents',
  tags: [EVENTS],
  summary: 'Server-sent events: which topics have changed in the current application',
  description: 'Anybody who is signed in may make this call.',
  responses: {
    200: {
      description: 'A stream that lasts until either side ends it.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    401: { $ref: '#/components/responses/Unauthorized' },
    403: { $ref: '#/components/responses/Forbidden' },
    423: { $ref: '#/components/responses/Locked' },
    429: { $ref: '#/components/responses/TooManyRequests' },
    503: { $ref: '#/components/responses/ServiceUnavailable' },
  },
});
