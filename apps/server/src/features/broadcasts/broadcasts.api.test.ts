import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, listDeliveries, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { lockFor } from '../../platform/db/database.ts';
import { systemScope } from '../../platform/scope.ts';
import { holdRestored } from '../sending-holds/index.ts';
import { releaseHolds } from '../sending-holds/sending-holds.queries.ts';
import { feed, linkIn, makeSurvey, within } from '../../testing/builders.ts';
import { whileRefused } from '../../testing/while-refused.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { startDueBroadcasts } from './start-due-broadcasts.ts';
import { runBroadcast } from './run-broadcast.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

interface Hospital extends TestApplication {
  surveyId: number;
  listId: number;
  manager: TestUser;
}

interface Person {
  name?: string;
  email?: string | null;
  phone?: string | null;
  language?: string;
}

let lists = 0;

function makeList(application: TestApplication, people: readonly Person[]): Promise<number> {
  return within(server, application, async (tx) => {
    const own = { application_id: application.id };
    const { id } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: `Former patients ${(lists += 1)}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const person of people) {
      const contact = await tx
        .insertInto('contacts')
        .values({ ...own, name: 'Una Testwell', ...person })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id: id, contact_id: contact.id })
        .execute();
    }
    return id;
  });
}

const UNA = { name: 'Una Testwell', email: 'una@example.org' };
const ORLA = { name: 'Orla Fakely', email: 'orla@example.org', language: 'fr' };

async function makeHospital(people: readonly Person[] = [UNA, ORLA]): Promise<Hospital> {
  const application = await server.makeApplication({ country: 'GB' });
  const survey = await makeSurvey(server, application);
  const manager = await makeManager(application);
  return { ...application, surveyId: survey.id, listId: await makeList(application, people), manager };
}

const makeManager = (application: TestApplication) =>
  server.makeUser({
    applications: [application],
    permissions: ['list', 'create', 'update', 'delete', 'execute'].map((action) => `broadcasts.${action}`),
  });

/** Sessions expire when the test moves the clock, so the manager signs in again. */
const signInAgain = async (hospital: Hospital) => void (hospital.manager = await makeManager(hospital));

const as = (hospital: Hospital, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.call({
    method,
    url: `/api/v1/surveys/${hospital.surveyId}${path}`,
    headers: hospital.manager.headers,
    ...(payload ? { payload } : {}),
  });

const DAYS = [true, true, true, true, true, true, true];
const day = (at: Date) => at.toISOString().slice(0, 10);

const body = ({ listId }: Hospital, changes: object = {}) => ({
  sendable_type: 'MailingList',
  sendable_id: listId,
  schedule: true,
  channel: 'email',
  send_at: '14:00',
  starts_at: day(NOON),
  ends_at: day(after(3 * DAY)),
  data: { day_of_week: DAYS },
  ...changes,
});

async function make(hospital: Hospital, changes: object = {}): Promise<Json> {
  const { status, body: answer } = await as(hospital, 'POST', '/broadcasts', body(hospital, changes));
  expect(status).toBe(201);
  return answer.data;
}

const act = (hospital: Hospital, id: number, action: string) => as(hospital, 'POST', `/broadcasts/${id}/${action}`);
const get = async (hospital: Hospital, id: number): Promise<Json> =>
  (await as(hospital, 'GET', `/broadcast/${id}`)).body.data;
const results = async (hospital: Hospital, id: number): Promise<Json> =>
  (await as(hospital, 'GET', `/broadcast/${id}/results`)).body.data;
const listRuns = (hospital: Hospital) =>
  within(server, hospital, (tx) => tx.selectFrom('broadcast_runs').selectAll().orderBy('id').execute());

const addsUp = ({ eligible, sent, suppressed, failed, waiting, reasons }: Json) => {
  expect(sent + suppressed + failed + waiting).toBe(eligible);
  expect(reasons.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(suppressed);
};

describe('a broadcast', () => {
  it('is made with the payload of the form, and its schedule comes back as 1 or 0', async () => {
    const hospital = await makeHospital();
    const made = await make(hospital);
    expect(made).toMatchObject({
      sendable_type: 'MailingList',
      sendable_id: hospital.listId,
      schedule: 1,
      channel: 'email',
      send_at: '14:00',
      starts_at: day(NOON),
      data: { day_of_week: DAYS },
      state: 'scheduled',
      next_run_at: after(2 * HOUR).toISOString(),
      mailing_list: { id: hospital.listId, contacts_count: 2 },
    });
    expect(
      (await make(hospital, { schedule: 0, send_at: null, starts_at: '', ends_at: undefined, data: undefined }))
        .schedule,
    ).toBe(0);
    expect(await get(hospital, made.id)).toEqual({ ...made, next_runs: expect.any(Array) });
  });

  it('is listed, and found with schedule=1 if it has a schedule and with schedule=0 if it has none', async () => {
    const hospital = await makeHospital();
    const scheduled = await make(hospital);
    const byHand = await make(hospital, { schedule: false });
    const ids = async (query: string) =>
      (await as(hospital, 'GET', `/broadcasts?${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids('page=1')).toEqual([byHand.id, scheduled.id]);
    expect(await ids('page=1&schedule=1')).toEqual([scheduled.id]);
    expect(await ids('page=1&schedule=0')).toEqual([byHand.id]);
  });

  it.each([
    ['ends_at', { ends_at: '2020-01-01' }],
    ['starts_at', { starts_at: '2027-02-30', ends_at: '2027-03-30' }],
    ['send_at', { send_at: '25:00' }],
    ['send_at', { send_at: '' }],
    ['data.day_of_week', { data: { day_of_week: [true, true] } }],
    ['data.day_of_week', { data: { day_of_week: DAYS.map(() => false) } }],
    ['data.day_of_week', { data: { day_of_week: 'sunday' } }],
    ['sendable_id', { sendable_id: 999_999_999 }],
    ['sendable_type', { sendable_type: 'Contact' }],
    ['channel', { channel: 'pigeon' }],
    ['text', { text: 'Hello {{diagnosis}}' }],
  ])('is refused by its field %s for %o', async (field, changes) => {
    const hospital = await makeHospital([]);
    const { status, body: answer } = await as(hospital, 'POST', '/broadcasts', body(hospital, changes));
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
  });

  it('accepts no list of another application', async () => {
    const [hospital, other] = [await makeHospital([]), await makeHospital()];
    const changes = { sendable_id: other.listId };
    expect((await as(hospital, 'POST', '/broadcasts', body(hospital, changes))).body.errors).toHaveProperty(
      'sendable_id',
    );
  });

  it('is changed by POST; whoever saves second gets a conflict', async () => {
    const hospital = await makeHospital();
    const { id, version } = await make(hospital);
    const change = (changes: object) => as(hospital, 'POST', `/broadcasts/${id}`, body(hospital, changes));
    const { status, body: answer } = await change({ send_at: '16:30', channel: 'sms', version });
    expect([status, answer.data.send_at, answer.data.channel]).toEqual([200, '16:30', 'sms']);
    expect(answer.data.next_run_at).toBe(after(4.5 * HOUR).toISOString());
    expect((await change({ send_at: '17:00', version })).status).toBe(409);
    expect((await change({ send_at: '17:00' })).status).toBe(200);
    expect((await change({ ends_at: '2001-01-01' })).body.errors).toHaveProperty('ends_at');
  });
});

describe('executing', () => {
  it('first shows how many people it reaches', async () => {
    const hospital = await makeHospital([UNA, ORLA, { phone: '+447700900111' }]);
    const { id } = await make(hospital, { schedule: false });
    await within(server, hospital, (tx) =>
      tx
        .insertInto('opt_outs')
        .values({ application_id: hospital.id, channel: 'email', address: 'una@example.org', source: 'unsubscribe' })
        .execute(),
    );
    const { body: answer } = await as(hospital, 'GET', `/broadcast/${id}/audience`);
    expect(answer.data).toEqual({ total: 3, without_address: 1, opted_out: 1, reachable: 1, quiet_until: null });
  });

  it('counts each person whom it can reach over none of its channels once', async () => {
    const phone = '+447700900111';
    const hospital = await makeHospital([
      { email: 'Both@example.org', phone },
      { email: 'mail@example.org' },
      { phone: '+447700900222' },
      { email: null },
    ]);
    const countFor = async (channel: string) => {
      const { id } = await make(hospital, { schedule: false, channel });
      return (await as(hospital, 'GET', `/broadcast/${id}/audience`)).body.data;
    };
    const optOut = (channel: string, address: string) =>
      within(server, hospital, (tx) =>
        tx
          .insertInto('opt_outs')
          .values({ application_id: hospital.id, channel, address, source: 'unsubscribe' })
          .execute(),
      );
    await optOut('email', 'both@example.org');
    expect(await countFor('email')).toMatchObject({ total: 4, without_address: 2, opted_out: 1, reachable: 1 });
    expect(await countFor('sms')).toMatchObject({ total: 4, without_address: 2, opted_out: 0, reachable: 2 });
    expect(await countFor('email_or_sms')).toMatchObject({ total: 4, without_address: 1, opted_out: 0, reachable: 3 });
    await optOut('sms', phone);
    expect(await countFor('sms_or_email')).toMatchObject({ total: 4, without_address: 1, opted_out: 1, reachable: 2 });
  });

  it('sends everybody one survey in their language, and the results add up', async () => {
    const hospital = await makeHospital([
      UNA,
      ORLA,
      { email: null },
      { email: 'nonsense' },
      { email: 'UNA@example.org' },
    ]);
    const { id } = await make(hospital, { schedule: false });
    const before = server.gateways.emails.length;
    expect((await act(hospital, id, 'execute')).body.data.state).toBe('running');
    await server.runJobs();
    expect((await fates(server, hospital)).sort()).toEqual(
      ['sent', 'sent', 'suppressed: asked_lately', 'suppressed: invalid_address', 'suppressed: no_address'].sort(),
    );
    const [una, orla] = server.gateways.emails.slice(before).toSorted((a, b) => b.to.localeCompare(a.to));
    expect(una?.text).toContain('Hello Una');
    expect(orla?.text).toContain('Bonjour Orla');
    expect(await get(hospital, id)).toMatchObject({ state: 'finished' });
    const { funnel } = await results(hospital, id);
    expect(funnel).toMatchObject({ eligible: 5, sent: 2, suppressed: 3, failed: 0, waiting: 0, answered: 0 });
    addsUp(funnel);

    const url = `/api/v1/feedback/${linkIn(una?.text ?? '')}`;
    const { body: survey } = await server.call({ method: 'GET', url });
    const responses = survey.data.survey.categories
      .flatMap((category: { questions: Json[] }) => category.questions)
      .filter((question: Json) => question.required)
      .map((question: Json) => ({ question_id: question.id, option_id: question.options[0].id }));
    expect((await server.call({ method: 'POST', url, payload: { feedback: { responses } } })).status).toBe(201);
    expect((await results(hospital, id)).funnel).toMatchObject({ sent: 2, answered: 1 });
  });

  it('runs once when it is started twice at the same time', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { schedule: false });
    const statuses = await Promise.all([act(hospital, id, 'execute'), act(hospital, id, 'execute')]);
    expect(statuses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    await server.runJobs();
    expect(await listRuns(hospital)).toHaveLength(1);
  });

  it('sends each person one message when two workers run it at the same time', async () => {
    const people = Array.from({ length: 300 }, (_, n) => ({ email: `person${n}@example.org` }));
    const hospital = await makeHospital(people);
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    const [run] = await listRuns(hospital);
    const before = server.gateways.emails.length;
    await Promise.all([1, 2, 3].map(() => runBroadcast(server.ctx, hospital.id, run?.id as number)));
    expect(
      server.gateways.emails
        .slice(before)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(people.map(({ email }) => email).sort());
  });

  it('leaves deliveries that a dead process was sending for a person to decide, and sends the rest', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    await act(hospital, id, 'pause');
    await act(hospital, id, 'resume');
    const [run] = await listRuns(hospital);
    await within(server, hospital, async (tx) => {
      const { queueContacts, findRun } = await import('./runs.queries.ts');
      const found = await findRun(tx, hospital.id, run?.id as number);
      // The process is killed after the first person was queued and was being sent to.
      if (found) await queueContacts(tx, hospital.id, found, NOON, 1);
      await tx.updateTable('deliveries').set({ state: 'sending' }).where('state', '=', 'scheduled').execute();
    });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['failed', 'sent']);
    addsUp((await results(hospital, id)).funnel);
  });

  it('puts aside whom the database refuses for a person to decide, and sends the rest', async () => {
    const hospital = await makeHospital([UNA, ORLA, { email: 'third@example.org' }]);
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    const allowed = `recipient <> '${ORLA.email}' or state <> 'sending'`;
    await whileRefused(server, { table: 'deliveries', allowed }, () => server.runJobs());
    expect(await fates(server, hospital)).toEqual(['sent', 'failed', 'sent']);
    expect(await get(hospital, id)).toMatchObject({ state: 'finished' });
    addsUp((await results(hospital, id)).funnel);
  });

  it('retries what the gateway did not accept', async () => {
    const hospital = await makeHospital([UNA]);
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    server.gateways.answerNext({ ok: false, outcome: 'retry', error: 'Busy.' });
    await server.runJobs();
    expect(await get(hospital, id)).toMatchObject({ state: 'running' });
    server.setTime(after(5 * MINUTE));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
    expect(await get(hospital, id)).toMatchObject({ state: 'finished' });
    const rows = await within(server, hospital, (tx) => tx.selectFrom('invitations').select('id').execute());
    expect(rows).toHaveLength(1);
  });

  it('falls back to the other channel', async () => {
    const hospital = await makeHospital([{ phone: '+447700900222' }]);
    const { id } = await make(hospital, {
      schedule: false,
      channel: 'email_or_sms',
      text: 'Dear {{given_name}}, tell us',
    });
    await act(hospital, id, 'execute');
    await server.runJobs();
    expect(server.gateways.texts.at(-1)).toMatchObject({ to: '+447700900222' });
    expect(server.gateways.texts.at(-1)?.text).toMatch(/^Dear Una, tell us http\S+\/feedback\/\S+$/);
  });

  it('refreshes a rule-based list first, and sends to those who are in the hospital now', async () => {
    const hospital = await makeHospital([]);
    await within(server, hospital, (tx) =>
      tx.updateTable('mailing_lists').set({ type_of: 'census' }).where('id', '=', hospital.listId).execute(),
    );
    await feed(server, hospital, { event: 'A01', at: stamp(), patient: 'INSIDE' });
    const { id } = await make(hospital, { schedule: false, channel: 'sms' });
    await act(hospital, id, 'execute');
    await server.runJobs();
    expect(await listDeliveries(server, hospital)).toMatchObject([{ state: 'sent', recipient: '+447700900123' }]);
  });

  it('is answered at once, however long the refresh of the list takes', async () => {
    const hospital = await makeHospital([]);
    await within(server, hospital, (tx) =>
      tx.updateTable('mailing_lists').set({ type_of: 'census' }).where('id', '=', hospital.listId).execute(),
    );
    await feed(server, hospital, { event: 'A01', at: stamp(), patient: 'INSIDE' });
    const { id } = await make(hospital, { schedule: false, channel: 'sms' });
    await within(server, hospital, async (tx) => {
      // An import holds this lock while it makes contacts.
      await lockFor(tx, `contacts:${hospital.id}`);
      expect((await act(hospital, id, 'execute')).body.data.state).toBe('running');
    });
    expect((await listRuns(hospital))[0]).toMatchObject({ total: 0, list_filled_at: null });
    await server.runJobs();
    expect((await listRuns(hospital))[0]).toMatchObject({ total: 1, list_filled_at: NOON });
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('needs a list', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { schedule: false });
    await within(server, hospital, (tx) => tx.deleteFrom('mailing_lists').where('id', '=', hospital.listId).execute());
    expect((await act(hospital, id, 'execute')).status).toBe(409);
  });
});

describe('pausing and cancelling', () => {
  it('sends nothing until it is resumed, then continues', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    expect((await act(hospital, id, 'pause')).body.data.state).toBe('paused');
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual([]);
    expect((await act(hospital, id, 'execute')).status).toBe(409);
    expect((await act(hospital, id, 'resume')).body.data.state).toBe('running');
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'sent']);
  });

  it('suppresses unsent deliveries with a reason when it is cancelled', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    server.gateways.answerNext(
      { ok: false, outcome: 'retry', error: 'Busy.' },
      { ok: false, outcome: 'retry', error: 'Busy.' },
    );
    await server.runJobs();
    expect((await act(hospital, id, 'cancel')).body.data.state).toBe('cancelled');
    await server.runJobs();
    server.setTime(after(DAY));
    await server.runJobs();
    await signInAgain(hospital);
    expect(await fates(server, hospital)).toEqual([
      'suppressed: broadcast_cancelled',
      'suppressed: broadcast_cancelled',
    ]);
    addsUp((await results(hospital, id)).funnel);
    expect((await act(hospital, id, 'execute')).status).toBe(409);
    expect((await act(hospital, id, 'resume')).status).toBe(409);
  });

  it('suppresses unsent deliveries when it is deleted, and keeps the sent ones', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { schedule: false });
    await act(hospital, id, 'execute');
    await server.runJobs();
    expect(await as(hospital, 'DELETE', `/broadcasts/${id}`)).toMatchObject({ status: 200, body: { data: { id } } });
    expect((await as(hospital, 'GET', `/broadcast/${id}`)).status).toBe(404);
    expect((await as(hospital, 'DELETE', `/broadcasts/${id}`)).status).toBe(404);
    expect(await listDeliveries(server, hospital)).toHaveLength(2);
  });
});

describe('a schedule', () => {
  const at = async (moment: Date, times = 1) => {
    server.setTime(moment);
    await Promise.all(Array.from({ length: times }, () => startDueBroadcasts(server.ctx)));
    await server.runJobs();
  };

  it('that cannot start keeps no other hospital from its own', async () => {
    const broken = await makeHospital();
    const hospital = await makeHospital();
    await make(broken, { ends_at: day(after(DAY)) });
    await make(hospital, { ends_at: day(after(DAY)) });
    const setZone = (time_zone: string) =>
      within(server, broken, (tx) =>
        tx.updateTable('applications').set({ time_zone }).where('id', '=', broken.id).execute(),
      );
    await setZone('Mars/Olympus');
    server.setTime(after(2 * HOUR));
    await expect(startDueBroadcasts(server.ctx)).rejects.toThrow(/time zone|date/i);
    expect([await listRuns(broken), await listRuns(hospital)]).toMatchObject([[], [{ run_on: day(NOON) }]]);
    await setZone('UTC');
    await at(after(2 * HOUR + MINUTE));
    expect(await listRuns(broken)).toHaveLength(1);
  });

  it('that was due before a restore may have left: whoever releases sending sees how many', async () => {
    const hospital = await makeHospital();
    await make(hospital, { ends_at: day(after(DAY)) });
    await server.ctx.db.transaction(systemScope('start'), (tx) => holdRestored(tx, after(HOUR), after(3 * HOUR)));
    await at(after(3 * HOUR + MINUTE));
    const held = async () => {
      const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
      return (await server.as(admin)('GET', '/deliveries/hold')).body.data;
    };
    expect(await held()).toMatchObject({ waiting: 2, may_have_left: 2 });
    await server.ctx.db.transaction(systemScope('start'), (tx) =>
      releaseHolds(tx, { application_id: null, user_id: null }, after(DAY)),
    );
  });

  it('runs once a day at its time, however many workers look', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { ends_at: day(after(DAY)) });
    await at(after(2 * HOUR - MINUTE), 3);
    expect(await listRuns(hospital)).toHaveLength(0);
    await at(after(2 * HOUR), 3);
    await at(after(2 * HOUR + MINUTE), 3);
    expect((await listRuns(hospital)).map(({ run_on }) => run_on)).toEqual([day(NOON)]);
    expect(await get(hospital, id)).toMatchObject({
      state: 'scheduled',
      next_run_at: after(DAY + 2 * HOUR).toISOString(),
    });
    await at(after(DAY + 2 * HOUR), 3);
    await signInAgain(hospital);
    expect(await get(hospital, id)).toMatchObject({ state: 'finished', next_run_at: null });
    // Nobody is asked on the second day, because everybody was asked within the month.
    const { funnel, runs } = await results(hospital, id);
    expect(runs).toHaveLength(2);
    expect(funnel).toMatchObject({
      eligible: 4,
      sent: 2,
      suppressed: 2,
      reasons: [{ reason: 'asked_lately', count: 2 }],
    });
  });

  it('without a last day goes on until it is ended, and asks nobody again too soon', async () => {
    const hospital = await makeHospital();
    const { id, ends_at } = await make(hospital, { ends_at: '' });
    expect(ends_at).toBeNull();
    const dayAt = (days: number) => after(days * DAY + 2 * HOUR);
    const nextRuns = async () => (await get(hospital, id)).next_runs;
    expect(await nextRuns()).toEqual([0, 1, 2].map((days) => dayAt(days).toISOString()));
    await at(dayAt(0), 3);
    await at(dayAt(1), 3);
    await signInAgain(hospital);
    expect((await results(hospital, id)).funnel).toMatchObject({
      sent: 2,
      suppressed: 2,
      reasons: [{ reason: 'asked_lately', count: 2 }],
    });
    // Nothing ran for two months; the days that were missed are not made up for.
    await at(dayAt(60), 3);
    await signInAgain(hospital);
    expect(await listRuns(hospital)).toHaveLength(2);
    await at(dayAt(61), 3);
    await signInAgain(hospital);
    expect(await listRuns(hospital)).toHaveLength(3);
    expect((await results(hospital, id)).funnel).toMatchObject({ sent: 4, suppressed: 2 });
    expect(await get(hospital, id)).toMatchObject({ state: 'scheduled', next_run_at: dayAt(62).toISOString() });

    const ended = await act(hospital, id, 'cancel');
    expect(ended.body.data).toMatchObject({ state: 'cancelled', next_run_at: null });
    expect(await nextRuns()).toEqual([]);
    await at(dayAt(62), 3);
    expect(await listRuns(hospital)).toHaveLength(3);
  });

  it('gets a last day later, and is finished after it', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital, { ends_at: null });
    const changed = await as(hospital, 'POST', `/broadcasts/${id}`, body(hospital, { ends_at: day(NOON) }));
    expect(changed.status).toBe(200);
    expect((await get(hospital, id)).next_runs).toEqual([after(2 * HOUR).toISOString()]);
    await at(after(2 * HOUR));
    expect(await get(hospital, id)).toMatchObject({ state: 'finished', next_runs: [] });
  });

  it('runs late on its day, and skips a day that is over', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital);
    await at(after(2 * DAY + 9 * HOUR));
    await signInAgain(hospital);
    expect(await listRuns(hospital)).toHaveLength(0);
    expect(await get(hospital, id)).toMatchObject({
      state: 'scheduled',
      next_run_at: after(3 * DAY + 2 * HOUR).toISOString(),
    });
    await at(after(3 * DAY + 5 * HOUR));
    await signInAgain(hospital);
    expect(await listRuns(hospital)).toHaveLength(1);
    expect(await get(hospital, id)).toMatchObject({ state: 'finished' });
  });

  it('waits while it is paused', async () => {
    const hospital = await makeHospital();
    const { id } = await make(hospital);
    await act(hospital, id, 'pause');
    await at(after(2 * HOUR));
    expect(await listRuns(hospital)).toHaveLength(0);
    expect((await act(hospital, id, 'resume')).body.data.state).toBe('scheduled');
    await at(after(3 * HOUR));
    expect(await listRuns(hospital)).toHaveLength(1);
  });
});

describe('trying the words', () => {
  it('sends them to the person who writes them, and to nobody else', async () => {
    const hospital = await makeHospital();
    const { status, body: answer } = await as(hospital, 'POST', '/broadcasts/test', {
      channel: 'sms',
      text: 'From {{hospital}}:',
    });
    expect([status, answer.data.recipient]).toEqual([200, hospital.manager.email]);
    await server.runJobs();
    expect(server.gateways.emails.at(-1)).toMatchObject({
      to: hospital.manager.email,
      text: `From ${hospital.title}: http://wardvoice.test/feedback`,
    });
    expect((await as(hospital, 'POST', '/broadcasts/test', { channel: 'sms', text: '{{ward}}' })).status).toBe(422);
  });
});

it('shows during quiet hours, before and after it is started, that a broadcast waits and until when', async () => {
  const hospital = await makeHospital();
  const { id } = await make(hospital, { schedule: false });
  const audience = async () => (await as(hospital, 'GET', `/broadcast/${id}/audience`)).body.data.quiet_until;
  expect(await audience()).toBeNull();
  await within(server, hospital, (tx) =>
    tx.updateTable('applications').set({ quiet_from: '11:00', quiet_to: '14:00' }).execute(),
  );
  expect(await audience()).toBe(after(2 * HOUR).toISOString());
  expect((await results(hospital, id)).quiet_until).toBeNull();
  await act(hospital, id, 'execute');
  await server.runJobs();
  expect(await results(hospital, id)).toMatchObject({
    funnel: { waiting: 2, sent: 0 },
    quiet_until: after(2 * HOUR).toISOString(),
  });
});

describe('somebody of one ward', () => {
  /** Makes a list with one patient of ward Ash and one of ward Birch, and a user who sees Ash only. */
  async function makeMixed() {
    const hospital = await makeHospital([]);
    await feed(
      server,
      hospital,
      { event: 'A01', patient: 'A1', ward: 'ASH', phone: '' },
      { event: 'A01', patient: 'B1', ward: 'BIRCH', phone: '' },
    );
    const everywhere = hospital.manager;
    const permissions = ['list', 'create', 'update', 'execute'].map((action) => `broadcasts.${action}`);
    const nurse = await server.makeUser({ applications: [hospital], permissions, locations: ['ASH'] });
    const listOf = async (...numbers: string[]) => {
      const listId = await makeList(hospital, []);
      await within(server, hospital, async (tx) => {
        for (const external_id of numbers) {
          const own = { application_id: hospital.id };
          const { id } = await tx
            .insertInto('contacts')
            .values({ ...own, name: 'Testa Listwell', external_id, email: `${external_id}.${listId}@example.org` })
            .returning('id')
            .executeTakeFirstOrThrow();
          await tx
            .insertInto('mailing_list_contacts')
            .values({ ...own, mailing_list_id: listId, contact_id: id })
            .execute();
        }
      });
      return listId;
    };
    const filling = (rules: object, type_of = 'dynamic') =>
      within(server, hospital, async (tx) => {
        const { id } = await tx
          .insertInto('mailing_lists')
          .values({
            application_id: hospital.id,
            name: `filling ${(lists += 1)}`,
            type_of,
            rules: JSON.stringify(rules),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      });
    return { hospital, everywhere, nurse, listOf, filling };
  }

  it('sends to a list whose people they all see, and to no list that holds, or may hold, others', async () => {
    const { hospital, everywhere, nurse, listOf, filling } = await makeMixed();
    const rules = { event: [], patient_class: [], sex: [], age_from: null, age_to: null, last_days: 30 };
    const asked: [listId: number, status: number][] = [
      [await listOf('A1'), 200],
      [await listOf('A1', 'B1'), 409],
      [await filling({ ...rules, location: ['ASH'] }), 200],
      [await filling({ ...rules, location: ['ASH', 'BIRCH'] }), 409],
      [await filling({ ...rules, location: [] }), 409],
      [await filling(rules, 'census'), 409],
    ];
    for (const [listId, status] of asked) {
      hospital.manager = nurse;
      const { id } = await make(hospital, { sendable_id: listId, schedule: false });
      expect([listId, (await act(hospital, id, 'execute')).status]).toEqual([listId, status]);
      expect(await get(hospital, id)).toMatchObject({ state: status === 200 ? 'running' : 'scheduled' });
      const plan = body(hospital, { sendable_id: listId });
      expect((await as(hospital, 'POST', '/broadcasts', plan)).status).toBe(status === 200 ? 201 : 409);
      if (status === 200) continue;
      hospital.manager = everywhere;
      expect((await act(hospital, id, 'execute')).status).toBe(200);
      expect((await act(hospital, id, 'pause')).status).toBe(200);
      hospital.manager = nurse;
      expect((await act(hospital, id, 'resume')).status).toBe(409);
    }
  });
});
