import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import {
  answerBadly,
  feed,
  insertContacts,
  linkIn,
  makeAskingApplication,
  makeTrigger,
  within,
} from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { insertPathway, runDueSteps } from '../pathways/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const isoDay = (at: Date) => at.toISOString().slice(0, 10);
const makeManager = (application: TestApplication, more: { permissions?: string[]; locations?: string[] } = {}) =>
  server.makeUser({ applications: [application], permissions: ['deliveries.list', 'broadcasts.list'], ...more });

const ask = (user: TestUser, from: string, to: string) =>
  server.as(user)('GET', `/deliveries/calendar?from=${from}&to=${to}`);

async function read(user: TestUser, from: string, to: string): Promise<Json> {
  const { status, body } = await ask(user, from, to);
  expect(status).toBe(200);
  return body.data;
}

/** The days of which the calendar says something. */
const busyDays = ({ days }: Json): Json[] =>
  days.filter(({ groups, reminders, steps, runs }: Json) => groups.length + reminders + steps + runs.length > 0);

interface Stored {
  state?: string;
  purpose?: string;
  channel?: string;
  send_at: string;
  sent_at?: string;
  location?: string;
}

const store = (application: TestApplication, ...deliveries: Stored[]) =>
  within(server, application, async (tx) => {
    for (const { state = 'scheduled', purpose = 'message', channel = 'sms', ...one } of deliveries)
      await sql`
        insert into deliveries (application_id, purpose, channel, state, reason, cause, send_at, sent_at, text, location, created_at)
        values (${application.id}, ${purpose}, ${channel}, ${state},
          ${state === 'suppressed' ? 'opted_out' : null}, gen_random_uuid()::text, ${one.send_at}::timestamptz,
          ${one.sent_at ?? null}::timestamptz, '', ${one.location ?? null}, ${one.send_at}::timestamptz)`.execute(tx);
  });

/** A broadcast by e-mail to people of a list, each day at nine from this day on. */
const storeBroadcast = (
  application: TestApplication & { survey: { id: number } },
  {
    people = 2,
    ...fields
  }: { people?: number; starts_at: string; next_run_at: string; ends_at?: string | null; state?: string },
): Promise<number> =>
  within(server, application, async (tx) => {
    const own = { application_id: application.id };
    const { id: sendable_id } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: `Former patients ${Math.random()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const contacts = await insertContacts(
      tx,
      application,
      Array.from({ length: people }, (_, at) => ({ name: `Una ${at}`, email: `una${at}@example.org` })),
    );
    for (const contact_id of contacts)
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id: sendable_id, contact_id })
        .execute();
    const { id } = await tx
      .insertInto('broadcasts')
      .values({
        ...own,
        ...fields,
        survey_id: application.survey.id,
        sendable_id,
        schedule: true,
        channel: 'email',
        send_at: '09:00',
        data: JSON.stringify({ day_of_week: [true, true, true, true, true, true, true] }),
        created_at: NOON,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });

describe('the calendar of deliveries', () => {
  it('has every day in order, and nothing on them where nothing is sent', async () => {
    const manager = await makeManager(await server.makeApplication());
    const calendar = await read(manager, '2027-02-27', '2027-03-02');
    expect(calendar).toMatchObject({ today: isoDay(NOON), overdue: 0 });
    expect(calendar['days']).toEqual(
      ['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-02'].map((day) => ({
        day,
        groups: [],
        reminders: 0,
        steps: 0,
        runs: [],
      })),
    );
  });

  it('answers for 62 days, and says what is wrong with more or with days in the wrong order', async () => {
    const manager = await makeManager(await server.makeApplication());
    expect((await ask(manager, '2027-01-01', '2027-03-03')).status).toBe(200);
    const tooMany = await ask(manager, '2027-01-01', '2027-03-04');
    expect([tooMany.status, tooMany.body.errors.to]).toEqual([422, ['Ask for at most 62 days.']]);
    const turned = await ask(manager, '2027-01-02', '2027-01-01');
    expect([turned.status, turned.body.errors.to]).toEqual([422, ['The last day cannot come before the first.']]);
  });

  it('counts what was sent by its day of sending and what waits by its planned day, and the list shows the same', async () => {
    const application = await server.makeApplication();
    const manager = await makeManager(application);
    const [yesterday, today, tomorrow] = [after(-DAY), NOON, after(DAY)].map(isoDay) as [string, string, string];
    await store(
      application,
      // It was held for a day, so it left today.
      { state: 'delivered', send_at: `${yesterday}T10:00Z`, sent_at: `${today}T10:00Z` },
      { state: 'sent', channel: 'email', purpose: 'survey', send_at: `${today}T08:00Z`, sent_at: `${today}T08:01Z` },
      { state: 'failed', send_at: `${today}T08:00Z`, sent_at: `${today}T08:01Z` },
      { state: 'suppressed', send_at: `${tomorrow}T08:00Z` },
      // It is tried again after a receipt of failure.
      { state: 'scheduled', send_at: `${tomorrow}T08:00Z`, sent_at: `${yesterday}T08:00Z` },
      { state: 'scheduled', send_at: `${yesterday}T08:00Z` },
    );
    const calendar = await read(manager, yesterday, tomorrow);
    expect(calendar['overdue']).toBe(1);
    expect(calendar['days'].map(({ groups }: Json) => groups)).toEqual([
      [{ kind: 'message', channel: 'sms', sent: 0, waiting: 1 }],
      [
        { kind: 'message', channel: 'sms', sent: 1, waiting: 0 },
        { kind: 'survey', channel: 'email', sent: 1, waiting: 0 },
      ],
      [{ kind: 'message', channel: 'sms', sent: 0, waiting: 1 }],
    ]);
    const list = async (query: string): Promise<number> =>
      (await server.as(manager)('GET', `/deliveries?${query}`)).body.total;
    for (const { day, groups } of calendar['days'])
      for (const [step, name] of [
        ['sent', 'sent'],
        ['waiting', 'waiting'],
      ] as const)
        expect([day, step, await list(`from=${day}&to=${day}&step=${step}`)]).toEqual([
          day,
          step,
          groups.reduce((sum: number, group: Json) => sum + group[name], 0),
        ]);
    expect(await list(`from=${today}&to=${today}`)).toBe(3);
    expect(await list(`from=${today}`)).toBe(5);
    expect(await list(`to=${yesterday}`)).toBe(1);
    const funnel = await server.as(manager)('GET', `/deliveries/funnel?from=${today}&to=${today}`);
    expect(funnel.body.data).toMatchObject({ eligible: 3, sent: 2, failed: 1 });
  });

  it('shows nothing of another application, and of other wards only what the list of deliveries shows', async () => {
    const [application, other] = [await server.makeApplication(), await server.makeApplication()];
    const today = isoDay(NOON);
    await store(other, { send_at: `${today}T14:00Z` });
    await store(
      application,
      { send_at: `${today}T14:00Z`, location: 'ASH' },
      { send_at: `${today}T14:00Z`, location: 'BIRCH' },
      { send_at: `${today}T14:00Z`, purpose: 'case_notice' },
      { state: 'sent', send_at: `${today}T09:00Z`, sent_at: `${today}T09:00Z`, location: 'BIRCH' },
      { send_at: `${isoDay(after(-DAY))}T09:00Z`, location: 'BIRCH' },
    );
    const manager = await makeManager(application);
    const nurse = await makeManager(application, { locations: ['ASH'] });
    expect(await read(manager, today, today)).toMatchObject({
      overdue: 1,
      days: [{ groups: [{ kind: 'message', channel: 'sms', sent: 1, waiting: 3 }] }],
    });
    expect(await read(nurse, today, today)).toMatchObject({
      overdue: 0,
      days: [{ groups: [{ kind: 'message', channel: 'sms', sent: 0, waiting: 1 }] }],
    });
    const { body } = await server.as(nurse)('GET', `/deliveries?from=${today}&to=${today}`);
    expect(body.total).toBe(1);
  });

  it('refuses whoever may not list deliveries', async () => {
    const application = await server.makeApplication();
    const user = await server.makeUser({ applications: [application], permissions: ['surveys.view'] });
    expect((await ask(user, '2027-01-01', '2027-01-02')).status).toBe(403);
  });
});

describe('the days of the calendar', () => {
  it('are those of the application’s time zone, also where the clocks change', async () => {
    // In Dublin, clocks go forward on 28 March 2027 at 01:00 UTC, and back on 31 October 2027.
    const application = await server.makeApplication({ time_zone: 'Europe/Dublin' });
    const manager = await makeManager(application);
    await store(
      application,
      { send_at: '2027-03-27T23:59:59Z' },
      { send_at: '2027-03-28T00:00:00Z' },
      { send_at: '2027-03-28T22:59:59Z' },
      { send_at: '2027-03-28T23:00:00Z' },
      { send_at: '2027-10-30T22:59:59Z' },
      { send_at: '2027-10-30T23:00:00Z' },
      { send_at: '2027-10-31T23:59:59Z' },
      { send_at: '2027-11-01T00:00:00Z' },
    );
    const countsOf = async (from: string, to: string) =>
      busyDays(await read(manager, from, to)).map(({ day, groups }) => [day, groups[0].waiting]);
    expect(await countsOf('2027-03-27', '2027-03-29')).toEqual([
      ['2027-03-27', 1],
      ['2027-03-28', 2],
      ['2027-03-29', 1],
    ]);
    expect(await countsOf('2027-10-30', '2027-11-01')).toEqual([
      ['2027-10-30', 1],
      ['2027-10-31', 2],
      ['2027-11-01', 1],
    ]);
    expect(await countsOf('2027-03-28', '2027-03-28')).toEqual([['2027-03-28', 2]]);
  });

  it('begin at the first instant where midnight is skipped', async () => {
    // In Beirut, clocks go from 00:00 to 01:00 on 28 March 2027, which is 22:00 UTC on the 27th.
    const application = await server.makeApplication({ time_zone: 'Asia/Beirut' });
    const manager = await makeManager(application);
    await store(application, { send_at: '2027-03-27T21:59:59Z' }, { send_at: '2027-03-27T22:00:00Z' });
    expect(busyDays(await read(manager, '2027-03-27', '2027-03-28')).map(({ day }) => day)).toEqual([
      '2027-03-27',
      '2027-03-28',
    ]);
  });
});

describe('steps of pathways in the calendar', () => {
  it('are expected on their days, the next one when it is tried again, and not while the pathway is off', async () => {
    const application = await makeAskingApplication(server);
    const manager = await makeManager(application);
    const pathwayId = await within(server, application, (tx) =>
      insertPathway(
        tx,
        application.id,
        { title: 'New hip', active: true },
        [0, 7, 14].map((after_days) => ({
          id: null,
          title: `Day ${after_days}`,
          survey_id: application.survey.id,
          after_days,
          window_days: 5,
          channel: 'sms',
          reminders: 0,
          reminder_days: 7,
          subject: null,
          text: null,
          only_if: null,
        })),
        NOON,
      ),
    );
    await makeTrigger(server, application, { action: 'begin_pathway', pathway_id: pathwayId });
    await feed(
      server,
      application,
      { event: 'A03', at: stamp(-MINUTE), patient: 'P1', visit: 'P1' },
      { event: 'A03', at: stamp(-MINUTE), patient: 'P2', visit: 'P2', ward: 'BIRCH' },
    );
    const expected = async (user = manager) =>
      (await read(user, isoDay(NOON), isoDay(after(20 * DAY))))['days'].flatMap(({ day, steps }: Json) =>
        steps > 0 ? [[day, steps]] : [],
      );
    const onDay = (days: number) => isoDay(after(days * DAY));
    expect(await expected()).toEqual([
      [onDay(0), 2],
      [onDay(7), 2],
      [onDay(14), 2],
    ]);
    const nurse = await makeManager(application, { locations: ['BIRCH'] });
    expect(await expected(nurse)).toEqual([0, 7, 14].map((days) => [onDay(days), 1]));
    // Both were asked by the survey of the discharge, so the step is put off for a day.
    await server.runJobs();
    await runDueSteps(server.ctx);
    expect(await expected()).toEqual([
      [onDay(1), 2],
      [onDay(7), 2],
      [onDay(14), 2],
    ]);
    await within(server, application, (tx) => tx.updateTable('pathways').set({ active: false }).execute());
    expect(await expected()).toEqual([]);
  });
});

describe('reminders in the calendar', () => {
  it('are expected while a survey waits, wait once it is sent, and are gone when somebody answers', async () => {
    const application = await makeAskingApplication(server, { reminders: 2, reminder_days: 3 });
    const manager = await makeManager(application);
    await feed(server, application, { event: 'A03', at: stamp() });
    const week = (): Promise<Json> => read(manager, isoDay(NOON), isoDay(after(7 * DAY)));
    const said = async () =>
      busyDays(await week()).map(({ day, groups, reminders }) => ({
        day,
        waiting: groups.filter(({ waiting }: Json) => waiting > 0).map(({ kind, waiting }: Json) => [kind, waiting]),
        reminders,
      }));
    const [first, second, third] = [NOON, after(3 * DAY), after(6 * DAY)].map(isoDay);
    expect(await said()).toEqual([
      { day: first, waiting: [['survey', 1]], reminders: 0 },
      { day: second, waiting: [], reminders: 1 },
      { day: third, waiting: [], reminders: 1 },
    ]);

    server.setTime(after(2 * 3_600_000));
    await server.runJobs({ asOf: after(2 * 3_600_000) });
    const { text } = server.gateways.texts.at(-1) ?? { text: '' };
    expect(await said()).toEqual([
      { day: first, waiting: [], reminders: 0 },
      { day: second, waiting: [['reminder', 1]], reminders: 0 },
      { day: third, waiting: [], reminders: 1 },
    ]);

    await answerBadly(server, linkIn(text), 'Nobody came.');
    const afterwards = (await said()).flatMap(({ waiting, reminders }) => [...waiting, ['expected', reminders]]);
    expect(afterwards.filter(([kind, count]) => kind === 'reminder' || (kind === 'expected' && count > 0))).toEqual([]);
  });
});

describe('broadcasts in the calendar', () => {
  it('run on each day of their schedule, without an end on every day asked for', async () => {
    const application = await makeAskingApplication(server);
    const manager = await makeManager(application);
    const tomorrow = isoDay(after(DAY));
    const schedule = { starts_at: tomorrow, next_run_at: `${tomorrow}T09:00:00Z` };
    await storeBroadcast(application, { ...schedule, ends_at: null });
    await storeBroadcast(application, { ...schedule, ends_at: isoDay(after(2 * DAY)), people: 3 });
    await storeBroadcast(application, { ...schedule, ends_at: null, state: 'paused' });
    await storeBroadcast(application, { ...schedule, ends_at: null, state: 'cancelled' });
    const calendar = await read(manager, isoDay(NOON), isoDay(after(61 * DAY)));
    const people = calendar['days'].map(({ runs }: Json) => runs.map((run: Json) => run.people));
    expect(people.slice(0, 4)).toEqual([[], [2, 3], [2, 3], [2]]);
    expect(people.slice(3).every((counts: number[]) => counts.length === 1)).toBe(true);
    expect(calendar['days'][1].runs[0]).toMatchObject({
      at: `${tomorrow}T09:00:00.000Z`,
      survey_id: application.survey.id,
      survey_title: 'Your stay with us',
      list_name: expect.stringContaining('Former patients'),
    });
    // A month that is far away begins with the first run in it.
    const far = await read(manager, '2998-01-01', '2998-01-03');
    expect(far['days'].map(({ runs }: Json) => runs.map(({ at }: Json) => at))).toEqual([
      ['2998-01-01T09:00:00.000Z'],
      ['2998-01-02T09:00:00.000Z'],
      ['2998-01-03T09:00:00.000Z'],
    ]);
    expect(busyDays(await read(manager, '2020-01-01', '2020-01-31'))).toEqual([]);
  });

  it('keep the time of day where the clocks change', async () => {
    const application = await makeAskingApplication(server);
    await within(server, application, (tx) =>
      tx.updateTable('applications').set({ time_zone: 'Europe/Dublin' }).where('id', '=', application.id).execute(),
    );
    await storeBroadcast(application, { starts_at: '2027-03-01', next_run_at: '2027-03-01T09:00:00Z', ends_at: null });
    const manager = await makeManager(application);
    const { days } = await read(manager, '2027-03-27', '2027-03-28');
    expect(days.map(({ day, runs }: Json) => [day, runs[0].at])).toEqual([
      ['2027-03-27', '2027-03-27T09:00:00.000Z'],
      ['2027-03-28', '2027-03-28T08:00:00.000Z'],
    ]);
  });

  it('name no mailing list to somebody who may not see broadcasts', async () => {
    const application = await makeAskingApplication(server);
    const tomorrow = isoDay(after(DAY));
    await storeBroadcast(application, { starts_at: tomorrow, next_run_at: `${tomorrow}T09:00:00Z`, ends_at: tomorrow });
    const user = await makeManager(application, { permissions: ['deliveries.list'] });
    expect(busyDays(await read(user, tomorrow, tomorrow))).toMatchObject([{ runs: [{ people: 2, list_name: null }] }]);
  });
});
