import { afterAll, beforeAll, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { HOSTILE_WORKBOOKS } from '../../testing/files/hostile-files.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let listId: number;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const list = { mailing_list: { name: 'Hips' } };
  const { body } = await server.call({
    method: 'POST',
    url: '/api/v1/mailing_list',
    headers: admin.headers,
    payload: list,
  });
  listId = body.data.id;
});
afterAll(() => server.stop());

const upload = (content: Buffer) =>
  server.call({
    method: 'POST',
    url: `/api/v1/mailing_list/${listId}/import`,
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=part' },
    payload: Buffer.concat([
      Buffer.from('--part\r\ncontent-disposition: form-data; name="file"; filename="people.xlsx"\r\n\r\n'),
      content,
      Buffer.from('\r\n--part--\r\n'),
    ]),
  });

const isNothingStored = async () =>
  (await within(server, hospital, (tx) => tx.selectFrom('contact_imports').select('id').execute())).length === 0;

it.each([
  ['that unpacks to too much', 'sharedTextOf300Mb', /unpacks to more than 160 MB. Save it as CSV, or divide it/],
  ['that unpacks to more than it declares', 'sizeThatLies', /could not be read. Save it again/],
] as const)(
  'a workbook %s gets 422, and nothing of it is stored',
  async (_what, name, says) => {
    const { status, body } = await upload(await HOSTILE_WORKBOOKS[name]());
    expect([status, body.message, body.errors.file]).toEqual([422, expect.stringMatching(says), [body.message]]);
    expect(await isNothingStored()).toBe(true);
  },
  60_000,
);

it('while a workbook of ten million rows is read, messages and calls are answered', async () => {
  const content = await HOSTILE_WORKBOOKS.tenMillionEmptyRows();
  let isRefused = false;
  const refusal = upload(content).finally(() => (isRefused = true));
  let answered = 0;
  while (!isRefused) {
    const acknowledgment = await server.receive(adt({ facility: hospital.facility, event: 'A01' }));
    const { status } = await server.call({ url: '/healthz' });
    if (acknowledgment.includes('MSA|AA') && status === 200 && !isRefused) answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  const { status, body } = await refusal;
  expect([status, body.message]).toEqual([422, expect.stringMatching(/more than 1,048,576 rows. Save it as CSV/)]);
  expect(await isNothingStored()).toBe(true);
}, 60_000);
