import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, NOON } from '../../../testing/asked.ts';
import { makeSurvey, within } from '../../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let stay: number;
let meals: number;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication();
  stay = (await makeSurvey(server, hospital)).id;
  meals = (await makeSurvey(server, hospital)).id;
  await within(server, hospital, (tx) =>
    tx.updateTable('surveys').set({ title: 'Meals' }).where('id', '=', meals).execute(),
  );
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

interface Lot {
  survey: number;
  many: number;
  /** Null: it is not answered. */
  score?: number | null;
  ward?: string;
  daysAgo?: number;
  state?: string;
  opened?: boolean;
  /** Whether a case is opened for each answer. */
  opensCases?: boolean;
}

/** People who got a survey by SMS and, some of them, answered it the same day. */
const ask = (...lots: Lot[]) =>
  within(server, hospital, async (tx) => {
    for (const { survey, many, score = null, ward = 'ASH', daysAgo = 0, ...more } of lots) {
      const at = new Date(NOON.getTime() - daysAgo * DAY);
      const state = more.state ?? (score === null ? 'sent' : 'answered');
      await sql`
        with messages as (
          insert into hl7_messages (application_id, event, event_at, received_at, state, location, content_hash, raw)
          select ${hospital.id}, 'A03', ${at}::timestamptz, ${at}::timestamptz, 'processed', ${ward}, sha256(gen_random_uuid()::text::bytea), ''
          from generate_series(1, ${many}::int) returning id),
        asked as (
          insert into invitations (way, application_id, token_hash, survey_id, language, created_at, expires_at, answered_at, message_id)
          select 'trigger', ${hospital.id}, sha256(gen_random_uuid()::text::bytea), ${survey}, 'en', ${at}::timestamptz,
            ${at}::timestamptz + interval '30 days', case when ${score}::int is not null then ${at}::timestamptz end, id
          from messages returning id),
        sent as (
          insert into deliveries (
            application_id, purpose, channel, state, cause, send_at, sent_at, text, invitation_id, survey_id, created_at, location, opened)
          select ${hospital.id}, 'survey', 'sms', ${state}, 'test:' || id, ${at}::timestamptz, ${at}::timestamptz, '', id, ${survey},
            ${at}::timestamptz, ${ward}, ${more.opened ?? false}
          from asked),
        given as (
          insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at)
          select ${hospital.id}, ${survey}, id, 'en', ${ward}, ${score}::int, ${at}::timestamptz from asked
          where ${score}::int is not null returning id)
        insert into cases (application_id, feedback_id, severity, question, answer, location, created_at)
        select ${hospital.id}, id, 'urgent', '', '', ${ward}, ${at}::timestamptz from given where ${more.opensCases ?? false}`.execute(
        tx,
      );
    }
  });

async function read(query = '', user = admin): Promise<Json> {
  const { status, body } = await server.as(user)('GET', `/surveys/overview${query}`);
  expect(status).toBe(200);
  return body;
}
const rowOf = async (survey: number, query = '', user = admin): Promise<Json> =>
  (await read(query, user))['data'].find(({ id }: Json) => id === survey);

/** The figures that the survey's own results and the funnel of deliveries give for the same days. */
async function figuresElsewhere(survey: number, overview: Json, user: TestUser, location = ''): Promise<Json> {
  const { first_day, last_day } = overview;
  const of = `from=${first_day}&to=${last_day}`;
  const ward = location && `&location=${location}`;
  const results = (await server.as(user)('GET', `/surveys/${survey}/results?${of}${ward}`)).body.data;
  const funnel = (await server.as(user)('GET', `/deliveries/funnel?${of}&survey=${survey}`)).body.data;
  return {
    sent: funnel.sent,
    delivered: funnel.delivered,
    opened: funnel.opened,
    hidden: results.hidden,
    answered: results.total?.answered ?? null,
    response_rate: results.response_rate,
    score: results.total?.score ?? null,
    trend: results.trend.map(({ period, figures }: Json) => ({ period, score: figures?.score ?? null })),
  };
}

async function fill(): Promise<void> {
  await ask(
    { survey: stay, many: 6, score: 100 },
    { survey: stay, many: 6, score: 50, daysAgo: 8, ward: 'BIRCH', opensCases: true },
    { survey: stay, many: 3, score: 0, daysAgo: 20, opened: true },
    { survey: stay, many: 4, state: 'delivered', opened: true },
    { survey: stay, many: 5, state: 'sent', ward: 'BIRCH' },
    { survey: stay, many: 10, score: 40, daysAgo: 40 },
    { survey: meals, many: 4, score: 10, opensCases: true },
    { survey: meals, many: 2 },
  );
}

describe('the overview of surveys', () => {
  it('has the figures that the results of each survey and the funnel of deliveries have', async () => {
    await fill();
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['BIRCH'] });
    for (const user of [admin, nurse])
      for (const days of ['7', '30', '90', '365']) {
        const overview = await read(`?days=${days}`, user);
        expect(overview['data']).toHaveLength(2);
        for (const row of overview['data'])
          expect([days, row]).toMatchObject([days, await figuresElsewhere(row.id, overview, user)]);
      }
    const ofWard = await read('?location=BIRCH');
    const {
      sent: _sent,
      delivered: _delivered,
      opened: _opened,
      ...elsewhere
    } = await figuresElsewhere(stay, ofWard, admin, 'BIRCH');
    expect(await rowOf(stay, '?location=BIRCH')).toMatchObject({ ...elsewhere, sent: 11 });
  });

  it('compares the score with as many days before, and counts the cases that were opened', async () => {
    await fill();
    expect(await rowOf(stay)).toMatchObject({
      title: 'Your stay with us',
      sent: 24,
      answered: 15,
      score: 60,
      change: 20,
      cases: 6,
    });
    expect(await rowOf(stay, '?days=7')).toMatchObject({ score: 100, change: 50, cases: 0 });
    expect(await rowOf(stay, '?days=365')).toMatchObject({ score: 52, change: null });
  });

  it('says nothing of fewer than five answers, but how many messages were sent', async () => {
    await fill();
    expect(await rowOf(meals)).toMatchObject({
      sent: 6,
      hidden: true,
      answered: null,
      response_rate: null,
      score: null,
      change: null,
      trend: [],
      cases: null,
    });
  });

  it('is sorted by a figure, surveys without it last, and found by title', async () => {
    await fill();
    const order = async (query: string) => (await read(query))['data'].map(({ id }: Json) => id);
    expect(await order('')).toEqual([meals, stay]);
    expect(await order('?sort=-title')).toEqual([stay, meals]);
    expect(await order('?sort=sent')).toEqual([meals, stay]);
    expect(await order('?sort=-score')).toEqual([stay, meals]);
    expect(await order('?sort=score')).toEqual([stay, meals]);
    expect(await order('?term=meal')).toEqual([meals]);
    expect(await read('?per_page=1&page=2')).toMatchObject({ total: 2, last_page: 2, data: [{ id: stay }] });
  });

  it('names the wards that answers are from, and only the caller’s own', async () => {
    await fill();
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['BIRCH'] });
    expect((await read('?location=ASH'))['wards']).toEqual(['ASH', 'BIRCH']);
    expect((await read('?location=ASH', nurse))['wards']).toEqual(['BIRCH']);
    expect(await rowOf(stay, '?location=ASH', nurse)).toMatchObject({ sent: 0, hidden: true });
  });

  it('is empty where nothing was sent, and knows no other application', async () => {
    await fill();
    const other = await server.makeApplication();
    const survey = await makeSurvey(server, other);
    const user = await server.makeUser({ applications: [other], permissions: ['surveys.view'] });
    expect(await read('', user)).toMatchObject({
      total: 1,
      wards: [],
      data: [{ id: survey.id, sent: 0, delivered: 0, opened: 0, hidden: true }],
    });
    const stranger = await server.makeUser({ applications: [other], permissions: ['deliveries.list'] });
    expect((await server.as(stranger)('GET', '/surveys/overview')).status).toBe(403);
  });

  it('is also a file', async () => {
    await fill();
    const { body } = await server.as(admin)('GET', '/surveys/overview.csv?sort=-sent');
    const lines = String(body).split(/\r?\n/);
    expect(lines[0]).toContain(
      'id,title,active,sent,delivered,opened,too_few_answers,answered,response_rate,score,change,cases',
    );
    expect(lines[1]).toContain('Your stay with us,true,24,19,19,false,15');
    expect(lines[2]).toContain('Meals,true,6,4,4,true,,,,,');
  });
});
