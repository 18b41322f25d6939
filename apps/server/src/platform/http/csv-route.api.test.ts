import { afterAll, beforeAll, expect, test } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { cell } from './csv-cell.ts';

let server: TestServer;
let manager: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  const hospital = await server.makeApplication();
  manager = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await server.receive(adt({ facility: hospital.facility, event: 'A01', family: 'Comma, "Quoted"', visit: '=2+3' }));
  await server.receive(adt({ facility: hospital.facility, event: 'A02', family: 'Other' }));
  await server.receive(adt({ facility: hospital.facility, event: 'A03' }).replace(/(PID\|\|\|)[^|]*/, '$1'));
  await server.processAll();
});
afterAll(() => server.stop());

test('a list as a file has the same filters, and opens in a spreadsheet', async () => {
  const { status, body, headers } = await server.call({
    url: '/api/v1/hl7_messages.csv?type=A01',
    headers: manager.headers,
  });
  expect(status).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="hl7_messages.csv"');
  const [head, row, end] = String(body).split('\r\n');
  expect(head).toMatch(/^\uFEFFid,event,/);
  expect(row).toContain('"Comma, ""Quoted"""');
  expect(row).toContain("'=2+3");
  expect(end).toBe('');
});

test.each([
  '/api/v1/hl7_messages/errors.csv',
  '/api/v1/deliveries.csv',
  '/api/v1/cases.csv',
  '/api/v1/users.csv',
  '/api/v1/categories.csv',
  '/api/v1/departments.csv',
  '/api/v1/questions.csv',
  '/api/v1/options.csv',
])('%s is a file too', async (url) => {
  const { status, headers } = await server.call({ url, headers: manager.headers });
  expect(status).toBe(200);
  expect(String(headers['content-type'])).toContain('text/csv');
  expect((await server.call({ url })).status).toBe(401);
});

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['@import', "'@import"],
  ['-cmd', "'-cmd"],
  ['+353870000101', '+353870000101'],
  ['-5', "'-5"],
  [-5, '-5'],
  [-0.25, '-0.25'],
  [1e21, '1e+21'],
  [true, 'true'],
  [null, ''],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  ['+1+cmd|x', `"'+1+cmd|x"`],
  ['-2+3', "'-2+3"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['\n=1', `"'\n=1"`],
  ['Una;Bram', '"Una;Bram"'],
] as const)('a cell with %j is written %s', (value, written) => {
  expect(cell(value)).toBe(written);
});

test('the file of users contains those whom the list shows', async () => {
  const { body } = await server.call({ url: '/api/v1/users.csv', headers: manager.headers });
  const [head, ...rows] = String(body).trim().split('\r\n');
  expect(head).toBe('id,name,email,super_user,deactivated_at,last_seen_at,permissions,role');
  expect(rows.map((row) => row.split(',')[0])).toEqual([String(manager.id)]);
});

test('permissions are a file for superusers', async () => {
  const url = '/api/v1/permissions.csv';
  expect((await server.call({ url, headers: manager.headers })).status).toBe(403);
  const superuser = await server.makeUser({ superUser: true });
  const { body } = await server.call({ url, headers: superuser.headers });
  expect(String(body)).toMatch(/^\uFEFFid,name,built_in,users\r\n\d+,admin,true,/);
});
