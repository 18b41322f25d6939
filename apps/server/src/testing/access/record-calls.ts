import { API_BASE, type Endpoint } from '@wardvoice/contract';
import { RECORDS } from '../access-cases.ts';
import type { FullApplication } from '../full-application.ts';
import type { TestServer } from '../test-server.ts';

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export function callRecord(
  server: TestServer,
  endpoint: Endpoint,
  of: FullApplication,
  user: { headers: Readonly<Record<string, string>> },
) {
  const record = RECORDS[nameOf(endpoint)];
  if (!record) throw new Error(`Add ${nameOf(endpoint)} to the access.cases.ts of its slice.`);
  const { path, body, type } = record(of);
  return server.call({
    method: endpoint.method,
    url: API_BASE + path,
    headers: { ...user.headers, ...(type ? { 'content-type': type } : {}) },
    ...(body ? { payload: body } : {}),
  });
}
