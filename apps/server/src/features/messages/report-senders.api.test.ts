import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { feed } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
});
afterAll(() => server.stop());

it('before the first survey leaves, it is told what a sender sends and what a person should look at', async () => {
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
