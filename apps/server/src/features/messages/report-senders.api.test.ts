import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { messageTexts } from '@wardvoice/contract';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
});
afterAll(() => server.stop());

it('before the first survey is sent, it shows what a sender sends and what a person should check', async () => {
  await feed(
    server,
    hospital,
    { event: 'A01', at: stamp() },
    { event: 'A03', at: stamp(1000), disposition: 'Expired in hospital' },
    { event: 'A03', at: stamp(2000), disposition: 'Home with help', phone: '12^PRN^CP' },
    { event: 'A51', at: stamp(3000) },
    { event: 'A08', at: stamp(4000), born: '03/04/1970' },
  );
  const admin = await server.makeUser({ applications: [hospital], permissions: ['applications.view'] });
  const { status, body } = await server.call({
    method: 'GET',
    url: `/api/v1/applications/${hospital.id}/senders`,
    headers: admin.headers,
  });
  expect(status).toBe(200);
  const [report] = body.data;
  expect(report).toMatchObject({
    sending_application: 'PAS',
    sending_facility: hospital.facility,
    examined: 5,
    unreadable_phones: 1,
    identifier_types: [{ value: 'MR', count: 5 }],
    advice: ['date_order_unknown', 'unusable_phones', 'unread_dispositions', 'events_not_used'],
  });
  expect(report.dispositions).toHaveLength(2);
  expect(report.dispositions).toContainEqual({ value: 'Expired in hospital', count: 1, meaning: 'death' });
  expect(report.dispositions).toContainEqual({ value: 'Home with help', count: 1, meaning: null });
  expect(report.events).toContainEqual({
    value: 'ADT^A51',
    count: 1,
    meaning: 'Alternate visit numbers are not kept.',
  });
  expect(JSON.stringify(body)).not.toContain('Inventwell');
});

it('the order of dates is set for one sender, and applies from its next message on', async () => {
  const ward = await server.makeApplication({ country: 'GB' });
  const admin = await server.makeUser({ applications: [ward], permissions: ['admin'] });
  const bornOf = async (at: string, born: string) => {
    await feed(server, ward, { event: 'A08', at, born, patient: `B${at}` });
    return within(server, ward, async (tx) => {
      const row = await tx.selectFrom('hl7_messages').select('birth_date').orderBy('id', 'desc').executeTakeFirst();
      return row?.birth_date;
    });
  };
  expect(await bornOf(stamp(), '03/04/1970')).toBeNull();
  const sender = { sending_application: 'PAS', sending_facility: ward.facility, may_send: true };
  const say = (changes: object, user = admin) =>
    server.call({
      method: 'PUT',
      url: `/api/v1/applications/${ward.id}/senders`,
      headers: user.headers,
      payload: { sender: { ...sender, ...changes } },
    });
  expect((await say({ date_order: 'month_first', sending_facility: 'ELSEWHERE' })).status).toBe(200);
  expect(await bornOf(stamp(1000), '03/04/1970')).toBeNull();
  expect((await say({ date_order: 'month_first' })).status).toBe(200);
  expect(await bornOf(stamp(2000), '03/04/1970')).toBe('1970-03-04');
  expect((await say({ date_order: 'backwards' })).status).toBe(422);
  const stranger = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  expect((await say({ date_order: null }, stranger)).status).toBe(404);
});

it('the charset of a sender counts for MSH-18 from its next message on, and doubtful names are told', async () => {
  const ward = await server.makeApplication({ country: 'GB' });
  const admin = await server.makeUser({ applications: [ward], permissions: ['admin'] });
  const call = server.as(admin);
  const nameOf = async (bytes: string, charset: string) => {
    const message = adt({ facility: ward.facility, event: 'A08', family: bytes, charset });
    await server.receive(Buffer.from(message, 'latin1'));
    await server.processAll();
    const { body } = await call('GET', '/hl7_messages?per_page=1');
    const { body: detail } = await call('GET', `/hl7_messages/${body.data[0].id}`);
    expect(detail.data.raw).toContain(detail.data.family_name);
    return [detail.data.family_name, detail.data.warnings, detail.data.raw_has_undecodable_bytes];
  };
  const doubtful = [messageTexts.WARNINGS.charset];
  expect(await nameOf('M\xfcller', 'UNICODE UTF-8')).toEqual(['Müller', doubtful, true]);
  expect(await nameOf('M\xc3\xbcller', '8859/1')).toEqual(['Müller', doubtful, true]);
  expect(await nameOf('M\xfcller', '8859/1')).toEqual(['Müller', [], false]);
  expect(await nameOf('\xa3ukasz', '')).toEqual(['£ukasz', doubtful, true]);

  const path = `/applications/${ward.id}/senders`;
  const sender = { sending_application: 'PAS', sending_facility: ward.facility, may_send: true, date_order: null };
  const { body: before } = await call('GET', path);
  expect(before.data[0]).toMatchObject({ charset: null, advice: ['charset_doubtful'] });
  expect(before.data[0].charsets).toEqual([
    { value: 'none', count: 1, meaning: 'windows-1252' },
    { value: '8859/1', count: 1, meaning: null },
    { value: '8859/1', count: 1, meaning: 'utf-8' },
    { value: 'UNICODE UTF-8', count: 1, meaning: 'utf-8' },
  ]);
  expect((await call('PUT', path, { sender: { ...sender, charset: 'KLINGON' } })).status).toBe(422);
  expect((await call('PUT', path, { sender: { ...sender, charset: '8859/2' } })).status).toBe(200);
  // A page of the version before does not know of charsets, and changes none.
  const { body: after } = await call('PUT', path, { sender: { ...sender, date_order: 'day_first' } });
  expect(after.data).toEqual({ ...sender, date_order: 'day_first', charset: '8859/2' });

  expect(await nameOf('\xa3ukasz', '')).toEqual(['Łukasz', [], false]);
  expect(await nameOf('\xa3ukasz', '8859/1')).toEqual(['Łukasz', [], false]);
  expect(await nameOf('\xc5\x81ukasz', 'UNICODE UTF-8')).toEqual(['Łukasz', [], false]);
  const { body: list } = await call('GET', '/hl7_messages?per_page=1');
  const { id } = list.data[0];
  await call('PUT', `/hl7_messages/${id}`, { hl7_message: { family_name: 'Żak' } });
  const { body: corrected } = await call('GET', `/hl7_messages/${id}`);
  expect(corrected.data).toMatchObject({ family_name: 'Żak', warnings: [] });
});

it('messages of a new sender send nothing until a person has approved it; other senders continue', async () => {
  const ward = await makeAskingApplication(server);
  const admin = await server.makeUser({ applications: [ward], permissions: ['admin'] });
  const put = (path: string, payload: object) =>
    server.call({
      method: 'PUT',
      url: `/api/v1/applications/${ward.id}/senders${path}`,
      headers: admin.headers,
      payload,
    });
  const discharge = (patient: string, application: string) =>
    feed(server, ward, { event: 'A03', at: stamp(), patient, phone: `07700 900${patient}^PRN^CP`, application });
  const reasons = () =>
    within(server, ward, async (tx) => {
      const rows = await tx.selectFrom('deliveries').select(['state', 'reason']).orderBy('id').execute();
      return rows.map(({ state, reason }) => reason ?? state);
    });
  await discharge('101', 'PAS');
  expect((await put('/hold', { hold: { holds_new_senders: true } })).status).toBe(200);
  await discharge('102', 'PAS');
  await discharge('103', 'MATERNITY');
  await server.runJobs();
  expect(await reasons()).toEqual(['sent', 'sent', 'listens_only']);
  const { body } = await server.call({
    method: 'GET',
    url: `/api/v1/applications/${ward.id}/senders`,
    headers: admin.headers,
  });
  expect(body.holds_new_senders).toBe(true);
  expect(body.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sending_application: 'PAS', may_send: true }),
      expect.objectContaining({ sending_application: 'MATERNITY', may_send: false }),
    ]),
  );
  const sender = { sending_application: 'MATERNITY', sending_facility: ward.facility, date_order: null };
  await put('', { sender: { ...sender, may_send: true } });
  await discharge('104', 'MATERNITY');
  await put('', { sender: { ...sender, may_send: false } });
  await put('/hold', { hold: { holds_new_senders: false } });
  await discharge('105', 'MATERNITY');
  await discharge('106', 'ANOTHER');
  await server.runJobs();
  expect(await reasons()).toEqual(['sent', 'sent', 'listens_only', 'listens_only', 'listens_only', 'sent']);
});
