import { afterAll, beforeAll, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { insertOptOut, receiveText } from '../consent/index.ts';

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

it('a nurse with a phone gets one SMS about a case too, in one part and without patient data', async () => {
  const { setPhone, answerBadly, nurse } = await makeWorld();
  expect((await setPhone('+44 7700 900-101')).body.data.phone).toBe('+447700900101');
  await answerBadly();
  const [text, ...more] = textsTo('+447700900101');
  expect(more).toEqual([]);
  expect(text?.text).toMatch(
    /^A patient needs somebody \(Ward care\)\. http:\/\/wardvoice\.test\/cases\/\d+\?application=\d+$/,
  );
  expect(text?.text.length).toBeLessThanOrEqual(160);
  expect(text?.text).not.toMatch(/Poor|stay/);
  expect(server.gateways.emails.filter(({ to }) => to === nurse.email)).toHaveLength(1);
});

it('a nurse without an e-mail address is reached by phone, and no administrator is notified instead', async () => {
  const { application, nurse, admin, setPhone, answerBadly } = await makeWorld();
  await setPhone('+447700900102');
  await within(server, application, (tx) =>
    tx.updateTable('users').set({ email: 'none' }).where('id', '=', nurse.id).execute(),
  );
  await answerBadly();
  expect(textsTo('+447700900102')).toHaveLength(1);
  expect(server.gateways.emails.filter(({ to }) => to === admin.email)).toEqual([]);
});

it('an invalid phone number is refused, and an empty one is deleted', async () => {
  const { setPhone, answerBadly } = await makeWorld();
  const refused = await setPhone('07700 900103');
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['phone']]);
  await setPhone('+447700900103');
  expect((await setPhone('')).body.data.phone).toBeNull();
  await answerBadly();
  expect(textsTo('+447700900103')).toEqual([]);
});

it('a nurse who texts STOP gets no more texts: cases reach her by e-mail, and her profile shows it', async () => {
  const { application, nurse, admin, setPhone, answerBadly } = await makeWorld();
  await setPhone('+447700900104');
  await receiveText(server.ctx, {
    channel: 'sms',
    from: '+447700900104',
    text: 'STOP',
    gatewayMessageId: null,
    origin: { applicationId: application.id },
  });
  await answerBadly();
  expect(textsTo('+447700900104')).toEqual([]);
  expect(server.gateways.emails.filter(({ to }) => to === nurse.email)).toHaveLength(1);
  const { body } = await server.call({ method: 'GET', url: `/api/v1/users/${nurse.id}`, headers: admin.headers });
  expect(body.data).toMatchObject({ phone: '+447700900104', phone_stopped: true });
});

it('where all people have only a phone and all texted STOP, the administrators are notified', async () => {
  const { application, nurse, admin, setPhone, answerBadly } = await makeWorld();
  await setPhone('+447700900105');
  await within(server, application, async (tx) => {
    await tx
      .updateTable('users')
      .set({ email: `none ${nurse.id}` })
      .where('id', '=', nurse.id)
      .execute();
    await insertOptOut(
      tx,
      { applicationId: application.id, channel: 'sms', address: '+447700900105' },
      { source: 'stop' },
    );
  });
  await answerBadly();
  expect(server.gateways.emails.filter(({ to }) => to === admin.email)).not.toEqual([]);
});
