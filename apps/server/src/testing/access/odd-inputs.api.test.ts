import fc from 'fast-check';
import { API_BASE, type Endpoint } from '@wardvoice/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAKING, RECORDS, type RecordCall } from '../access-cases.ts';
import { credentialsOf } from '../builders.ts';
import { makeFullApplication, type FullApplication } from '../full-application.ts';
import { oddBody, oddFields, oddIn, oddQuery, oddSegment, worstBodies, worstQueries } from './odd-inputs.ts';
import { nameOf } from './record-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts';

/** Calls of each endpoint: enough to reach each field with several values, few enough for every run of the tests. */
const RUNS = Number(process.env['ODD_INPUTS'] ?? '8');
/** Always the same calls; another seed is for whoever looks for more. */
const SEED = Number(process.env['ODD_SEED'] ?? '20261122');

let server: TestServer;
let hospital: FullApplication;
let superuser: TestUser;
let made = 0;
let credentials: { authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  await signIn();
}, 120_000);
afterAll(() => server.stop());

/** Odd calls may end the session they are made in, or choose another application. */
async function signIn(): Promise<void> {
  superuser = await server.makeUser({ superUser: true, applications: [hospital] });
  credentials = await credentialsOf(server, hospital);
  await chooseHospital();
}

const chooseHospital = () =>
  server.call({
    method: 'PUT',
    url: `${API_BASE}/session/application`,
    headers: superuser.headers,
    payload: { application_id: hospital.id },
  });

const pathOf = ({ path }: Endpoint, segments: readonly string[]) => {
  let index = 0;
  return path.replaceAll(/:\w+/g, () => segments[index++] ?? '1');
};

interface OddCall {
  method: Endpoint['method'];
  url: string;
  payload: string | undefined;
}

/** Calls with odd inputs: each of the worst values in each field, then others anywhere. */
function callsOf(endpoint: Endpoint): OddCall[] {
  const seed = SEED;
  const record: RecordCall | undefined = RECORDS[nameOf(endpoint)]?.(hospital);
  const right = record?.body ?? MAKING[nameOf(endpoint)]?.(hospital).body;
  const rightBody = typeof right === 'object' ? right : undefined;
  const oddPath = fc.array(oddSegment, { minLength: 2, maxLength: 2 }).map((segments) => pathOf(endpoint, segments));
  const rightPath = record?.path.split('?')[0] ?? pathOf(endpoint, []);

  const bodies = [oddBody(endpoint.body), ...(rightBody ? [oddIn(rightBody)] : [])];
  const path = fc.oneof({ weight: 6, arbitrary: fc.constant(rightPath) }, { weight: 1, arbitrary: oddPath });
  const anywhere = fc.record({ path, query: oddQuery(endpoint.query), body: fc.oneof(...bodies) });
  const inEachField = [
    ...worstQueries(endpoint.query, seed).map((query) => ({ path: rightPath, query, body: rightBody ?? {} })),
    ...worstBodies(rightBody ?? {}).map((body) => ({ path: rightPath, query: '', body })),
  ];
  return [...inEachField, ...fc.sample(anywhere, { numRuns: RUNS, seed })].map(({ path: at, query, body }) => ({
    method: endpoint.method,
    url: `${API_BASE}${at}?${query}`,
    payload: endpoint.method === 'GET' ? undefined : JSON.stringify(body),
  }));
}

async function statusOf({ access }: Endpoint, { method, url, payload }: OddCall): Promise<number> {
  made += 1;
  // Each call has a network address of its own, because some are limited by address.
  const remoteAddress = `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`;
  const send = () => {
    const who = access === 'application-credentials' ? credentials : superuser.headers;
    const body = payload === undefined ? {} : { payload };
    const headers = { ...(payload && { 'content-type': 'application/json' }), ...who };
    return server.http.inject({ method, url, remoteAddress, headers, ...body });
  };
  const { statusCode } = await send();
  if ((statusCode !== 401 && statusCode !== 423) || access === 'public') return statusCode;
  await signIn();
  return (await send()).statusCode;
}

// This comes first: the calls below change and delete what its link leads to.
it('no page of a patient fails on an odd form or link', async () => {
  await chooseHospital();
  const asked = await server.call({
    method: 'GET',
    url: `${API_BASE}/hl7_messages/${hospital.admissionId}/token`,
    headers: superuser.headers,
  });
  const { token } = asked.body.data as { token: string };
  const paths = [token, `${token}/thanks`, `${token}/unsubscribe`].map((one) => `/feedback/${one}`);
  const pages = [...paths, '/preferences', `/preferences/${token}`, `/unsubscribe/${token}`, '/kiosk/1/survey'];
  const questions = hospital.questionIds.map((id) => `question_${id}`);
  const fields = [
    ...questions,
    'question_0',
    'language',
    'lang',
    'large',
    'revision',
    'department_id',
    'form',
    'channel',
  ];
  const calls = fc.record({
    page: fc.constantFrom(...pages),
    query: oddFields(fields),
    form: oddFields(fields),
    method: fc.constantFrom('GET' as const, 'POST' as const),
  });
  const statuses = new Set<number>();
  for (const { page, query, form, method } of fc.sample(calls, { numRuns: 60 * RUNS, seed: SEED })) {
    made += 1;
    const { statusCode } = await server.http.inject({
      method,
      url: `${page}?${query}`,
      remoteAddress: `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`,
      ...(method === 'GET' ? {} : { payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
    statuses.add(statusCode);
    expect([method, page, query, form, statusCode >= 500]).toEqual([method, page, query, form, false]);
  }
  expect(statuses).toContain(200);
  expect(statuses).toContain(422);
});

it('no endpoint fails on an odd input: those that read first, then those that make, change and delete', async () => {
  const failures: string[] = [];
  let [calls, accepted] = [0, 0];
  const order = ['GET', 'PUT', 'POST', 'DELETE'];
  for (const endpoint of server.endpoints.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
    await chooseHospital();
    for (const call of callsOf(endpoint)) {
      const status = await statusOf(endpoint, call);
      calls += 1;
      if (status < 300) accepted += 1;
      if (status >= 500) failures.push(`${status} ${nameOf(endpoint)} ${call.url} ${call.payload}`.slice(0, 500));
    }
  }
  expect(failures).toEqual([]);
  // Otherwise something refuses all of them, and nothing behind it is tried.
  expect(accepted).toBeGreaterThan(calls / 5);
}, 1_200_000);
