import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { API_BASE, type Endpoint, type ReplyOf } from '@wardvoice/contract';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { fromSearch, type Values } from '../api/address.ts';

export interface ApiRequest {
  method: string;
  /** Below the base, without the query. */
  path: string;
  query: Values;
  body: unknown;
  headers: IncomingMessage['headers'];
}

interface Refusal {
  type?: string;
  message: string;
  errors?: Record<string, string[]>;
}

type Handler = (request: ApiRequest, response: ServerResponse) => Promise<void> | void;

/**
 * A server on a port of its own that answers calls of the contract as a test says: the web is tested through its real
 * calls, and nothing of ours is replaced. What no test prepared is answered with 501, so that it is noticed.
 */
export function startApiServer() {
  const handlers = new Map<Endpoint, Handler>();
  const requests: ApiRequest[] = [];
  const server = createServer((incoming, response) => void answer(incoming, response));

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    // A path without parameters goes before one with some, as at the server: /contacts/duplicates is no /contacts/:id.
    const [known] = [...handlers]
      .filter(([endpoint]) => isFor(endpoint, request))
      .toSorted(([one], [other]) => countParams(one) - countParams(other));
    if (known) await known[1](request, response);
    else send(response, 501, { message: `The test prepared no answer to ${request.method} ${request.path}` });
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    jsdom.reconfigure({ url: `http://127.0.0.1:${port}/` });
  });
  afterEach(() => {
    handlers.clear();
    requests.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    /** The next calls of this endpoint get this reply, until another is given. */
    answer: <E extends Endpoint>(endpoint: E, reply: ReplyOf<E>) =>
      handlers.set(endpoint, (_, response) => send(response, endpoint.status, reply)),
    /** The same, with a reply that depends on what is asked. */
    answerBy: <E extends Endpoint>(endpoint: E, replyTo: (request: ApiRequest) => ReplyOf<E>) =>
      handlers.set(endpoint, (request, response) => send(response, endpoint.status, replyTo(request))),
    /** The next calls of this endpoint wait, and get this reply once the returned function is called. */
    answerLater: <E extends Endpoint>(endpoint: E, reply: ReplyOf<E>): (() => void) => {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      handlers.set(endpoint, async (_, response) => {
        await released;
        send(response, endpoint.status, reply);
      });
      return release;
    },
    /** The next calls of this endpoint are refused. */
    refuse: (endpoint: Endpoint, status: number, refusal: Refusal) =>
      handlers.set(endpoint, (_, response) => send(response, status, { errors: {}, ...refusal })),
    /** The test answers by itself, as for a stream or a file. */
    handle: (endpoint: Endpoint, handler: Handler) => handlers.set(endpoint, handler),
    /** What was asked of this endpoint since the test began. */
    requestsTo: (endpoint: Endpoint) => requests.filter((request) => isFor(endpoint, request)),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const pieces: Uint8Array[] = [];
  for await (const piece of incoming) pieces.push(piece as Uint8Array);
  const text = Buffer.concat(pieces).toString();
  const { pathname, search } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  return {
    method: incoming.method ?? '',
    path: pathname.startsWith(API_BASE) ? pathname.slice(API_BASE.length) : pathname,
    query: fromSearch(search),
    body: incoming.headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : text || undefined,
    headers: incoming.headers,
  };
}

function isFor({ method, path }: Pick<Endpoint, 'method' | 'path'>, request: ApiRequest): boolean {
  const pattern = path.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+');
  return method === request.method && new RegExp(`^${pattern}$`).test(request.path);
}

const countParams = ({ path }: Pick<Endpoint, 'path'>): number => path.split(':').length - 1;

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

declare global {
  /** Given by Vitest where a test runs in jsdom. */
  var jsdom: { reconfigure: (settings: { url: string }) => void };
}
