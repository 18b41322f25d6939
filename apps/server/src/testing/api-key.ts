import type { Method } from '@wardvoice/contract';
import type { Answer, TestServer, TestUser } from './test-server.ts';

export interface TestApiKey {
  id: number;
  /** What stands after Bearer. */
  key: string;
  headers: { authorization: string };
  /** Calls the API with the key; `path` begins below its base. */
  call(method: Method, path: string, payload?: object): Promise<Answer>;
}

/** Makes an API key as the administrator does on the screen. */
export async function makeApiKey(
  server: TestServer,
  admin: Pick<TestUser, 'headers'>,
  settings: { permissions: readonly string[]; name?: string; locations?: readonly string[]; expires_at?: string },
): Promise<TestApiKey> {
  const { status, body } = await server.as(admin)('POST', '/api_keys', {
    api_key: { name: 'Data warehouse', ...settings },
  });
  if (status !== 201) throw new Error(`The key was not made: ${status} ${JSON.stringify(body)}`);
  const { id, key }: { id: number; key: string } = body.data;
  const headers = { authorization: `Bearer ${key}` };
  return { id, key, headers, call: server.as({ headers }) };
}
