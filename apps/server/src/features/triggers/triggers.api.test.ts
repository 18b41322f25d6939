import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeSurvey, makeTrigger } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, trigger?: object) =>
  server.call({
    method,
    url: `/api/v1/applications/${hospital.id}/triggers${path}`,
    headers: admin.headers,
    ...(trigger ? { payload: { trigger } } : {}),
  });
const aSurveyRequest = (config: object) => ({
  trigger: 'hl7_message_processed',
  action: 'send_survey_request',
  config: { channel: 'sms', filters: { event: ['A03'] }, ...config },
});

describe('triggers', () => {
  it('are made, listed, changed, switched off and deleted', async () => {
    const { id: survey_id } = await makeSurvey(server, hospital);
    const created = await call('POST', '', aSurveyRequest({ survey_id, delay: 90 }));
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { active: true, config: { delay: 90, survey_id } },
    ]);
    const { id } = created.body.data;
    expect((await call('GET', '')).body.data.map((one: Json) => one.id)).toEqual([id]);

    const off = await call('PUT', `/${id}`, { ...aSurveyRequest({ survey_id }), active: false });
    expect([off.status, off.body.data.active]).toEqual([200, false]);
    await feed(server, hospital, { event: 'A03', at: stamp() });
    expect(await fates(server, hospital)).toEqual([]);

    await call('PUT', `/${id}`, { ...aSurveyRequest({ survey_id }), active: true });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    expect(await fates(server, hospital)).toEqual(['scheduled']);

    expect((await call('DELETE', `/${id}`)).body).toEqual({ data: { id } });
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    // Deliveries that the trigger has scheduled stay.
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('that do not match the catalogue are refused, field by field', async () => {
    const { id: survey_id } = await makeSurvey(server, hospital);
    const refusals: [Json, string[]][] = [
      [{ trigger: 'nothing', action: 'send_sms', config: {} }, ['trigger']],
      [{ trigger: 'hl7_message_processed', action: 'api_push', config: {} }, ['action']],
      [aSurveyRequest({ channel: undefined }), ['config.channel', 'config.survey_id']],
      [aSurveyRequest({ survey_id: 999_999 }), ['config.survey_id']],
      [aSurveyRequest({ survey_id, filters: { event: ['A99'] } }), ['config.filters.event']],
      [aSurveyRequest({ survey_id, filters: { shoe_size: ['44'] } }), ['config.filters.shoe_size']],
      [aSurveyRequest({ survey_id, delay: -1 }), ['config.delay']],
      [{ trigger: 'survey_response_escalated', action: 'api_push', config: {} }, ['config.endpoint']],
      [
        { trigger: 'survey_response_escalated', action: 'api_push', config: { endpoint: 'javascript:alert(1)' } },
        ['config.endpoint'],
      ],
      ...['http://hook.example/', 'https://10.1.2.3/', 'https://localhost/', 'https://[::1]/'].map(
        (endpoint): [Json, string[]] => [
          { trigger: 'survey_response_escalated', action: 'api_push', config: { endpoint } },
          ['config.endpoint'],
        ],
      ),
    ];
    for (const [trigger, fields] of refusals) {
      const { status, body } = await call('POST', '', trigger);
      expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, fields]);
    }
    expect((await call('GET', '')).body.data).toEqual([]);
  });

  it('use the facts of the patient right after the message', async () => {
    await makeTrigger(server, hospital, {
      action: 'send_email',
      subject: 'Welcome',
      text: 'Hello {{given_name}} in {{ward}}',
      filters: { event: ['A02'], location: ['BIRCH'] },
    });
    await feed(
      server,
      hospital,
      { event: 'A01', patient: 'P', visit: 'V', ward: 'ASH', at: stamp(-2000) },
      { event: 'A02', patient: 'P', visit: 'V', ward: 'BIRCH', at: stamp(-1000), given: 'Órla' },
      { event: 'A02', patient: 'P', visit: 'V', ward: 'CEDAR', at: stamp(), given: 'Later' },
    );
    const deliveries = await listDeliveries(server, hospital);
    expect(deliveries.map(({ text }) => text)).toEqual(['Hello Órla in BIRCH']);
  });

  it('run once for a message, though the same message comes again', async () => {
    await makeTrigger(server, hospital, { action: 'send_sms', text: 'Get well soon.' });
    const message = { event: 'A03', at: stamp(), controlId: 'ONCE', patient: 'P', visit: 'V' };
    await feed(server, hospital, message, message);
    await feed(server, hospital, message);
    expect(await fates(server, hospital)).toEqual(['scheduled']);
  });

  it('of one application ignore the messages of another', async () => {
    const other = await server.makeApplication({ country: 'GB' });
    await makeTrigger(server, hospital, { action: 'send_sms', text: 'Get well soon.' });
    await feed(server, other, { event: 'A03', at: stamp() });
    expect(await fates(server, other)).toEqual([]);
    expect(await fates(server, hospital)).toEqual([]);
  });
});
