import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, NOON, stamp } from '../../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, makeSurvey, within } from '../../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../../testing/test-server.ts';
import { applyRetention } from '../../retention/index.ts';
import { createTrialRunner } from './run-trial.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let survey_id: number;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB', time_zone: 'Europe/London' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  survey_id = (await makeSurvey(server, hospital)).id;
});
afterAll(() => server.stop());

const path = (rest = '', of = hospital) => `/applications/${of.id}/trigger_trials${rest}`;
const start = (trigger: Json, { user = admin, of = hospital, days = 366 }: Json = {}) =>
  server.as(user)('POST', path('', of), { days, trigger });
const read = (id: number, user = admin, of = hospital) => server.as(user)('GET', path(`/${id}`, of));
const survey = (config: object = {}) => ({
  trigger: 'hl7_message_processed',
  action: 'send_survey_request',
  config: { survey_id, channel: 'sms', filters: { event: ['A03'] }, ...config },
});

/** Starts a trial, lets the worker count, and returns it. */
async function tryOut(trigger: Json, options: Json = {}): Promise<Json> {
  const { status, body } = await start(trigger, options);
  expect([status, body.data]).toMatchObject([201, { state: 'waiting', outcome: null }]);
  await server.runJobs();
  return (await read(body.data.id, options.user, options.of)).body.data;
}

describe('a trial of a trigger on a year', () => {
  it('counts by reason, month and ward, in the calendar of the hospital, and names those whom the caller may see', async () => {
    server.setTime(new Date('2026-06-10T12:00:00Z'));
    admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    await feed(
      server,
      hospital,
      // In London, where it is summer, April has begun.
      { event: 'A03', at: '20260331233000', patient: 'A', visit: 'A', phone: '07700 900101^PRN^CP' },
      { event: 'A03', at: '20260609120000', patient: 'B', visit: 'B', phone: '07700 900102^PRN^CP', ward: 'BIRCH' },
      { event: 'A03', at: '20260610100000', patient: 'C', visit: 'C', phone: '' },
      { event: 'A01', at: '20260610100000', patient: 'D', visit: 'D' },
    );
    const trial = await tryOut(survey());
    expect(trial).toMatchObject({ state: 'done', days: 366, expected: 3, examined: 3 });
    const { outcome } = trial;
    expect(outcome).toMatchObject({
      bounded: false,
      examined: 3,
      matched: 3,
      would_send: 1,
      months: [
        { month: '2026-04', matched: 1, would_send: 0 },
        { month: '2026-06', matched: 2, would_send: 1 },
      ],
      wards: [
        { location: 'ASH', matched: 2, would_send: 0 },
        { location: 'BIRCH', matched: 1, would_send: 1 },
      ],
    });
    expect(outcome.refused).toEqual(
      expect.arrayContaining([
        { reason: 'replay', count: 1 },
        { reason: 'no_address', count: 1 },
      ]),
    );
    expect(outcome.decisions.map(({ reason }: Json) => reason)).toEqual(['no_address', null, 'replay']);
    expect(outcome.decisions[1]).toMatchObject({ location: 'BIRCH', family_name: 'Inventwell', channel: 'sms' });
    const writer = await server.makeUser({ applications: [hospital], permissions: ['triggers.update'] });
    expect((await read(trial.id, writer)).body.data.outcome.decisions[1]).toMatchObject({ family_name: null });
    // Whose names were shown is in the audit, once however often one looks.
    await read(trial.id);
    await read(trial.id);
    const officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
    const { body } = await server.as(officer)('GET', '/audit?record_type=trigger_trials');
    const entries = body.data.map(({ action, record_id, user_id, patient_ids }: Json) => [
      action,
      record_id,
      user_id,
      patient_ids.length,
    ]);
    expect(entries).toEqual([
      ['view', trial.id, writer.id, 0],
      ['view', trial.id, admin.id, 3],
      ['try', trial.id, admin.id, 0],
    ]);
  });

  it('says the same as the trial of some days, also where more events come than are read at once', async () => {
    const asking = await makeAskingApplication(server);
    const user = await server.makeUser({ applications: [asking], permissions: ['admin'] });
    await feed(
      server,
      asking,
      ...Array.from({ length: 30 }, (_, index) => ({
        event: 'A03',
        at: stamp(-HOUR + index * 1000),
        patient: `P${index % 20}`,
        visit: `V${index}`,
        phone: index % 4 === 0 ? '12' : `07700 9004${String(index % 7).padStart(2, '0')}^PRN^CP`,
        born: index % 3 === 0 ? '20200101' : '19700517',
      })),
    );
    const rule = {
      ...survey({ survey_id: asking.survey.id, sample_percent: 60, sample_seed: 'x' }),
      id: asking.triggerId,
    };
    const shortly = await server.as(user)('POST', `/applications/${asking.id}/triggers/preview`, { trigger: rule });
    // Events of one second have one time, so that parts end between them.
    await within(server, asking, (tx) => tx.updateTable('hl7_messages').set({ event_at: NOON }).execute());
    const together = await server.as(user)('POST', `/applications/${asking.id}/triggers/preview`, { trigger: rule });
    const { body } = await server.as(user)('POST', path('', asking), { days: 8, trigger: rule });
    await createTrialRunner(server.ctx, { eventsAtOnce: 4 })(asking.id, body.data.id);
    const { outcome } = (await read(body.data.id, user, asking)).body.data;
    expect(shortly.body.data.matched).toBe(30);
    const { matched, would_send, refused, sample, decisions } = together.body.data;
    expect(outcome).toMatchObject({ matched, would_send, refused, sample });
    expect(outcome.decisions).toEqual(decisions);
  });

  it('draws the same people by the same seed', async () => {
    await feed(
      server,
      hospital,
      ...Array.from({ length: 20 }, (_, index) => ({
        event: 'A03',
        at: stamp(-HOUR + index),
        patient: `S${index}`,
        visit: `S${index}`,
        phone: `07700 9005${String(index).padStart(2, '0')}^PRN^CP`,
      })),
    );
    const chosen = async (seed: string) =>
      (await tryOut(survey({ sample_percent: 40, sample_seed: seed }))).outcome.decisions.flatMap(
        ({ reason, message_id }: Json) => (reason === null ? [message_id] : []),
      );
    const first = await chosen('spring');
    expect(first.length).toBeGreaterThan(0);
    expect(await chosen('spring')).toEqual(first);
    expect(await chosen('autumn')).not.toEqual(first);
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
    const { outcome } = await tryOut(push, { of: asking, user });
    expect(outcome).toMatchObject({
      matched: 1,
      would_send: 1,
      months: [{ month: NOON.toISOString().slice(0, 7), would_send: 1 }],
      decisions: [{ channel: 'push', message_id: null }],
    });
  });

  it('is the same one for whoever asks for the same meanwhile, and three wait at most', async () => {
    const both = await Promise.all([start(survey()), start(survey())]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.data.id).toBe(both[1]?.body.data.id);
    expect((await start(survey({ delay: 1 }))).status).toBe(201);
    expect((await start(survey(), { days: 31 })).status).toBe(201);
    const fourth = await start(survey(), { days: 32 });
    expect([fourth.status, fourth.body.message]).toEqual([
      409,
      '3 trials are being counted already. Try again when one is done, or cancel one.',
    ]);
    await server.runJobs();
    expect((await start(survey(), { days: 32 })).status).toBe(201);
  });

  it('is cancelled before its end and not after it, and is not counted then', async () => {
    await feed(server, hospital, { event: 'A03', at: stamp(), patient: 'A', phone: '07700 900101^PRN^CP' });
    const { body } = await start(survey());
    const cancel = () => server.as(admin)('DELETE', path(`/${body.data.id}`));
    expect((await cancel()).body.data).toMatchObject({ state: 'cancelled', outcome: null });
    await server.runJobs();
    expect((await read(body.data.id)).body.data).toMatchObject({ state: 'cancelled', outcome: null });
    const again = await cancel();
    expect([again.status, again.body.message]).toEqual([409, 'This trial is over already.']);
  });

  it('begins anew after its process was killed, and is given up after the third time', async () => {
    await feed(server, hospital, { event: 'A03', at: stamp(), patient: 'A', phone: '07700 900101^PRN^CP' });
    const { body } = await start(survey());
    const { id } = body.data;
    const killed = (attempts: number) =>
      within(server, hospital, (tx) =>
        tx
          .updateTable('trigger_trials')
          .set({ state: 'running', attempts, examined: 7 })
          .where('id', '=', id)
          .execute(),
      );
    await killed(2);
    const run = createTrialRunner(server.ctx);
    await run(hospital.id, id);
    expect((await read(id)).body.data).toMatchObject({ state: 'done', examined: 1, outcome: { would_send: 1 } });
    // The job comes again after it had ended.
    await run(hospital.id, id);
    expect((await read(id)).body.data).toMatchObject({ state: 'done', outcome: { would_send: 1 } });
    const other = (await start(survey({ delay: 3 }))).body.data.id;
    await within(server, hospital, (tx) =>
      tx.updateTable('trigger_trials').set({ state: 'running', attempts: 3 }).where('id', '=', other).execute(),
    );
    await run(hospital.id, other);
    expect((await read(other)).body.data).toMatchObject({ state: 'failed', outcome: null });
  });

  it('counts the wards of whoever asked, and is shown to nobody who sees fewer', async () => {
    await feed(
      server,
      hospital,
      { event: 'A03', at: stamp(), patient: 'A', visit: 'A', ward: 'ASH', phone: '07700 900301^PRN^CP' },
      { event: 'A03', at: stamp(), patient: 'B', visit: 'B', ward: 'BIRCH', phone: '07700 900302^PRN^CP' },
    );
    const permissions = ['triggers.update', 'messages.list'];
    const nurse = (locations: string[]) => server.makeUser({ applications: [hospital], permissions, locations });
    const birch = await nurse(['BIRCH']);
    const both = await nurse(['ASH', 'BIRCH']);
    const trial = await tryOut(survey(), { user: birch });
    expect(trial.outcome).toMatchObject({ matched: 1, wards: [{ location: 'BIRCH' }] });
    expect((await read(trial.id, both)).status).toBe(200);
    expect((await read(trial.id)).status).toBe(200);
    expect((await read(trial.id, await nurse(['ASH']))).status).toBe(404);
    const whole = await tryOut(survey());
    expect(whole.outcome.matched).toBe(2);
    expect((await read(whole.id, birch)).status).toBe(404);
    expect((await server.as(birch)('DELETE', path(`/${whole.id}`))).status).toBe(404);
  });

  it('is deleted after 30 days', async () => {
    const { id } = await tryOut(survey());
    server.setTime(new Date(NOON.getTime() + 31 * DAY));
    await applyRetention(server.ctx);
    const later = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    expect((await read(id, later)).status).toBe(404);
  });

  it('is refused by field where its values make no sense', async () => {
    for (const [trigger, days, field] of [
      [survey(), 0, 'days'],
      [survey(), 1_097, 'days'],
      [survey({ survey_id: undefined }), 30, 'config.survey_id'],
    ] as const) {
      const { status, body } = await start(trigger, { days });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });
});
