import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askLots, type Lot } from '../../testing/answers/ask-lots.ts';
import { DAY, NOON } from '../../testing/asked.ts';
import { makeSurvey, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let survey: number;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication();
  survey = (await makeSurvey(server, hospital)).id;
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const ask = (...lots: Lot[]) => askLots(server, hospital, survey, ...lots);

async function read(path: string, user = admin): Promise<Json> {
  const { status, body } = await server.as(user)('GET', `/reports/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
}
const dayOf = (daysAgo: number) => new Date(NOON.getTime() - daysAgo * DAY).toISOString().slice(0, 10);

/** Monday of the week in which a day lies. */
const mondayOf = (daysAgo: number) => {
  const weekday = new Date(NOON.getTime() - daysAgo * DAY).getUTCDay();
  return dayOf(daysAgo + ((weekday + 6) % 7));
};

/** Weeks of answers, the oldest first: a number of satisfied people of twenty in each. */
const weeks = (...satisfied: number[]): Lot[] =>
  satisfied.flatMap((many, at) => {
    const daysAgo = (satisfied.length - at) * 7;
    return [
      { many, score: 100, daysAgo },
      { many: 20 - many, score: 0, daysAgo },
    ];
  });

const CALM = [16, 17, 15, 16, 18, 16, 15, 17, 16, 14, 16, 17, 15, 16];

describe('the reports', () => {
  it('have the figures that the results of the survey have for the same days', async () => {
    await ask(
      ...weeks(12, 16, 9, 20, 3),
      { many: 6, score: 90, ward: 'BIRCH', daysAgo: 3 },
      { many: 2, score: 60, ward: 'CEDAR', daysAgo: 9 },
      { many: 7, score: 55, ward: 'DAMSON', daysAgo: 16, language: 'fr' },
      { many: 11, daysAgo: 5, ward: 'BIRCH' },
    );
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['surveys.view'],
      locations: ['ASH', 'BIRCH'],
    });
    const days = `survey_id=${survey}&from=${dayOf(60)}&to=${dayOf(0)}`;
    for (const user of [admin, nurse])
      for (const filter of ['', '&location=BIRCH', '&language=en', '&location=CEDAR'])
        for (const interval of ['week', 'month']) {
          const query = `${days}${filter}`;
          const url = `/surveys/${survey}/results?${query.replace(`survey_id=${survey}&`, '')}&by=${interval}`;
          const results = (await server.as(user)('GET', url)).body.data;
          const figures = (report: Json) =>
            report['points']
              .filter(({ count, not_counted }: Json) => count !== null || not_counted === 'too_few')
              .map(({ period, value }: Json) => [period, value]);
          const ofResults = (figure: string) =>
            results.trend.map(({ period, figures: told }: Json) => [period, told?.[figure] ?? null]);
          const trend = (measure: string) => read(`trend?${query}&interval=${interval}&measure=${measure}`, user);
          const known = new Set(results.trend.map(({ period }: Json) => period));
          for (const measure of ['score', 'satisfied']) {
            const found = figures(await trend(measure)).filter(([period]: [string]) => known.has(period));
            expect([query, measure, found]).toEqual([query, measure, ofResults(measure)]);
          }
          const wards = await read(`wards?${query}`, user);
          const named = (groups: Json[]) => groups.filter(({ title }: Json) => title !== null);
          expect(named(wards['wards']).map(({ title, share, count }: Json) => ({ title, share, count }))).toEqual(
            named(results.wards)
              .map(({ title, satisfied, answered }: Json) => ({ title, share: satisfied, count: answered }))
              .toSorted((a: Json, b: Json) => a['title'].localeCompare(b['title'])),
          );
          expect(wards['centre']).toEqual(results.total?.satisfied ?? null);
          const comparison = await read(`comparison?${query}`, user);
          const rows = Object.fromEntries(comparison['rows'].map((row: Json) => [row['measure'], row['now']]));
          expect([rows.score ?? null, rows.satisfied ?? null]).toEqual([
            results.total?.score ?? null,
            results.total?.satisfied ?? null,
          ]);
          expect([rows.nps ?? null, rows.response_rate ?? null]).toEqual([results.nps, results.response_rate]);
          const asked = (await trend('response_rate'))['points'].reduce(
            (sum: number, { count }: Json) => sum + (count ?? 0),
            0,
          );
          expect(asked).toBeLessThanOrEqual(results.sent ?? 0);
          const questions = await read(`questions?${query}`, user);
          expect(questions['questions'].map(({ title, count }: Json) => [title, count])).toEqual(
            results.questions.map(({ title, answered }: Json) => [title, answered]),
          );
        }
  });

  it('begin with the survey that has most answers, and name what can be chosen', async () => {
    const other = (await makeSurvey(server, hospital)).id;
    await ask({ many: 6, score: 80 }, { many: 5, score: 90, ward: 'BIRCH', language: 'ar' });
    const report = await read('questions');
    expect(report).toMatchObject({ survey: { id: survey }, from: dayOf(89), to: dayOf(0), hidden: false });
    expect(report['choices']).toMatchObject({ wards: ['ASH', 'BIRCH'], languages: ['ar', 'en'] });
    expect(new Set(report['choices'].surveys.map(({ id }: Json) => id))).toEqual(new Set([survey, other]));
    expect(await read(`questions?survey_id=${other}`)).toMatchObject({ survey: { id: other }, hidden: true });
  });

  it('say nothing of fewer than five answers', async () => {
    await ask({ many: 4, score: 10 }, { many: 30 });
    for (const name of ['trend', 'trend?measure=response_rate', 'wards', 'wards?measure=response_rate'])
      expect([name, await read(name)]).toMatchObject([name, { hidden: true }]);
    expect(await read('comparison')).toMatchObject({ hidden: true, rows: [], answers: null });
    expect(await read('questions')).toMatchObject({ hidden: true, questions: [] });
  });

  it('show a nurse her wards only, and nobody the surveys of another hospital', async () => {
    await ask({ many: 6, score: 0 }, { many: 9, score: 100, ward: 'BIRCH' });
    const permissions = ['surveys.view'];
    const nurse = await server.makeUser({ applications: [hospital], permissions, locations: ['BIRCH'] });
    expect(await read('wards', nurse)).toMatchObject({ centre: 1, count: 9, choices: { wards: ['BIRCH'] } });
    expect(await read('wards?location=ASH', nurse)).toMatchObject({ hidden: true });
    const elsewhere = await server.makeApplication();
    const stranger = await server.makeUser({ applications: [elsewhere], permissions });
    for (const name of ['trend', 'wards', 'comparison', 'questions', 'themes']) {
      const { status } = await server.as(stranger)('GET', `/reports/${name}?survey_id=${survey}`);
      expect([name, status]).toEqual([name, 404]);
      expect(await read(name, stranger)).toMatchObject({ survey: null, hidden: true });
    }
    expect((await server.as(admin)('GET', '/reports/league')).status).toBe(404);
    const clerk = await server.makeUser({ applications: [hospital], permissions: ['surveys.list'] });
    expect((await server.as(clerk)('GET', '/reports/trend')).status).toBe(403);
  });

  it('refuse what is no day, no measure and no interval, naming the field', async () => {
    for (const [query, field] of [
      ['from=yesterday', 'from'],
      ['measure=joy', 'measure'],
      ['interval=hour', 'interval'],
      ['survey_id=0', 'survey_id'],
    ]) {
      const { status, body } = await server.as(admin)('GET', `/reports/trend?${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 422, [field]]);
    }
    await ask({ many: 6, score: 80 });
    for (const name of ['trend', 'wards', 'comparison', 'questions', 'themes'])
      for (const days of ['from=2999-12-31&to=1800-01-01', 'from=1800-01-01&to=2999-12-31', 'to=1800-01-01']) {
        const { status } = await server.as(admin)('GET', `/reports/${name}?${days}`);
        expect([name, days, status]).toEqual([name, days, 200]);
      }
  });

  it('are also files', async () => {
    await ask(...weeks(12, 16, 14), { many: 6, score: 90, ward: 'BIRCH', daysAgo: 3 });
    const file = async (name: string) => String((await server.as(admin)('GET', `/reports/${name}.csv`)).body);
    expect(await file('trend')).toContain('period,from,to,count,value,lower_limit,upper_limit,not_counted,signal');
    expect(await file('wards')).toContain('BIRCH,6,6,1,');
    expect(await file('comparison')).toContain('score,');
    expect(await file('questions')).toContain('1,How was it?,Care,66,48,');
  });
});

describe('the trend', () => {
  it('has limits of what chance explains, and no signal where nothing changed', async () => {
    await ask(...weeks(...CALM));
    const { points, baselines, signals } = await read('trend?measure=satisfied');
    expect(points).toHaveLength(14);
    expect(baselines).toMatchObject([{ points: 14, chart: 'p', provisional: true, changes: [] }]);
    const all = CALM.reduce((sum, one) => sum + one, 0) / (14 * 20);
    expect(baselines[0].centre).toBeCloseTo(all, 12);
    // Four of twenty people are expected to be dissatisfied: too few for the normal distribution, so the limit is a whole number.
    expect(points[0].lower * 20).toBeCloseTo(Math.round(points[0].lower * 20), 9);
    expect(signals).toEqual([]);
  });

  it('names a week beyond the limits, and a run of eight', async () => {
    await ask(...weeks(...CALM, 2));
    const low = await read('trend?measure=satisfied');
    expect(low['signals']).toMatchObject([{ rule: 'beyond_limit', side: 'low', from: low['points'].at(-1).period }]);
    expect(low['points'].at(-1)).toMatchObject({ signal: 'low', count: 20, value: 0.1 });
  });

  it('names a run of eight weeks on one side', async () => {
    await ask(...weeks(...CALM, 20, 19, 20, 20, 19, 20, 20, 20));
    const { signals, points, baselines } = await read('trend?measure=score');
    expect(baselines).toMatchObject([{ chart: 'xmr', sigma_z: null, mean_moving_range: expect.any(Number) }]);
    expect(signals).toContainEqual({
      rule: 'run_of_eight',
      side: 'high',
      from: points.at(-8).period,
      to: points.at(-1).period,
    });
  });

  it('begins a new baseline where the survey was worded anew, and says so', async () => {
    await ask(...weeks(...CALM, ...CALM.map((one) => one - 9)));
    const day = mondayOf(14 * 7);
    await within(server, hospital, (tx) =>
      sql`insert into survey_revisions (application_id, survey_id, revision, content, replaced_at)
        values (${hospital.id}, ${survey}, 1, '{}', ${`${day}T12:00:00Z`}::timestamptz)`.execute(tx),
    );
    const { baselines, signals } = await read('trend?measure=satisfied');
    expect(baselines).toMatchObject([
      { points: 14, changes: [] },
      { points: 14, changes: [{ kind: 'wording', day, detail: '2' }] },
    ]);
    expect(baselines[0].centre).toBeGreaterThan(baselines[1].centre + 0.3);
    expect(signals).toEqual([]);
  });

  it('leaves the present week, and for a response rate those of people who may still answer, unjudged', async () => {
    await ask(...weeks(...CALM), { many: 9, score: 100 });
    const score = await read('trend');
    expect(score['points'].at(-1)).toMatchObject({ not_counted: 'partial', lower: expect.any(Number) });
    const rate = await read('trend?measure=response_rate');
    expect(rate['points'].filter(({ not_counted }: Json) => not_counted === 'partial').length).toBeGreaterThanOrEqual(
      2,
    );
  });

  it('leads from each point to its answers', async () => {
    await ask(...weeks(12, 16, 14), { many: 6, score: 90, ward: 'BIRCH', daysAgo: 3 });
    const { points } = await read('trend?location=ASH');
    for (const { count, answers } of points.filter((point: Json) => point['count'] !== null)) {
      const { body } = await server.as(admin)('GET', `/feedback?${new URLSearchParams(answers).toString()}`);
      expect(body.total).toBe(count);
    }
    const { wards } = await read('wards');
    const birch = wards.find(({ title }: Json) => title === 'BIRCH');
    expect(
      (await server.as(admin)('GET', `/feedback?${new URLSearchParams(birch.answers).toString()}`)).body.total,
    ).toBe(6);
  });
});

describe('the wards', () => {
  it('are told by name whether they differ by more than chance', async () => {
    await ask(
      ...['PINE', 'ASH', 'OAK', 'ELM', 'FIR'].flatMap((ward) => [
        { many: 40, score: 100, ward },
        { many: 10, score: 0, ward },
      ]),
      { many: 10, score: 100, ward: 'YEW' },
      { many: 40, score: 0, ward: 'YEW' },
      { many: 2, score: 0, ward: 'BOX' },
    );
    const { wards, curve } = await read('wards');
    expect(wards.map(({ title, place }: Json) => [title, place])).toEqual([
      ['ELM', 'inside'],
      ['FIR', 'inside'],
      ['OAK', 'inside'],
      ['PINE', 'inside'],
      ['YEW', 'far_below'],
      // BOX is too small to be shown, and could be worked out if ASH were shown.
      [null, null],
    ]);
    expect(curve).toHaveLength(40);
  });

  it('have no funnel where there are fewer than three', async () => {
    await ask({ many: 9, score: 0 }, { many: 9, score: 100, ward: 'BIRCH' });
    const { wards, curve } = await read('wards');
    expect([wards.map(({ place }: Json) => place), curve]).toEqual([[null, null], []]);
  });
});

describe('the comparison', () => {
  it('says whether these days differ from those before by more than chance, and what changed between', async () => {
    const before = { many: 80, score: 50, daysAgo: 40 };
    await ask(before, { many: 20, score: 90, daysAgo: 40 }, { many: 30, score: 50, daysAgo: 9, channel: 'email' });
    await ask({ many: 70, score: 90, daysAgo: 9, channel: 'email' });
    const { rows, changes } = await read(`comparison?from=${dayOf(29)}`);
    const verdicts = Object.fromEntries(rows.map(({ measure, verdict }: Json) => [measure, verdict]));
    expect(verdicts).toEqual({ score: 'higher', nps: 'higher', satisfied: 'higher', response_rate: 'chance' });
    expect(rows[0]).toMatchObject({ now: 78, before: 58, difference: 20, count: 100, count_before: 100 });
    expect(rows[0].lower).toBeGreaterThan(0);
    expect(changes).toMatchObject([
      { kind: 'channel_ended', detail: 'sms' },
      { kind: 'channel_begun', detail: 'email' },
    ]);
  });

  it('says nothing of days before with fewer than five answers', async () => {
    await ask({ many: 9, score: 90 }, { many: 3, score: 10, daysAgo: 100 }, { many: 30, daysAgo: 100 });
    const { rows, answers_before } = await read('comparison');
    for (const row of rows)
      expect(row).toMatchObject({ before: null, count_before: null, difference: null, verdict: 'too_few' });
    expect(answers_before).toBeNull();
  });
});

describe('the themes', () => {
  /** Tags so many answers that lie so many days back. */
  const tag = (tags: string[], many: number, daysAgo: number) =>
    within(server, hospital, (tx) =>
      sql`
        update feedback set tags = ${tags}::text[] where id in (
          select id from feedback
          where tags = '{}' and submitted_at between ${NOON}::timestamptz - make_interval(days => ${daysAgo + 1})
            and ${NOON}::timestamptz - make_interval(days => ${daysAgo - 1})
          order by id limit ${many})`.execute(tx),
    );
  const QUERY = `themes?from=${dayOf(27)}&to=${dayOf(0)}`;

  it('say what answers are about, of those with any tag, whether more than before, and how satisfied these people are', async () => {
    await ask(
      { many: 30, score: 0, daysAgo: 5 },
      { many: 40, score: 100, daysAgo: 12 },
      { many: 60, score: 100, daysAgo: 40 },
    );
    await tag(['food', 'noise'], 6, 5);
    await tag(['food'], 14, 5);
    await tag(['staff'], 20, 12);
    await tag(['food'], 5, 40);
    await tag(['staff'], 45, 40);
    const report = await read(QUERY);
    expect(report).toMatchObject({ answered: 70, commented: null, tagged: 40, tagged_before: 50, left_off: 0 });
    expect(report['before']).toEqual({ from: dayOf(55), to: dayOf(28) });
    expect(report['themes']).toMatchObject([
      { tag: 'food', count: 20, share: 0.5, count_before: 5, share_before: 0.1, verdict: 'higher', satisfied: 0 },
      { tag: 'staff', count: 20, share: 0.5, count_before: 45, share_before: 0.9, verdict: 'lower', satisfied: 1 },
      // Of twenty themes one differs as much by chance.
      { tag: 'noise', count: 6, share: 0.15, count_before: null, verdict: 'chance', satisfied: 0 },
    ]);
    const { answers, lower, upper } = report['themes'][0];
    expect(answers).toEqual({ survey_id: survey, from: dayOf(27), to: dayOf(0), tag: 'food' });
    expect([lower, upper]).toEqual([0, expect.closeTo(0.1611, 4)]);
    const found = await server.as(admin)('GET', `/feedback?${new URLSearchParams(answers).toString()}`);
    expect(found.body.total).toBe(20);
  });

  it('name one that fewer than five are about without a figure, and are none where fewer than five have a tag', async () => {
    await ask({ many: 30, score: 100, daysAgo: 5 });
    await tag(['food'], 4, 5);
    expect(await read(QUERY)).toMatchObject({ hidden: false, answered: 30, tagged: null, themes: [] });
    await tag(['staff'], 6, 5);
    expect((await read(QUERY))['themes']).toMatchObject([
      { tag: 'staff', count: 6, verdict: 'too_few' },
      { tag: 'food', count: null, share: null, satisfied: null, lower: null, verdict: 'too_few', answers: null },
    ]);
  });

  it('count the wards that the caller sees, and none of another hospital', async () => {
    await ask({ many: 10, score: 100, daysAgo: 5, ward: 'BIRCH' }, { many: 10, score: 100, daysAgo: 5, ward: 'ASH' });
    await tag(['food'], 20, 5);
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['surveys.view'],
      locations: ['ASH'],
    });
    expect((await read(QUERY, nurse))['themes']).toMatchObject([{ tag: 'food', count: 10 }]);
    const neighbour = await server.makeApplication();
    const curious = await server.makeUser({ applications: [neighbour], permissions: ['surveys.view'] });
    expect(await read('themes', curious)).toMatchObject({ hidden: true, themes: [] });
  });

  it('are a file as well', async () => {
    await ask({ many: 10, score: 100, daysAgo: 5 });
    await tag(['=food'], 10, 5);
    const { body } = await server.as(admin)('GET', '/reports/themes.csv');
    expect(String(body)).toContain("'=food,10,1,,,too_few,1,");
  });
});

describe('the questions', () => {
  it('have their satisfied share with its interval, and too few to say', async () => {
    await ask({ many: 81, score: 100 }, { many: 182, score: 0 });
    await within(server, hospital, (tx) =>
      sql`update feedback_answers set value = null, option_title = 'Don’t know'
        where application_id = ${hospital.id} and question_id = 2 and id not in (
          select id from feedback_answers where application_id = ${hospital.id} and question_id = 2 order by id limit 4)`.execute(
        tx,
      ),
    );
    const { questions } = await read('questions');
    expect(questions[0]).toMatchObject({ title: 'How was it?', count: 263, satisfied: 81 });
    expect(questions[0].lower).toBeCloseTo(0.2553, 4);
    expect(questions[0].upper).toBeCloseTo(0.3662, 4);
    expect(questions[1]).toMatchObject({ title: 'Do you recommend us?', count: null, share: null, lower: null });
  });
});
