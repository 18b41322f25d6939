import pg from 'pg';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askLots, type Lot } from '../../testing/answers/ask-lots.ts';
import { DAY, HOUR, NOON } from '../../testing/asked.ts';
import { makeSurvey, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { sendReport, startDueReports } from './index.ts';
import { dueAfter, periodBefore } from './schedules/report-period.ts';

let server: TestServer;
let hospital: TestApplication;
let survey: number;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ locksIdle: false });
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication();
  survey = (await makeSurvey(server, hospital)).id;
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const ask = (...lots: Lot[]) => askLots(server, hospital, survey, ...lots);
const makeReader = (more: Partial<Parameters<TestServer['makeUser']>[0]> = {}) =>
  server.makeUser({ applications: [hospital], permissions: ['surveys.view'], ...more });
const wordsOf = async (pdf: Uint8Array) =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replaceAll(/\s+/g, ' ');
const TODAY = NOON.toISOString().slice(0, 10);

async function readPdf(query = '', user = admin): Promise<string> {
  const answer = await server.http.inject({ url: `/api/v1/reports/pack${query}`, headers: user.headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return wordsOf(answer.rawPayload);
}

describe('a report as a PDF', () => {
  it('has the figures of the screens, and nothing that a patient wrote', async () => {
    await ask({ many: 12, score: 90, daysAgo: 3 }, { many: 4, score: 0, daysAgo: 5 }, { many: 8, daysAgo: 5 });
    await ask({ many: 6, score: 70, daysAgo: 4, ward: 'BIRCH' }, { many: 7, score: 70, daysAgo: 4, ward: 'CEDAR' });
    const words = await readPdf();
    const { rows } = (await server.as(admin)('GET', '/reports/comparison')).body.data;
    const score = rows.find(({ measure }: Json) => measure === 'score').now;
    expect(words).toContain(`Score ${score} Answers: 29`);
    expect(words).toContain('Response rate 78% Asked: 37');
    expect(words).toMatch(/ASH 16 75%.*BIRCH 6 100%.*CEDAR 7 100%/);
    expect(words).toMatch(/How was it\? .*86% \(69% to 95%\) 29/);
    expect(words).toContain('Cases closed in these days');
    expect(words).not.toContain('chose 90');
    // Nobody has tagged an answer.
    expect(words).not.toContain('What answers are about');
  });

  it('says what answers are about, where people have tagged them', async () => {
    await ask({ many: 12, score: 90, daysAgo: 3 }, { many: 8, score: 0, daysAgo: 5 });
    await within(server, hospital, async (tx) => {
      await tx
        .updateTable('feedback')
        .set({ tags: ['food'] })
        .where('score', '=', 0)
        .execute();
      await tx
        .updateTable('feedback')
        .set({ tags: ['staff'] })
        .where('score', '>', 0)
        .execute();
    });
    const words = await readPdf();
    expect(words).toContain('Answers: 20, with a comment: fewer than 5, with a tag: 20.');
    expect(words).toMatch(/staff 12 60% .*100% \(76% to 100%\) food 8 40% .*0% \(0% to 32%\)/);
  });

  it('has what its reader may see: some wards, no cases', async () => {
    await ask(
      { many: 9, score: 90, ward: 'ASH' },
      { many: 8, score: 20, ward: 'BIRCH' },
      { many: 6, score: 20, ward: 'CEDAR' },
    );
    const words = await readPdf('', await makeReader({ locations: ['ASH'] }));
    expect(words).toContain('Answers: 9');
    expect(words).not.toMatch(/BIRCH|CEDAR|Cases closed/);
    expect(await readPdf('?location=BIRCH', await makeReader({ locations: ['ASH'] }))).toContain(
      'Nothing is said of fewer than five people',
    );
  });

  it('is in the language of its reader, also from right to left', async () => {
    await ask({ many: 9, score: 90 });
    await server.as(admin)('PUT', '/account/language', { language: 'pl' });
    expect(await readPdf()).toMatch(/Co mówią pacjenci.*Odsetek zadowolonych.*Odpowiedzi: 9/);
    await server.as(admin)('PUT', '/account/language', { language: 'ur' });
    const words = await readPdf();
    expect(words).not.toContain('Score');
    expect(words).toMatch(/[\u0600-\u06ff]{3}/);
  });

  it('says so where there are too few answers, or no survey', async () => {
    await ask({ many: 3, score: 90 });
    expect(await readPdf()).toContain('Nothing is said of fewer than five people');
    hospital = await server.makeApplication();
    expect(await readPdf('', await makeReader())).toContain('As soon as people answer a survey');
  });

  it('says in its head of which answers it is', async () => {
    await ask({ many: 9, score: 90, language: 'fr' }, { many: 8, score: 20 });
    const words = await readPdf('?language=fr&location=ASH');
    expect(words).toMatch(/Ward: ASH · Language: French/);
    expect(words).toContain('Answers: 9');
    // A case has no language.
    expect(words).not.toContain('Cases closed');
  });

  it('is refused to whoever may not see results, and for a survey of another hospital', async () => {
    const outsider = await makeReader({ permissions: ['messages.list'] });
    const call = (user: TestUser, query = '') =>
      server.call({ url: `/api/v1/reports/pack${query}`, headers: user.headers }).then(({ status }) => status);
    expect(await call(outsider)).toBe(403);
    const elsewhere = (await makeSurvey(server, await server.makeApplication())).id;
    expect(await call(admin, `?survey_id=${elsewhere}`)).toBe(404);
  });
});

const MONTHLY = { title: 'Board pack', rhythm: 'month' } as const;

async function makeSchedule(people: readonly TestUser[], more: object = {}): Promise<Json> {
  const { status, body } = await server.as(admin)('POST', '/report_schedules', {
    report_schedule: { ...MONTHLY, user_ids: people.map(({ id }) => id), ...more },
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
const read = async (id: number): Promise<Json> => (await server.as(admin)('GET', `/report_schedules/${id}`)).body.data;
const sendings = async (id: number): Promise<Json[]> =>
  (await server.as(admin)('GET', `/report_schedules/${id}/sendings`)).body.data;
const emailsTo = (user: TestUser) => server.gateways.emails.filter(({ to }) => to === user.email);

/** Moves the clock. Sessions have expired by then, so another administrator goes on. */
async function moveTo(at: Date): Promise<void> {
  server.setTime(at);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
}

/** Runs what is due at a time, as the worker would. */
async function runAt(at: Date): Promise<void> {
  await moveTo(at);
  await startDueReports(server.ctx);
  await sendWaiting();
}

async function sendWaiting(): Promise<void> {
  const waiting = await within(server, hospital, (tx) =>
    tx.selectFrom('report_sendings').select('id').where('state', '=', 'waiting').orderBy('id').execute(),
  );
  for (const { id } of waiting) await sendReport(server.ctx, hospital.id, id);
}

/** The morning on which a day's reports have left, in the zone of the hospital. */
const morningOf = (day: string, hours = 12) => new Date(Date.parse(`${day}T00:00:00Z`) + hours * HOUR);

describe('a report that is sent regularly', () => {
  it('reaches each person once, with the figures that they may see themselves', async () => {
    const next = dueAfter('month', TODAY);
    const { from, to } = periodBefore('month', next);
    const daysAgo = Math.round((NOON.getTime() - Date.parse(`${to}T12:00:00Z`)) / DAY) + 1;
    await ask({ many: 9, score: 90, ward: 'ASH', daysAgo }, { many: 8, score: 20, ward: 'BIRCH', daysAgo });
    const [all, nurse] = [await makeReader(), await makeReader({ locations: ['ASH'] })];
    const { id, next_on } = await makeSchedule([all, nurse]);
    expect(next_on).toBe(next);
    await runAt(morningOf(next, 2));
    expect(emailsTo(all)).toEqual([]);
    await moveTo(morningOf(next));
    await Promise.all([startDueReports(server.ctx), startDueReports(server.ctx)]);
    await sendWaiting();
    await runAt(morningOf(next, 13));
    const [toAll, toNurse] = [emailsTo(all), emailsTo(nurse)];
    expect([toAll.length, toNurse.length]).toEqual([1, 1]);
    const [pdf, part] = [toAll, toNurse].map(([email]) => email?.attachments?.[0]);
    expect(pdf).toMatchObject({ name: `report-${from}-${to}.pdf`, type: 'application/pdf' });
    expect(toAll[0]?.subject).toMatch(/^Board pack: 1 /);
    expect(toAll[0]?.text).toContain(
      `/reports/comparison?application=${hospital.id}&survey_id=${survey}&from=${from}&to=${to}`,
    );
    expect(await wordsOf(pdf?.content ?? Buffer.of())).toMatch(/Board pack.*Answers: 17/);
    expect(await wordsOf(part?.content ?? Buffer.of())).toMatch(/Board pack.*Answers: 9/);
    const month = { from, to, sent_count: 2, waiting_count: 0, missing_count: 0 };
    expect(await read(id)).toMatchObject({ last: month, next_on: dueAfter('month', next) });
    expect(await sendings(id)).toMatchObject([
      { name: nurse.name, state: 'sent', asked_by: null },
      { name: all.name, state: 'sent' },
    ]);
  });

  it('says why it was not sent to somebody', async () => {
    await ask({ many: 9, score: 90, ward: 'ASH' });
    const [gone, barred, elsewhere] = [
      await makeReader(),
      await makeReader(),
      await makeReader({ locations: ['BIRCH'] }),
    ];
    const { id } = await makeSchedule([gone, barred, elsewhere], { location: 'ASH' });
    await within(server, hospital, async (tx) => {
      await tx.updateTable('users').set({ deactivated_at: NOON }).where('id', '=', gone.id).execute();
      await tx.deleteFrom('user_permissions').where('user_id', '=', barred.id).execute();
    });
    expect((await read(id)).people).toMatchObject([{ may_read: false }, { may_read: false }, { may_read: true }]);
    await runAt(morningOf(dueAfter('month', TODAY)));
    expect(await sendings(id)).toMatchObject([
      { name: elsewhere.name, state: 'left_out', reason: 'other_wards' },
      { name: barred.name, state: 'left_out', reason: 'no_access' },
      { name: gone.name, state: 'left_out', reason: 'no_access' },
    ]);
    expect((await read(id)).last).toMatchObject({ sent_count: 0, missing_count: 3 });
  });

  it('is tried again when the mail server is busy, and fails when it refuses', async () => {
    const reader = await makeReader();
    const { id } = await makeSchedule([reader]);
    const now = () => server.as(admin)('POST', `/report_schedules/${id}/sendings`, { sending: {} });
    expect(await now()).toMatchObject({ status: 202, body: { data: { count: 1 } } });
    server.gateways.answerNext({ ok: false, outcome: 'retry', error: '450 busy' });
    await expect(sendWaiting()).rejects.toThrow('it is tried again');
    expect(await sendings(id)).toMatchObject([{ state: 'waiting', last_error: '450 busy', asked_by: admin.name }]);
    await sendWaiting();
    expect(await sendings(id)).toMatchObject([{ state: 'sent', last_error: null }]);
    await now();
    server.gateways.answerNext({ ok: false, outcome: 'refused', error: '550 no such user' });
    await sendWaiting();
    expect(await sendings(id)).toMatchObject([{ state: 'failed', last_error: '550 no such user' }, { state: 'sent' }]);
    // What somebody asked for is not the report of the month.
    expect((await read(id)).last).toBeNull();
  });

  it('is given up, where it can be seen, when it cannot be written', async () => {
    const { id } = await makeSchedule([await makeReader()]);
    const superuser = new pg.Pool({ connectionString: server.superuserConnectionString, max: 1 });
    /** Asks for the report, which has been tried so often, and sends it while there is no table of surveys. */
    async function sendWithoutSurveys(attempts: number): Promise<void> {
      await server.as(admin)('POST', `/report_schedules/${id}/sendings`, { sending: {} });
      await superuser.query(`update report_sendings set attempts = $1 where state = 'waiting'`, [attempts]);
      await superuser.query('alter table surveys rename to surveys_away');
      try {
        await sendWaiting();
      } finally {
        await superuser.query('alter table surveys_away rename to surveys');
      }
    }
    try {
      await expect(sendWithoutSurveys(0)).rejects.toThrow('surveys');
      await sendWithoutSurveys(7);
      expect(await sendings(id)).toMatchObject([
        { state: 'failed', last_error: expect.stringContaining('could not be written') },
        { state: 'failed' },
      ]);
    } finally {
      await superuser.end();
    }
  });

  it('reaches a superuser who looks at it, and belongs to no hospital', async () => {
    const superuser = await server.makeUser({ superUser: true });
    const { id } = await makeSchedule([await makeReader()]);
    await server.as(superuser)('PUT', '/session/application', { application_id: hospital.id });
    await server.as(superuser)('POST', `/report_schedules/${id}/sendings`, { sending: { only_me: true } });
    await sendWaiting();
    expect(emailsTo(superuser)).toHaveLength(1);
  });

  it('can be looked at by whoever made it, before anybody gets it', async () => {
    const reader = await makeReader();
    const { id } = await makeSchedule([reader]);
    await server.as(admin)('POST', `/report_schedules/${id}/sendings`, { sending: { only_me: true } });
    await sendWaiting();
    expect([emailsTo(admin).length, emailsTo(reader).length]).toEqual([1, 0]);
  });

  it('leaves also while somebody has stopped what goes to patients', async () => {
    const reader = await makeReader();
    const { id } = await makeSchedule([reader]);
    await server.as(admin)('POST', '/deliveries/hold', { sending_hold: {} });
    await server.as(admin)('POST', `/report_schedules/${id}/sendings`, { sending: {} });
    await sendWaiting();
    expect(emailsTo(reader)).toHaveLength(1);
    await server.as(admin)('DELETE', '/deliveries/hold');
  });

  it('waits while the hospital sends nothing, and makes up for missed days with the newest alone', async () => {
    const reader = await makeReader();
    const { id } = await makeSchedule([reader], { rhythm: 'week' });
    await within(server, hospital, (tx) =>
      tx
        .insertInto('sending_holds')
        .values({ application_id: hospital.id, reason: 'restored', held_at: NOON })
        .execute(),
    );
    const later = morningOf(dueAfter('week', dueAfter('week', TODAY)), 12 + 48);
    await runAt(later);
    await server.as(admin)('POST', `/report_schedules/${id}/sendings`, { sending: {} });
    await sendWaiting();
    expect([await sendings(id), emailsTo(reader)]).toMatchObject([[{ state: 'waiting' }], []]);
    await within(server, hospital, (tx) => tx.updateTable('sending_holds').set({ released_at: later }).execute());
    await runAt(later);
    const week = periodBefore('week', later.toISOString().slice(0, 10));
    expect(await sendings(id)).toMatchObject([
      { ...week, state: 'sent', asked_by: null },
      { ...week, state: 'sent' },
    ]);
  });

  it('is not sent while it is switched off, nor for the days in which it was', async () => {
    const reader = await makeReader();
    const { id } = await makeSchedule([reader], { active: false });
    const next = dueAfter('month', TODAY);
    await runAt(morningOf(next));
    expect(await sendings(id)).toEqual([]);
    const again = await server.as(admin)('PUT', `/report_schedules/${id}`, { report_schedule: { active: true } });
    expect(again.body.data.next_on).toBe(dueAfter('month', next));
    await runAt(morningOf(next));
    expect(await sendings(id)).toEqual([]);
  });

  it('is sent for the month, too, when that begins on the Monday of a week that was sent', async () => {
    // February 2027 begins on a Monday.
    await moveTo(new Date('2027-01-28T12:00:00Z'));
    const reader = await makeReader();
    const { id } = await makeSchedule([reader], { rhythm: 'week' });
    await runAt(morningOf('2027-02-08'));
    await server.as(admin)('PUT', `/report_schedules/${id}`, { report_schedule: { rhythm: 'month' } });
    await runAt(morningOf('2027-03-01'));
    expect(await sendings(id)).toMatchObject([
      { from: '2027-02-01', to: '2027-02-28', state: 'sent' },
      { from: '2027-02-01', to: '2027-02-07', state: 'sent' },
    ]);
    expect((await read(id)).last).toMatchObject({ to: '2027-02-28', sent_count: 1 });
  });

  it('is not counted for somebody whose account was deleted', async () => {
    const [reader, gone] = [await makeReader(), await makeReader()];
    const { id } = await makeSchedule([reader, gone]);
    expect((await server.as(admin)('DELETE', `/users/${gone.id}`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ people_count: 1, people: [{ id: reader.id }] });
    await runAt(morningOf(dueAfter('month', TODAY)));
    expect(await sendings(id)).toMatchObject([{ name: reader.name }]);
  });

  it('is changed by one at a time, found, and deleted with what was sent', async () => {
    const reader = await makeReader();
    const { id, version } = await makeSchedule([reader], { survey_id: survey, location: 'ASH' });
    const save = (report_schedule: object) => server.as(admin)('PUT', `/report_schedules/${id}`, { report_schedule });
    expect(await save({ title: 'Ward report', version })).toMatchObject({
      status: 200,
      body: { data: { title: 'Ward report' } },
    });
    expect((await save({ title: 'Other', version })).status).toBe(409);
    const list = await server.as(admin)('GET', '/report_schedules?term=ward');
    expect(list.body.data).toMatchObject([{ id, survey: { id: survey }, location: 'ASH', people_count: 1 }]);
    expect((await server.as(admin)('DELETE', `/report_schedules/${id}`)).status).toBe(200);
    expect((await server.as(admin)('GET', `/report_schedules/${id}`)).status).toBe(404);
  });

  it('is refused with what does not belong to the hospital, or to the caller', async () => {
    const reader = await makeReader();
    const outsider = await makeReader({ permissions: ['messages.list'] });
    const other = (await makeSurvey(server, await server.makeApplication())).id;
    const make = (user: TestUser, more: object) =>
      server.as(user)('POST', '/report_schedules', { report_schedule: { ...MONTHLY, user_ids: [reader.id], ...more } });
    expect((await make(admin, { survey_id: other })).body.errors).toEqual({
      survey_id: ['Choose a survey of the list.'],
    });
    expect((await make(admin, { department_id: 999_999 })).body.errors).toHaveProperty('department_id');
    expect((await make(admin, { user_ids: [outsider.id] })).body.errors).toHaveProperty('user_ids');
    expect((await make(admin, { user_ids: [] })).body.errors).toEqual({ user_ids: ['Choose at least one person.'] });
    const ofWard = await makeReader({
      permissions: ['surveys.view', 'report_schedules.update', 'report_schedules.list'],
      locations: ['BIRCH'],
    });
    expect((await make(ofWard, { location: 'ASH' })).body.errors).toEqual({
      location: ['Choose a ward that you see.'],
    });
    const { id } = await makeSchedule([reader], { location: 'ASH' });
    expect((await server.as(ofWard)('GET', `/report_schedules/${id}`)).status).toBe(404);
    expect((await make(reader, {})).status).toBe(403);
  });
});
