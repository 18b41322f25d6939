import { expect, type APIRequestContext } from '@playwright/test';

/** The answer to signing in, which the web keeps in the tab. */
export interface SignInReply {
  auth_token: string;
  data: { id: number; name: string; email: string };
  permissions: string[];
  application_user: unknown;
  applications: { id: number }[];
  method: string;
  locked: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls of one user. Each returns `data` of the answer, and fails the test when the answer is not 2xx. */
export interface Api {
  readonly session: SignInReply;
  get<T>(path: string): Promise<T>;
  post<T = { id: number }>(path: string, body?: object): Promise<T>;
  put<T = { id: number }>(path: string, body?: object): Promise<T>;
  delete(path: string): Promise<{ id: number }>;
}

export interface Credentials {
  email: string;
  password: string;
}

export async function signInOverApi(request: APIRequestContext, { email, password }: Credentials): Promise<Api> {
  const answer = await request.post('/api/login', { data: { username: email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const session = (await answer.json()) as SignInReply;
  const headers = { authorization: `Bearer ${session.auth_token}` };
  const call = async <T>(method: Method, path: string, data?: object): Promise<T> => {
    const reply = await request.fetch(`/api/v1${path}`, { method, headers, ...(data ? { data } : {}) });
    expect(reply.ok(), `${method} ${path}: ${reply.status()} ${await reply.text()}`).toBe(true);
    return ((await reply.json()) as { data: T }).data;
  };
  return {
    session,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}
