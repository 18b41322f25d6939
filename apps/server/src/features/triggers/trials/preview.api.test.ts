import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, fates, HOUR, listDeliveries, NOON, stamp } from '../../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, makeSurvey, within } from '../../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let survey_id: number;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  survey_id = (await makeSurvey(server, hospital)).id;
});
afterAll(() => server.stop());

const preview = (trigger: Json, { user = admin, of = hospital, ...rest }: Json = {}) =>
  server.call({
    method: 'POST',
    url: `/api/v1/applications/${of.id}/triggers/preview`,
    headers: user.headers,
    payload: { trigger, ...rest },
  });
const survey = (config: object = {}) => ({
  trigger: 'hl7_message_processed',
  action: 'send_survey_request',
  config: { survey_id, channel: 'sms', filters: { event: ['A03'] }, ...config },
});

describe('a preview of a trigger on past messages', () => {
  it('shows who would have been written to and who not, with each reason, and writes nothing', async () => {
    await feed(
      server,
      hospital,
      { event: 'A03', at: stamp(), patient: 'ADULT', visit: 'V1', phone: '07700 900101^PRN^CP' },
      // The same stay is reported twice, as feeds do.
      { event: 'A03', at: stamp(1000), patient: 'ADULT', visit: 'V1', phone: '07700 900101^PRN^CP' },
      { event: 'A03', at: stamp(), patient: 'CHILD', born: '20200101', phone: '07700 900102^PRN^CP' },
      { event: 'A03', at: stamp(), patient: 'DEAD', disposition: '20', phone: '07700 900103^PRN^CP' },
      { event: 'A03', at: stamp(-4 * DAY), patient: 'LATE', phone: '07700 900104^PRN^CP' },
      { event: 'A01', at: stamp(), patient: 'INSIDE' },
    );
    const before = await tables();
    const { status, body } = await preview(survey());
    expect([status, body.data]).toMatchObject([
      200,
      { days: 7, bounded: false, examined: 5, matched: 5, would_send: 1 },
    ]);
    expect(body.data.refused).toEqual(
      expect.arrayContaining([
        { reason: 'already_asked_visit', count: 1 },
        { reason: 'under_age', count: 1 },
        { reason: 'deceased', count: 1 },
        { reason: 'replay', count: 1 },
      ]),
    );
    const sent = body.data.decisions.filter(({ reason }: Json) => reason === null);
    expect(sent).toMatchObject([{ event: 'A03', channel: 'sms', family_name: 'Inventwell', location: 'ASH' }]);
    expect(await tables()).toEqual(before);
  });

  it('decides as the trigger does in reality', async () => {
    const asking = await makeAskingApplication(server);
    const people = Array.from({ length: 12 }, (_, index) => ({
      event: 'A03',
      at: stamp(-HOUR + index * 1000),
      patient: `P${index}`,
      phone: index % 4 === 0 ? '12' : `07700 9002${String(index % 5).padStart(2, '0')}^PRN^CP`,
      born: index % 3 === 0 ? '20200101' : '19700517',
    }));
    for (const person of people) {
      await feed(server, asking, person);
      await server.runJobs();
    }
    const happened = (await listDeliveries(server, asking)).map(({ message_id, reason }) => [message_id, reason]);
    const user = await server.makeUser({ applications: [asking], permissions: ['triggers.update'] });
    const { body } = await preview(
      { ...survey({ survey_id: asking.survey.id }), id: asking.triggerId },
      { of: asking, user },
    );
    const supposed = body.data.decisions
      .map(({ message_id, reason }: Json) => [message_id, reason])
      .toSorted(([a]: number[], [b]: number[]) => (a ?? 0) - (b ?? 0));
    expect(supposed).toEqual(happened);
    // Users who may not see messages do not see whom they are about.
    expect(body.data.decisions[0]).toMatchObject({ given_name: null, family_name: null });
  });

  it('draws a random share of those who could be asked, and the rule then asks the same people', async () => {
    const asking = await makeAskingApplication(server);
    const user = await server.makeUser({ applications: [asking], permissions: ['admin'] });
    const people = Array.from({ length: 24 }, (_, index) => ({
      event: 'A03',
      at: stamp(),
      patient: `S${index}`,
      visit: `S${index}`,
      // Every fourth has no number, and is not drawn from.
      phone: index % 4 === 0 ? '' : `07700 9003${String(index).padStart(2, '0')}^PRN^CP`,
    }));
    const config = { survey_id: asking.survey.id, sample_percent: 40, sample_seed: 'spring' };
    const change = {
      method: 'PUT' as const,
      url: `/api/v1/applications/${asking.id}/triggers/${asking.triggerId}`,
      headers: user.headers,
      payload: { trigger: survey(config) },
    };
    expect((await server.call(change)).status).toBe(200);
    await feed(server, asking, ...people);
    const planned = (await listDeliveries(server, asking)).map(({ message_id, reason }) => [message_id, reason]);

    const { body } = await preview({ ...survey(config), id: asking.triggerId }, { of: asking, user });
    const counts = new Map<string, number>(body.data.refused.map(({ reason, count }: Json) => [reason, count]));
    expect(counts.get('no_address')).toBe(6);
    expect(body.data.sample).toEqual({
      percent: 40,
      seed: 'spring',
      frame: 18,
      drawn: body.data.would_send,
      quota: null,
      over_quota: 0,
    });
    expect(counts.get('not_sampled')).toBe(18 - body.data.would_send);
    expect(body.data.would_send).toBeGreaterThan(0);
    expect(body.data.would_send).toBeLessThan(18);
    const tried = body.data.decisions.map(({ message_id, reason }: Json) => [message_id, reason]);
    expect(new Map(tried)).toEqual(new Map(planned as [number, string | null][]));

    // A repeated discharge of the same visit is no second chance.
    await feed(server, asking, ...people.map((person) => ({ ...person, at: stamp(60_000) })));
    await server.runJobs();
    const texts = server.gateways.texts.map(({ to }) => to).filter((to) => to.startsWith('+4477009003'));
    expect(texts).toHaveLength(body.data.would_send);
  });

  it('takes into account what other triggers sent', async () => {
    const asking = await makeAskingApplication(server);
    await feed(server, asking, { event: 'A03', at: stamp() });
    await server.runJobs();
    const user = await server.makeUser({ applications: [asking], permissions: ['admin'] });
    server.setTime(new Date(NOON.getTime() + 1000));
    await feed(server, asking, { event: 'A03', at: stamp(1000), patient: 'AGAIN', visit: 'AGAIN' });
    const { body } = await preview(survey({ survey_id: asking.survey.id }), { of: asking, user });
    expect(body.data).toMatchObject({ matched: 2, would_send: 0 });
    expect(body.data.decisions.map(({ reason }: Json) => reason)).toEqual(['asked_lately', 'already_asked_visit']);
  });

  it('looks back as far as asked, and only at the caller’s wards', async () => {
    await feed(
      server,
      hospital,
      { event: 'A03', at: stamp(-2 * DAY), ward: 'ASH', phone: '07700 900301^PRN^CP' },
      { event: 'A03', at: stamp(), ward: 'BIRCH', phone: '07700 900302^PRN^CP' },
    );
    expect((await preview(survey(), { days: 1 })).body.data.matched).toBe(1);
    expect((await preview(survey(), { days: 7 })).body.data.matched).toBe(2);
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['BIRCH'] });
    expect((await preview(survey(), { user: nurse })).body.data.matched).toBe(1);
    const byWard = await preview(survey({ filters: { event: ['A03'], location: ['ASH'] } }));
    expect(byWard.body.data).toMatchObject({ examined: 1, matched: 1 });
  });

  it('counts the answers that a push would have sent', async () => {
    const asking = await makeAskingApplication(server);
    await feed(server, asking, { event: 'A03', at: stamp() });
    await server.runJobs();
    await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Nobody came.');
    const user = await server.makeUser({ applications: [asking], permissions: ['admin'] });
    const push = {
      trigger: 'survey_response_escalated',
      action: 'api_push',
      config: { endpoint: 'https://hospital.example/hook' },
    };
    const { body } = await preview(push, { of: asking, user });
    expect(body.data).toMatchObject({ matched: 1, would_send: 1, decisions: [{ channel: 'push', message_id: null }] });
  });

  it('is refused by field where its values make no sense', async () => {
    const refusals: [Json, Json, string[]][] = [
      [survey({ survey_id: undefined }), {}, ['config.survey_id']],
      [survey({ text: 'Hello {{diagnosis}}' }), {}, ['config.text']],
      [survey(), { days: 400 }, ['days']],
      [survey({ sample_percent: 0 }), {}, ['config.sample_percent']],
      [survey({ sample_percent: 101 }), {}, ['config.sample_percent']],
      [{ ...survey({ sample_percent: 50, text: 'Hello' }), action: 'send_sms' }, {}, ['config.sample_percent']],
    ];
    for (const [trigger, rest, fields] of refusals) {
      const { status, body } = await preview(trigger, rest);
      expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
    }
  });
});

it('a trigger that somebody else changed meanwhile is not overwritten', async () => {
  const call = (method: 'POST' | 'PUT', path: string, trigger: Json) =>
    server.call({
      method,
      url: `/api/v1/applications/${hospital.id}/triggers${path}`,
      headers: admin.headers,
      payload: { trigger },
    });
  const { body } = await call('POST', '', survey());
  const { id, version, survey_title } = body.data;
  expect(survey_title).toBeTypeOf('string');
  expect((await call('PUT', `/${id}`, { ...survey(), active: false, version })).status).toBe(200);
  expect((await call('PUT', `/${id}`, { ...survey(), active: true, version })).status).toBe(409);
  expect(await fates(server, hospital)).toEqual([]);
});

const tables = () =>
  within(server, hospital, async (tx) => ({
    deliveries: await tx.selectFrom('deliveries').selectAll().execute(),
    invitations: await tx.selectFrom('invitations').selectAll().execute(),
    triggers: await tx.selectFrom('triggers').selectAll().execute(),
    messages: await tx.selectFrom('hl7_messages').selectAll().execute(),
  }));
