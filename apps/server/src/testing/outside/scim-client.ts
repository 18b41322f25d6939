import SCIMMY from 'scimmy';
import { roles as contract } from '@wardvoice/contract';
import type { Answer, Json, TestServer, TestUser } from '../test-server.ts';

/*
 * An identity provider: it calls over a real socket, and reads every answer with an implementation of SCIM that is not ours. An
 * answer that does not have the form of RFC 7643 and RFC 7644 is an error here, whatever the test asks for.
 */

export type Operation = { op: string; path?: string; value?: unknown };

export interface ScimAnswer extends Omit<Answer, 'body'> {
  body: Json;
  type: string;
}

export interface ScimClient {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>;
  get(path: string): Promise<Json>;
  list(path: 'Users' | 'Groups', query?: Record<string, string>): Promise<Json>;
  create(user: object): Promise<Json>;
  patch(path: string, Operations: readonly Operation[]): Promise<ScimAnswer>;
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Opens a port of a test server. Returns its address. */
export async function listenOn(server: TestServer): Promise<string> {
  return server.http.listen({ port: 0, host: '127.0.0.1' });
}

/** Makes a token that may give these built-in roles, as an administrator does, and returns a client with it. */
export async function makeScimClient(
  server: TestServer,
  { address, by, roles = [], name = 'Directory' }: MadeBy,
): Promise<ScimClient & { tokenId: number }> {
  const listed = await server.as(by)('GET', '/roles?paginate=0');
  const role_ids = roles.map((key) => {
    const wanted = contract.BUILT_IN_ROLES.find((role) => role.key === key)?.name ?? key;
    return listed.body.data.find((role: Json) => role.name === wanted).id;
  });
  const { status, body } = await server.as(by)('POST', '/scim_tokens', { scim_token: { name, role_ids } });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...createScimClient(address, body.data.token), tokenId: body.data.id };
}

interface MadeBy {
  address: string;
  by: TestUser;
  /** Keys of roles that are built in, and names of others. */
  roles?: string[] | undefined;
  name?: string;
}

export function createScimClient(address: string, token: string): ScimClient {
  const base = `${address}/scim/v2`;

  const client: ScimClient = {
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${base}/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const type = response.headers.get('content-type') ?? '';
      const text = await response.text();
      const answer: Json = text === '' ? null : JSON.parse(text);
      if (answer !== null) readStrictly(response.status, type, answer);
      return { status: response.status, body: answer, headers: Object.fromEntries(response.headers), type };
    },
    async get(path) {
      const { status, body } = await client.send('GET', path);
      if (status !== 200) throw new Error(`${path}: ${status} ${body?.detail}`);
      return body;
    },
    list: (path, query = {}) => client.get(`${path}?${new URLSearchParams(query).toString()}`),
    async create(user) {
      const { status, body } = await client.send('POST', 'Users', { schemas: [USER], ...user });
      if (status !== 201) throw new Error(`${status} ${body?.detail}`);
      return body;
    },
    patch: (path, Operations) => client.send('PATCH', path, { schemas: [PATCH], Operations }),
  };
  return client;
}

/** Throws when an answer is not what SCIM says. Attributes of a wrong type, and members that are missing, are found here. */
function readStrictly(status: number, type: string, answer: Json): void {
  if (!type.startsWith('application/scim+json')) throw new Error(`answered as ${type}`);
  const [schema = ''] = (answer.schemas ?? []) as string[];
  if (status >= 400) {
    if (schema !== SCIMMY.Messages.ErrorResponse.id || answer.status !== String(status) || !answer.detail)
      throw new Error(`not an error of SCIM: ${JSON.stringify(answer)}`);
    return;
  }
  if (schema === SCIMMY.Messages.ListResponse.id) {
    const { totalResults, startIndex, itemsPerPage, Resources } = new SCIMMY.Messages.ListResponse(answer);
    if (![totalResults, startIndex, itemsPerPage].every(Number.isInteger) || Resources.length !== itemsPerPage)
      throw new Error('not a list of SCIM');
    for (const one of answer.Resources) readResource(one);
    return;
  }
  readResource(answer);
}

function readResource(resource: Json): object | null {
  switch (resource.schemas[0]) {
    case USER:
      // Attributes that a caller left out are no error of the answer.
      return new SCIMMY.Schemas.User({ userName: 'left out', ...resource }, 'out');
    case SCIMMY.Schemas.Group.definition.id:
      return new SCIMMY.Schemas.Group({ displayName: 'left out', ...resource }, 'out');
    case SCIMMY.Schemas.ServiceProviderConfig.definition.id:
      return new SCIMMY.Schemas.ServiceProviderConfig(resource);
    case SCIMMY.Schemas.ResourceType.definition.id:
      return new SCIMMY.Schemas.ResourceType(resource);
    default:
      return null;
  }
}
