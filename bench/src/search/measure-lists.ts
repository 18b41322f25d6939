import type { AddressInfo } from 'node:net';
import type { Client } from 'pg';
import type { TestApplication, TestServer, TestUser } from '../../../apps/server/src/testing/test-server.ts';
import { measureCalls } from '../measure-calls.ts';
import { listCalls } from './calls.ts';

/** What an index serves is to take no longer at the 95th percentile, in milliseconds. */
const AIM = 50;
/** Nothing is to take longer. */
const LIMIT = 300;

interface Answer {
  data: unknown;
  total?: number;
  next_cursor?: string;
}

interface Measured {
  application: TestApplication;
  surveyId: number;
  departmentId: number;
  /** How often each call is made. */
  calls: number;
}

/** Makes every call, as somebody who sees all wards or some of them, and prints what each took, beside bare SQL. */
export async function measureLists(
  server: TestServer,
  client: Client,
  { application, surveyId, departmentId, calls }: Measured,
): Promise<void> {
  const base = { applications: [application], permissions: ['admin'] };
  const everywhere = await server.makeUser(base);
  const inWards = new Map<string, TestUser>();
  const userOf = async (wards: readonly string[]): Promise<TestUser> => {
    if (wards.length === 0) return everywhere;
    const key = wards.join(',');
    const user = inWards.get(key) ?? (await server.makeUser({ ...base, locations: [...wards] }));
    inWards.set(key, user);
    return user;
  };
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.http.server.address() as AddressInfo;
  const rows = [];
  for (const { list, what, path, isReadOn, sql, wards } of listCalls({ surveyId, departmentId })) {
    const { headers } = await userOf(wards);
    let address = path;
    const read = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${address}`, { headers });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${address}: ${response.status} ${body}`);
      return body;
    };
    const { data, total, next_cursor: cursor } = JSON.parse(await read()) as Answer;
    if (isReadOn) address = path.replace(/page=\d+/, `cursor=${cursor}`);
    const found = total ?? (Array.isArray(data) ? data.length : null);
    const { p50, p95, p99 } = await measureCalls(what, read, calls);
    const bare = sql && (await measureCalls(what, () => client.query(sql, [application.id]), calls));
    const mark = p95 > LIMIT ? '!!' : p95 > AIM ? '!' : '';
    rows.push({ list, what, found, p50, p95, p99, bare: bare ? bare.p50 : null, mark });
    console.log(JSON.stringify({ bench: 'search', ...rows.at(-1) }));
  }
  console.table(rows);
}
