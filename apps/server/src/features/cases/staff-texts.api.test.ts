import { afterAll, beforeAll, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const textsTo = (phone: string) => server.gateways.texts.filter(({ to }) => to === phone);

async function makeWorld() {
  const application = await server.makeApplication({ country: 'GB' });
  const nurse = await server.makeUser({ applications: [application] });
  const admin = await server.makeUser({ applications: [application], permissions: ['admin'] });
  const hospital = await makeAskingHospital(server, { levels: [[nurse]] }, application);
  const setPhone = (phone: string) =>
    server.call({
      method: 'PUT',
      url: `/api/v1/users/${nurse.id}`,
      headers: admin.headers,
      payload: { user: { phone } },
    });
  async function answerBadly() {
    const { token } = await hospital.ask();
    await Promise.all([1, 2].map(() => submit(server, hospital, token, BAD_REPLY)));
    await server.runJobs();
  }
  return { application, nurse, admin, setPhone, answerBadly };
}

it('a nurse with a phone is told of a case by SMS too, once, in one part and without a word about the patient', async () => {
  const { setPhone, answerBadly, nurse } = await makeWorld();
  expect((await setPhone('+44 7700 900-101')).body.data.phone).toBe('+447700900101');
  await answerBadly();
  const [text, ...more] = textsTo('+447700900101');
  expect(more).toEqual([]);
  expect(text?.text).toMatch(/^A patient needs somebody \(Ward care\)\. http:\/\/wardvoice\.test\/cases\/\d+$/);
  expect(text?.text.length).toBeLessThanOrEqual(160);
  expect(text?.text).not.toMatch(/Poor|stay/);
  expect(server.gateways.emails.filter(({ to }) => to === nurse.email)).toHaveLength(1);
});

it('a nurse without an e-mail address is reached by phone, and nobody falls back to administrators', async () => {
  const { application, nurse, admin, setPhone, answerBadly } = await makeWorld();
  await setPhone('+447700900102');
  await within(server, application, (tx) =>
    tx.updateTable('users').set({ email: 'none' }).where('id', '=', nurse.id).execute(),
  );
  await answerBadly();
  expect(textsTo('+447700900102')).toHaveLength(1);
  expect(server.gateways.emails.filter(({ to }) => to === admin.email)).toEqual([]);
});

it('a phone that is none is refused, and an empty one is taken away', async () => {
  const { setPhone, answerBadly } = await makeWorld();
  const refused = await setPhone('07700 900103');
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone']]);
  await setPhone('+447700900103');
  expect((await setPhone('')).body.data.phone).toBeNull();
  await answerBadly();
  expect(textsTo('+447700900103')).toEqual([]);
});
