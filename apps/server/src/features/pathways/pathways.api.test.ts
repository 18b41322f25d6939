import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, linkIn, makeSurvey, makeTrigger, within } from '../../testing/builders.ts';
import { whileRefused } from '../../testing/while-refused.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { makeScoredSurvey, type ScoredSurvey } from '../../testing/answers/scored-survey.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { systemScope } from '../../platform/scope.ts';
import { holdRestored } from '../sending-holds/index.ts';
import { runDueSteps } from './index.ts';

let server: TestServer;
let hospital: TestApplication;
let survey: ScoredSurvey;
let scoreId: number;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
  await setTime(0);
  survey = await makeScoredSurvey(server, hospital);
  scoreId = (await survey.make()).body.data.id;
});

// What is due in the hospital of one test would be sent in another test, too.
afterEach(() => within(server, hospital, (tx) => tx.updateTable('pathways').set({ active: false }).execute()));

const call: ScoredSurvey['call'] = (method, path, payload) => server.as(admin)(method, path, payload);
const step = (after_days: number, more: object = {}): Json => ({
  title: `Day ${after_days}`,
  survey_id: survey.surveyId,
  after_days,
  window_days: 14,
  channel: 'sms',
  ...more,
});
const create = (steps: Json[], more: object = {}) =>
  call('POST', '/pathways', { pathway: { title: 'New hip', steps, ...more } });
const made = async (...steps: Json[]): Promise<Json> => (await create(steps)).body.data;
const get = async (id: number): Promise<Json> => (await call('GET', `/pathways/${id}`)).body.data;
/** Makes a pathway that begins with each discharge. */
async function begunByDischarge(...steps: Json[]): Promise<Json> {
  const pathway = await made(...steps);
  await makeTrigger(server, hospital, { action: 'begin_pathway', pathway_id: pathway['id'] });
  return pathway;
}
const DISCHARGE: MessageParts = {
  event: 'A03',
  at: stamp(-HOUR),
  patient: 'P1',
  visit: 'V1',
  phone: '07700 900123^PRN^CP',
};
const discharge = (more: MessageParts = {}) => feed(server, hospital, { ...DISCHARGE, ...more });
/** Goes to a time after noon of the first day, when the session of the administrator may be over. */
async function setTime(milliseconds: number) {
  server.setTime(after(milliseconds));
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
}
/** Goes to a time, and decides and sends what is due. */
async function goTo(milliseconds: number) {
  await setTime(milliseconds);
  await runDueSteps(server.ctx);
  await server.runJobs({ asOf: after(milliseconds) });
}
const enrolments = async (query = ''): Promise<Json[]> => (await call('GET', `/pathway_enrolments${query}`)).body.data;
const only = async (): Promise<Json> => (await enrolments())[0];
/** "Day 0: answered", "Day 42: missed (readmitted)" */
const steps = ({ occasions }: Json): string[] =>
  occasions.map(({ title, state, reason }: Json) => `${title}: ${state}${reason ? ` (${reason})` : ''}`);
/** Answers the newest link with these points. */
const answer = (...points: number[]) => answerLink(server.gateways.texts.at(-1)?.text ?? '', points);
async function answerLink(text: string, points: readonly number[]) {
  const token = linkIn(text);
  const responses = points.map((given, index) => ({
    question_id: survey.items[index]?.['id'],
    option_id: survey.items[index]?.['options'][given].id,
  }));
  const url = `/api/v1/feedback/${token}`;
  const sent = await server.call({ method: 'POST', url, payload: { feedback: { responses } } });
  expect([sent.status, sent.body]).toEqual([201, expect.anything()]);
}

describe('a pathway', () => {
  it('has steps in the order of their days, and is changed by its version', async () => {
    const { status, body } = await create([
      step(42),
      step(0, { reminders: 1, reminder_days: 3, text: 'Well? {{link}}' }),
    ]);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      title: 'New hip',
      active: true,
      days: [0, 42],
      active_people: 0,
      steps: [
        { after_days: 0, reminders: 1, text: 'Well? {{link}}', survey_title: 'At home', counts: { asked: 0 } },
        { after_days: 42, only_if: null },
      ],
    });
    const { id, version, steps: stored } = body.data;
    const change = (more: object) =>
      call('PUT', `/pathways/${id}`, { pathway: { title: 'Hips', steps: stored, version, ...more } });
    expect((await change({ steps: [{ ...stored[1], after_days: 40 }] })).body.data).toMatchObject({ days: [40] });
    expect((await change({})).status).toBe(409);
    expect((await call('GET', '/pathways?term=hip')).body.data).toMatchObject([{ id, title: 'Hips' }]);
    expect((await call('DELETE', `/pathways/${id}`)).status).toBe(200);
    expect((await call('GET', `/pathways/${id}`)).status).toBe(404);
  });

  it('says what is wrong with a step, by its field', async () => {
    const refused = async (...given: Json[]) => (await create(given)).body.errors;
    expect(await refused()).toEqual({ steps: ['Add at least one step.'] });
    expect(await refused(step(1), step(1))).toEqual({ 'steps.1.after_days': ['Another step is on this day.'] });
    expect(await refused(step(1, { reminders: 2, reminder_days: 7 }))).toEqual({
      'steps.0.reminders': [expect.stringContaining('nobody can answer')],
    });
    expect(await refused(step(1, { survey_id: 999_999 }))).toEqual({
      'steps.0.survey_id': ['This survey does not exist.'],
    });
    expect(await refused(step(1, { text: 'Dear {{doctor}}' }))).toEqual({
      'steps.0.text': ['{{doctor}} cannot be filled in.'],
    });
    expect(await refused(step(1, { only_if: { day: 1, is: 'answered' } }))).toEqual({
      'steps.0.only_if.day': ['Choose a step that comes before this one.'],
    });
    expect(await refused(step(1), step(2, { only_if: { day: 1, is: 'score_at_least', score_id: 999_999 } }))).toEqual({
      'steps.1.only_if.score_id': ['Choose a score of the survey of that step.'],
      'steps.1.only_if.value': ['Enter a number.'],
    });
    await made(step(0));
    expect((await create([step(0)])).body.errors).toEqual({ title: ['There is a pathway of this title already.'] });
  });

  it('is not deleted when somebody was in it, or while a trigger begins it', async () => {
    const { id } = await begunByDischarge(step(0));
    expect((await call('DELETE', `/pathways/${id}`)).body.message).toContain('A trigger begins this pathway');
    await discharge();
    expect((await call('DELETE', `/pathways/${id}`)).body.message).toContain('People were in this pathway');
    expect(await get(id)).toMatchObject({ active_people: 1, trigger_ids: [expect.any(Number)] });
  });

  it('is tried on past traffic by what its first step would send', async () => {
    const { id } = await made(step(0));
    await discharge();
    const { body } = await call('POST', `/applications/${hospital.id}/triggers/preview`, {
      trigger: {
        trigger: 'hl7_message_processed',
        action: 'begin_pathway',
        config: { filters: { event: ['A03'] }, pathway_id: id },
      },
    });
    expect(body.data).toMatchObject({ matched: 1, would_send: 1, decisions: [{ channel: 'sms' }] });
    expect(await enrolments()).toEqual([]);
  });
});

describe('the same survey', () => {
  it('is asked on each day, once, and each answer belongs to its step', async () => {
    const { id } = await begunByDischarge(step(0), step(42), step(180));
    await discharge();
    await goTo(0);
    await answer(3, 3, 3, 3);
    await goTo(42 * DAY);
    expect(steps(await only())).toEqual(['Day 0: answered', 'Day 42: asked', 'Day 180: due']);
    await answer(1, 1, 1, 1);
    await goTo(180 * DAY);
    await goTo(195 * DAY);
    const enrolment = await only();
    expect(steps(enrolment)).toEqual(['Day 0: answered', 'Day 42: answered', 'Day 180: unanswered']);
    expect(enrolment).toMatchObject({ state: 'completed', next_due_at: null, given_name: expect.any(String) });
    expect(await fates(server, hospital)).toEqual(['answered', 'answered', 'sent']);
    expect((await get(id))['steps'].map(({ counts }: Json) => counts)).toMatchObject([
      { asked: 1, answered: 1 },
      { asked: 1, answered: 1 },
      { asked: 1, unanswered: 1, open: 0 },
    ]);
    const answered = enrolment['occasions'][1].feedback_id;
    expect((await call('GET', `/feedback/records/${answered}`)).body.data.pathway).toEqual({
      id,
      title: 'New hip',
      step: 'Day 42',
      day: 42,
    });
    const { body } = await call('GET', `/outcome_values?patient_id=${enrolment['patient_id']}`);
    expect(body.data.map(({ value, change }: Json) => [value, change])).toEqual([
      [4, -8],
      [12, null],
    ]);
    // Analysts read the same, without the patient, and follow the person by the number of the enrolment.
    const rows = await within(server, hospital, async (tx) => ({
      scores: await sql<Json>`select * from report.scores order by step_day`.execute(tx),
      steps: await sql<Json>`select * from report.pathway_steps order by step_day`.execute(tx),
    }));
    const whose = { enrolment_id: enrolment['id'], pathway_id: id, pathway: 'New hip', survey_id: survey.surveyId };
    expect(rows.scores.rows).toMatchObject([
      { ...whose, step: 'Day 0', step_day: 0, score: 'Symptoms', value: 12, band: 'Severe', items_answered: 4 },
      { ...whose, step: 'Day 42', step_day: 42, score: 'Symptoms', value: 4, band: 'None', feedback_id: answered },
    ]);
    expect(rows.steps.rows).toMatchObject([
      { ...whose, step: 'Day 0', state: 'asked', answered_at: expect.any(Date), ward: 'ASH' },
      { ...whose, step: 'Day 42', state: 'asked', feedback_id: answered, enrolment_state: 'completed' },
      { ...whose, step: 'Day 180', state: 'asked', answered_at: null, feedback_id: null },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Inventwell|07700|447700/);
  });

  it('is asked once however many processes look at the same time, and when a job runs twice', async () => {
    await begunByDischarge(step(0), step(1));
    await feed(
      server,
      hospital,
      ...Array.from({ length: 30 }, (_, index) => ({
        ...DISCHARGE,
        patient: `M${index}`,
        visit: `M${index}`,
        phone: `07700 9001${String(index).padStart(2, '0')}^PRN^CP`,
      })),
    );
    await Promise.all(Array.from({ length: 4 }, () => runDueSteps(server.ctx)));
    await runDueSteps(server.ctx);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(Array.from({ length: 30 }, () => 'sent'));
    expect(await enrolments('?per_page=100')).toHaveLength(30);
  });

  it('whose step cannot be decided for one person is not held up for the others', async () => {
    await begunByDischarge(step(0));
    const people = ['7', '8', '9'].map((digit) => ({
      ...DISCHARGE,
      patient: `F${digit}`,
      visit: `F${digit}`,
      phone: `07700 90015${digit}^PRN^CP`,
    }));
    await feed(server, hospital, ...people);
    const [, failing] = (await enrolments()).map(({ id }) => Number(id)).sort((a, b) => a - b);
    await whileRefused(server, { table: 'pathway_occasions', allowed: `enrolment_id <> ${failing}` }, async () => {
      await expect(runDueSteps(server.ctx)).rejects.toThrow('refused');
      expect(await fates(server, hospital)).toEqual(['scheduled', 'scheduled']);
    });
    await runDueSteps(server.ctx);
    expect(await fates(server, hospital)).toEqual(['scheduled', 'scheduled', 'scheduled']);
  });

  it('has a course of its scores, told from five people on', async () => {
    const { id } = await begunByDischarge(step(0), step(1));
    const people = Array.from({ length: 5 }, (_, index) => `S${index}`);
    await feed(
      server,
      hospital,
      ...people.map((name, index) => ({
        ...DISCHARGE,
        patient: name,
        visit: name,
        phone: `07700 90030${index}^PRN^CP`,
      })),
    );
    await goTo(0);
    const links = server.gateways.texts.slice(-5);
    for (const [index, { text }] of links.entries()) await answerLink(text, [index % 4, 1, 1, 1]);
    const { scores } = await get(id);
    expect(scores).toEqual([
      {
        score_id: scoreId,
        title: 'Symptoms',
        higher_is_better: false,
        least: 0,
        most: 12,
        steps: [
          // 3, 4, 5, 6 and 3: a mean of 4.2, a deviation of 1.304, and 2.776 by Student's t for 4 degrees of freedom.
          { day: 0, answered: 5, mean: 4.2, interval: { from: 2.58, to: 5.82 } },
          { day: 1, answered: 0, mean: null, interval: null },
        ],
      },
    ]);
  });

  it('is sent with the words of the step, and reminders that end with the time to answer', async () => {
    await begunByDischarge(step(0, { text: 'How is the hip, {{given_name}}?', reminders: 1, reminder_days: 3 }));
    await discharge({ given: 'Dervla' });
    await goTo(0);
    expect(server.gateways.texts.at(-1)?.text).toMatch(/^How is the hip, Dervla\? http\S+\/feedback\//);
    await setTime(3 * DAY + HOUR);
    await server.runJobs({ asOf: after(3 * DAY + HOUR) });
    expect((await listDeliveries(server, hospital)).map(({ reminder, state }) => [reminder, state])).toEqual([
      [0, 'sent'],
      [1, 'sent'],
    ]);
    const token = linkIn(server.gateways.texts.at(-1)?.text ?? '');
    await setTime(14 * DAY);
    expect((await server.call({ method: 'GET', url: `/api/v1/feedback/${token}` })).status).toBe(410);
  });
});

describe('a step that is due', () => {
  it('waits for other surveys, and not for those of its own pathway', async () => {
    await begunByDischarge(step(0), step(7));
    await makeTrigger(server, hospital, { survey_id: survey.surveyId, filters: { event: ['A01'] } });
    await discharge();
    await goTo(0);
    await goTo(7 * DAY);
    expect(steps(await only())).toEqual(['Day 0: asked', 'Day 7: asked']);
    // Another survey does not follow upon those of the pathway.
    await feed(server, hospital, { ...DISCHARGE, event: 'A01', at: stamp(8 * DAY), visit: 'V2' });
    await server.runJobs();
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: asked_lately');
  });

  it('is put off while the patient is in the hospital again, and asked when they have left', async () => {
    await begunByDischarge(step(42));
    await discharge();
    await feed(server, hospital, { ...DISCHARGE, event: 'A01', at: stamp(40 * DAY), visit: 'V2' });
    await goTo(42 * DAY);
    expect(steps(await only())).toEqual(['Day 42: due (readmitted)']);
    expect((await only())['next_due_at']).toBe(after(43 * DAY).toISOString());
    await goTo(42 * DAY + HOUR);
    expect(await fates(server, hospital)).toEqual([]);
    await setTime(44 * DAY);
    await feed(server, hospital, { ...DISCHARGE, at: stamp(44 * DAY - HOUR), visit: 'V2' });
    await goTo(45 * DAY);
    expect(steps((await enrolments('?sort=started_at'))[0])).toEqual(['Day 42: asked']);
  });

  it('that was put off is followed by no reminder after its time to answer', async () => {
    await begunByDischarge(step(1, { window_days: 10, reminders: 2, reminder_days: 4 }));
    await discharge();
    await feed(server, hospital, { ...DISCHARGE, event: 'A01', at: stamp(HOUR / 2), visit: 'V2' });
    await goTo(DAY);
    await setTime(5 * DAY);
    await feed(server, hospital, { ...DISCHARGE, event: 'A11', at: stamp(5 * DAY - HOUR), visit: 'V2' });
    await goTo(5 * DAY);
    for (const day of [9.1, 10.8, 13.2]) {
      await setTime(day * DAY);
      await server.runJobs({ asOf: after(day * DAY) });
    }
    expect((await listDeliveries(server, hospital)).map(({ reminder, state }) => [reminder, state])).toEqual([
      [0, 'sent'],
      [1, 'sent'],
    ]);
  });

  it('is missed when its window is over, and says why', async () => {
    await begunByDischarge(step(1), step(60));
    await discharge({ phone: '' });
    for (const day of [1, 2, 20]) await goTo(day * DAY);
    expect(steps(await only())).toEqual(['Day 1: missed (no_address)', 'Day 60: due']);
    expect(await fates(server, hospital)).toEqual([]);
  });

  it('is skipped where the survey was answered otherwise in its window', async () => {
    await begunByDischarge(step(10), step(60));
    await discharge();
    const { patient_id } = await only();
    await setTime(5 * DAY);
    await survey.answer([1, 1, 1, 1], { patient_id });
    await goTo(10 * DAY);
    await goTo(60 * DAY);
    expect(steps(await only())).toEqual(['Day 10: skipped (answered_elsewhere)', 'Day 60: asked']);
  });

  it('is not brought to mind again where the survey was answered otherwise since it was asked', async () => {
    await begunByDischarge(step(0, { reminders: 1, reminder_days: 3 }), step(42, { reminders: 1, reminder_days: 3 }));
    await discharge();
    await goTo(0);
    await setTime(DAY);
    const { patient_id } = await only();
    await survey.answer([1, 1, 1, 1], { patient_id });
    await goTo(3 * DAY + HOUR);
    await goTo(42 * DAY);
    await goTo(45 * DAY + HOUR);
    const told = await listDeliveries(server, hospital);
    expect(told.map(({ reminder, state, reason }) => [reminder, state, reason])).toEqual([
      [0, 'sent', null],
      [1, 'suppressed', 'already_answered'],
      [0, 'sent', null],
      [1, 'sent', null],
    ]);
  });

  it('is asked only where an earlier one came to what its condition says', async () => {
    await begunByDischarge(
      step(0),
      step(7, { only_if: { day: 0, is: 'not_answered' } }),
      step(14, { only_if: { day: 0, is: 'score_at_least', score_id: scoreId, value: 9 } }),
      step(21, { only_if: { day: 0, is: 'score_at_most', score_id: scoreId, value: 8 } }),
      step(28, { only_if: { day: 0, is: 'answered' } }),
      step(35, { only_if: { day: 21, is: 'answered' } }),
    );
    await discharge();
    await goTo(0);
    await answer(3, 2, 2, 2);
    for (const day of [7, 14, 21, 28, 35]) await goTo(day * DAY);
    expect(steps(await only())).toEqual([
      'Day 0: answered',
      'Day 7: skipped (condition)',
      'Day 14: unanswered',
      'Day 21: skipped (condition)',
      'Day 28: asked',
      'Day 35: skipped (condition)',
    ]);
  });

  it('that was due before a restore counts among what may have left, and one that is due after it does not', async () => {
    await begunByDischarge(step(42), step(60));
    await discharge();
    await setTime(50 * DAY);
    await server.ctx.db.transaction(systemScope('start'), (tx) => holdRestored(tx, after(40 * DAY), after(50 * DAY)));
    const held = async () => (await call('GET', '/deliveries/hold')).body.data;
    const release = async () =>
      server.as(await server.makeUser({ superUser: true }))('PUT', '/sending_holds', {
        sending_hold: { application_id: hospital.id, leave_out: true },
      });
    // What was due before is not known until the job has run.
    expect((await release()).status).toBe(409);
    await goTo(50 * DAY + HOUR);
    expect(await held()).toMatchObject({ waiting: 1, may_have_left: 1 });
    await goTo(60 * DAY + HOUR);
    expect(await held()).toMatchObject({ waiting: 2, may_have_left: 1 });
    expect((await release()).status).toBe(200);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['failed', 'sent']);
  });

  it('follows the plan as it is then', async () => {
    const { id, steps: stored, version } = await begunByDischarge(step(0), step(42));
    await discharge();
    await goTo(0);
    const [first, second] = stored;
    const pathway = { title: 'New hip', version, steps: [first, { ...second, after_days: 30 }, step(90)] };
    expect((await call('PUT', `/pathways/${id}`, { pathway })).status).toBe(200);
    expect((await only())['next_due_at']).toBe(after(30 * DAY - HOUR).toISOString());
    await goTo(30 * DAY);
    expect(steps(await only())).toEqual(['Day 0: unanswered', 'Day 42: asked', 'Day 90: due']);
    const now = await get(id);
    const fewer = { title: 'New hip', steps: [now['steps'][0]] };
    await call('PUT', `/pathways/${id}`, { pathway: fewer });
    expect(await only()).toMatchObject({ state: 'completed', next_due_at: null });
  });

  it('is not asked again when it is moved to a later day, and conditions know it by that day', async () => {
    const { id, steps: stored } = await begunByDischarge(step(0), step(42));
    await discharge();
    await goTo(0);
    await answer(1, 1, 1, 1);
    const [first, second] = stored;
    const only_if = { day: 5, is: 'answered' };
    const pathway = {
      title: 'New hip',
      steps: [
        { ...first, after_days: 5 },
        { ...second, only_if },
      ],
    };
    expect((await call('PUT', `/pathways/${id}`, { pathway })).status).toBe(200);
    expect(steps(await only())).toEqual(['Day 0: answered', 'Day 42: due']);
    await goTo(6 * DAY);
    await goTo(42 * DAY);
    expect(await fates(server, hospital)).toEqual(['answered', 'sent']);
    expect(await only()).toMatchObject({ state: 'completed' });
  });

  it('waits for its day where the plan was changed while the person was enrolled', async () => {
    await begunByDischarge(step(7));
    await discharge();
    await within(server, hospital, (tx) => tx.updateTable('pathway_enrolments').set({ next_due_at: NOON }).execute());
    await goTo(0);
    expect(await only()).toMatchObject({ next_due_at: after(7 * DAY - HOUR).toISOString() });
    expect(await fates(server, hospital)).toEqual([]);
  });

  it('waits while the pathway is switched off', async () => {
    const { id, steps: stored } = await begunByDischarge(step(1));
    await discharge();
    const turn = (active: boolean) =>
      call('PUT', `/pathways/${id}`, { pathway: { title: 'New hip', steps: stored, active } });
    await turn(false);
    await goTo(2 * DAY);
    expect(steps(await only())).toEqual(['Day 1: due']);
    await discharge({ patient: 'P2', visit: 'W2', at: stamp(2 * DAY) });
    expect(await enrolments()).toHaveLength(1);
    await turn(true);
    await goTo(3 * DAY);
    expect(steps(await only())).toEqual(['Day 1: asked']);
  });
});

describe('a pathway ends', () => {
  it.each<[string, MessageParts]>([
    ['deceased', { event: 'A08', died: 'Y' }],
    ['event_cancelled', { event: 'A11' }],
  ])('by itself: %s', async (reason, message) => {
    await begunByDischarge(step(0), step(42));
    await discharge();
    await goTo(0);
    await feed(server, hospital, { ...DISCHARGE, at: stamp(HOUR), ...message });
    await goTo(42 * DAY);
    expect(await only()).toMatchObject({ state: 'ended', end_reason: reason, next_due_at: null });
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('when the person opts out', async () => {
    await begunByDischarge(step(0), step(42));
    await discharge();
    await goTo(0);
    await within(server, hospital, (tx) =>
      tx
        .insertInto('opt_outs')
        .values({ application_id: hospital.id, channel: 'sms', address: '+447700900123', source: 'stop' })
        .execute(),
    );
    await goTo(42 * DAY);
    expect(await only()).toMatchObject({ state: 'ended', end_reason: 'opted_out' });
  });

  it('for the younger of two records that become one', async () => {
    await begunByDischarge(step(42));
    await discharge();
    await discharge({ patient: 'P2', visit: 'V2', at: stamp(-HOUR / 2) });
    await feed(server, hospital, {
      ...DISCHARGE,
      event: 'A40',
      at: stamp(DAY),
      without: ['PV1'],
      patient: 'P2',
      more: ['MRG|P1^^^HOSP^MR'],
    });
    await goTo(42 * DAY);
    const [later, earlier] = await enrolments();
    expect(later).toMatchObject({ state: 'ended', end_reason: 'merged' });
    expect([earlier?.['state'], steps(earlier)]).toEqual(['completed', ['Day 42: asked']]);
    expect(earlier?.['patient_id']).toBe(later?.['patient_id']);
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('when a person ends it; what is scheduled is not sent, and whoever has the link may answer', async () => {
    await begunByDischarge(step(0, { reminders: 1, reminder_days: 3 }), step(42));
    await discharge();
    await goTo(0);
    const { id } = await only();
    const end = (reason: string) => call('POST', `/pathway_enrolments/${id}/end`, { enrolment: { reason } });
    expect((await end('')).body.errors).toEqual({ reason: [expect.stringContaining('Say why')] });
    expect((await end('Moved abroad')).body.data).toMatchObject({
      state: 'ended',
      end_reason: 'by_hand',
      end_note: 'Moved abroad',
    });
    expect((await end('Moved abroad')).status).toBe(409);
    await setTime(3 * DAY);
    await server.runJobs({ asOf: after(3 * DAY) });
    await goTo(42 * DAY);
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: pathway_ended']);
    await setTime(4 * DAY);
    await answer(1, 1, 1, 1);
    expect(steps(await only())).toEqual(['Day 0: answered']);
  });
});

describe('what begins a pathway', () => {
  it('is no test message, and none that is old', async () => {
    await begunByDischarge(step(0));
    await discharge({ processingId: 'T' });
    await discharge({ patient: 'P2', visit: 'V2', at: stamp(-4 * DAY) });
    expect(await enrolments()).toEqual([]);
  });

  it('is one visit once; a corrected discharge moves a beginning of which nothing was asked', async () => {
    await begunByDischarge(step(7), step(8));
    await discharge();
    await feed(server, hospital, { ...DISCHARGE, event: 'A13', at: stamp(-HOUR / 2) });
    await discharge({ at: stamp(-HOUR / 4) });
    expect(await enrolments()).toMatchObject([{ started_at: after(-HOUR / 4).toISOString() }]);
    await goTo(7 * DAY);
    await discharge({ visit: 'V2', at: stamp(7 * DAY) });
    expect(await enrolments()).toMatchObject([{ started_at: after(-HOUR / 4).toISOString(), state: 'active' }]);
    await goTo(8 * DAY);
    await discharge({ at: stamp(8 * DAY) });
    expect((await enrolments()).map(({ state }) => state)).toEqual(['completed']);
  });

  it('is also a person', async () => {
    const { id } = await made(step(0, { window_days: 3 }), step(42));
    await feed(server, hospital, { ...DISCHARGE, event: 'A01', at: stamp(-HOUR) });
    const [patient] = await within(server, hospital, (tx) => tx.selectFrom('patients').select('id').execute());
    const [visit] = await within(server, hospital, (tx) => tx.selectFrom('visits').select('id').execute());
    const enrol = (more: object = {}) =>
      call('POST', '/pathway_enrolments', {
        enrolment: { pathway_id: id, patient_id: patient?.id, started_on: NOON.toISOString().slice(0, 10), ...more },
      });
    expect((await enrol({ patient_id: 999_999 })).status).toBe(404);
    expect((await enrol({ visit_id: 999_999 })).body.errors).toEqual({
      visit_id: ['This visit is of another patient.'],
    });
    expect((await enrol({ pathway_id: 999_999 })).body.errors).toEqual({
      pathway_id: ['This pathway does not exist.'],
    });
    expect((await enrol({ started_on: '2020-01-01' })).body.errors).toEqual({
      started_on: [expect.stringContaining('is over')],
    });
    const { status, body } = await enrol({ visit_id: visit?.id });
    expect([status, body.data]).toMatchObject([
      201,
      { state: 'active', visit_id: visit?.id, started_at: NOON.toISOString() },
    ]);
    expect((await enrol()).status).toBe(409);
    await goTo(0);
    expect(await fates(server, hospital)).toEqual(['sent']);
  });
});

describe('a nurse who takes a survey with the patient of the stay', () => {
  /** What staff see who open the survey about the discharge. */
  async function openAtBedside(): Promise<Json> {
    const { body } = await call('GET', '/hl7_messages');
    return (await call('GET', `/hl7_messages/${body.data[0].id}/feedback`)).body.data;
  }

  it('takes the open step of a pathway, and after that the survey about the stay, which is another one', async () => {
    const { id } = await makeSurvey(server, hospital);
    await makeTrigger(server, hospital, { survey_id: id, delay: 14 * 24 * 60 });
    await begunByDischarge(step(0));
    await discharge();
    await goTo(0);
    expect((await openAtBedside())['survey'].id).toBe(survey.surveyId);
    await answer(1, 1, 1, 1);
    const { survey: shown, submitted } = await openAtBedside();
    expect([shown.id, submitted]).toEqual([id, null]);
  });

  it('finds it answered where the step has asked the same survey', async () => {
    await begunByDischarge(step(0));
    await discharge();
    await goTo(0);
    await answer(1, 1, 1, 1);
    const { survey: shown, submitted } = await openAtBedside();
    expect([shown.id, submitted]).toEqual([survey.surveyId, { id: expect.any(Number), at: expect.any(String) }]);
  });
});
