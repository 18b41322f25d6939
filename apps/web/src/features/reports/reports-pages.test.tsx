// @vitest-environment jsdom
import { reports } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const HEAD = {
  survey: { id: 7, title: 'Your stay' },
  from: '2026-08-03',
  to: '2026-11-25',
  hidden: false,
  choices: {
    surveys: [
      { id: 7, title: 'Your stay' },
      { id: 9, title: 'The food' },
    ],
    wards: ['ASH', 'BIRCH'],
    languages: ['en'],
  },
};

const answersOf = (from: string) => ({ survey_id: 7, from, to: from });

const point = (at: number, more: Partial<reports.TrendPoint> = {}): reports.TrendPoint => {
  const period = new Date(Date.UTC(2026, 7, 3 + at * 7)).toISOString().slice(0, 10);
  return {
    period,
    from: period,
    to: period,
    count: 30,
    value: 80,
    lower: 70,
    upper: 90,
    not_counted: null,
    signal: null,
    answers: answersOf(period),
    ...more,
  };
};

const baseline = (from: string, to: string, more: Partial<reports.Baseline> = {}): reports.Baseline => ({
  from,
  to,
  changes: [],
  points: 16,
  chart: 'xmr',
  provisional: true,
  centre: 80.04,
  mean_moving_range: 3.7,
  sigma_z: null,
  ...more,
});

const trend = (points: reports.TrendPoint[], more: Partial<reports.TrendReport> = {}): reports.TrendReport => ({
  ...HEAD,
  interval: 'week',
  measure: 'score',
  points,
  baselines: [baseline(points[0]?.period ?? '', points.at(-1)?.period ?? '')],
  signals: [],
  ...more,
});

const ALL = Array.from({ length: 16 }, (_, at) => point(at));

beforeEach(() => {
  api.answer(reports.getTrend, { data: trend(ALL) });
});

async function renderReport(address: string, permissions = ['surveys.view', 'feedback.list']) {
  signIn({ permissions });
  return renderScreen(address);
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent?.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' '));

describe('the report over time', () => {
  it('says that nothing is more than chance, and what is usual', async () => {
    await renderReport('/reports/trend');
    expect(await screen.findByText('Nothing here is more than chance explains.')).toBeDefined();
    expect(screen.getByText('The average is 80. Between 70 and 90, a figure says nothing new.')).toBeDefined();
    expect(screen.getByText('The limits are provisional: they still move until there are 24 points.')).toBeDefined();
  });

  it('says that every figure is the same, rather than between what and what', async () => {
    const points = ALL.map((one) => ({ ...one, value: 1, lower: 1, upper: 1 }));
    const [first = point(0)] = points;
    const alike = baseline(first.period, first.period, { chart: 'p', centre: 1 });
    api.answer(reports.getTrend, { data: trend(points, { measure: 'satisfied', baselines: [alike] }) });
    await renderReport('/reports/trend?measure=satisfied');
    expect(await screen.findByText('Every figure so far is 100%.')).toBeDefined();
  });

  it('says since when a figure is higher, and why figures before are not compared', async () => {
    const points = ALL.map((one, at) => (at >= 8 ? { ...one, value: 86, signal: 'high' as const } : one));
    const [begun = '', last = ''] = [points[8]?.period, points.at(-1)?.period];
    api.answer(reports.getTrend, {
      data: trend(points, {
        signals: [{ rule: 'run_of_eight', side: 'high', from: begun, to: last }],
        baselines: [
          baseline('2026-08-03', '2026-08-10', { chart: null, centre: null }),
          baseline('2026-08-17', last, {
            changes: [
              { kind: 'wording', day: '2026-08-18', detail: '3' },
              { kind: 'channel_begun', day: '2026-08-17', detail: 'email' },
            ],
          }),
        ],
      }),
    });
    const { user } = await renderReport('/reports/trend');
    expect(
      await screen.findByText(
        'Higher than chance explains since 28 Sept 2026 (eight or more in a row above the average)',
      ),
    ).toBeDefined();
    expect(
      screen.getByText(
        'From 17 Aug 2026 on, the figures are compared anew: the survey was worded anew (revision 3); people began to answer by e-mail.',
      ),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const [table] = await screen.findAllByRole('table', { name: 'Score' });
    const link = within(table ?? document.body).getByRole('link', { name: '28 Sept 2026' });
    expect(link.getAttribute('href')).toBe('/feedback/records?survey_id=7&from=2026-09-28&to=2026-09-28');
  });

  it('is a number where there is one week only, and says so where there are too few answers', async () => {
    const none = { value: null, count: null, not_counted: 'too_few' } as const;
    api.answer(reports.getTrend, { data: trend([point(0, none), point(1, { value: 81.5 }), point(2, none)]) });
    await renderReport('/reports/trend');
    expect(await screen.findByText('81.5')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
    api.answer(reports.getTrend, { data: { ...trend([]), hidden: true } });
    await renderReport('/reports/trend?location=ASH');
    expect(await screen.findByText('Too few to say')).toBeDefined();
  });

  it('keeps survey, measure and interval in its address, and the filters on the way to another report', async () => {
    const { user, at } = await renderReport('/reports/trend?location=ASH');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Measure' }), 'Response rate');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Survey' }), 'The food');
    await user.click(screen.getByRole('radio', { name: 'By month' }));
    await waitFor(() =>
      expect(api.requestsTo(reports.getTrend).at(-1)?.query).toMatchObject({
        measure: 'response_rate',
        interval: 'month',
        location: 'ASH',
        survey_id: '9',
      }),
    );
    await user.click(screen.getByRole('link', { name: 'Comparison' }));
    await waitFor(() =>
      expect(at()).toMatchObject({ path: '/reports/comparison', search: { location: 'ASH', survey_id: '9' } }),
    );
  });

  it('has figures without links for whoever may not read answers', async () => {
    const { user } = await renderReport('/reports/trend', ['surveys.view']);
    await user.click(await screen.findByRole('button', { name: 'Show as table' }));
    const [table] = await screen.findAllByRole('table', { name: 'Score' });
    expect(within(table ?? document.body).queryAllByRole('link')).toEqual([]);
  });

  it('says what went wrong, and tries again', async () => {
    api.refuse(reports.getTrend, 503, { message: 'The database is away.' });
    await renderReport('/reports/trend');
    expect(await screen.findByText('The database is away.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('the report of wards', () => {
  const ward = (title: string | null, share: number, place: reports.WardFigures['place']): reports.WardFigures => ({
    title,
    count: 50,
    successes: share * 50,
    share,
    place,
    answers: title ? { ...answersOf(HEAD.from), location: title } : null,
    ...(place && { lower_95: 0.7, upper_95: 0.9, lower_998: 0.6, upper_998: 0.95 }),
  });

  it('names what differs by more than chance, and lists the wards by name', async () => {
    const wards = [ward('ASH', 0.8, 'inside'), ward('BIRCH', 0.5, 'far_below'), ward(null, 0.9, null)];
    const data = { ...HEAD, measure: 'satisfied' as const, centre: 0.8, count: 150, phi: 1, tau_squared: 0, wards };
    api.answer(reports.getWards, { data: { ...data, curve: [] } });
    await renderReport('/reports/wards');
    expect(await screen.findByText('Different from the others by more than chance explains: BIRCH.')).toBeDefined();
    expect(await rowsOf('Wards by name')).toEqual([
      'ASH80%50 As expected for so many answers. expected: 70% to 90%',
      'BIRCH50%50 Lower than chance explains. expected: 70% to 90%',
      'Others, too small to be shown90%50 ',
    ]);
  });
});

describe('the comparison', () => {
  const NO_DIFFERENCE = { difference: null, lower: null, upper: null, verdict: 'too_few' } as const;

  it('says for each measure whether the difference can be chance', async () => {
    const row = { measure: 'score', now: 82.5, before: 80, count: 1200, count_before: 900 } as const;
    api.answer(reports.getComparison, {
      data: {
        ...HEAD,
        before: { from: '2026-04-10', to: '2026-08-02' },
        rows: [
          { ...row, difference: 2.5, lower: -0.4, upper: 5.4, verdict: 'chance' },
          { ...row, measure: 'satisfied', now: 0.9, before: null, count_before: null, ...NO_DIFFERENCE },
        ],
        changes: [{ kind: 'channel_ended', day: '2026-08-10', detail: 'kiosk' }],
        answers: answersOf(HEAD.from),
        answers_before: null,
      },
    });
    await renderReport('/reports/comparison');
    const score = await screen.findByRole('region', { name: 'Score' });
    expect(within(score).getByText('The difference can be chance.')).toBeDefined();
    expect(score.textContent?.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      'Difference +2.5; with 95% confidence between -0.4 and +5.4.',
    );
    expect(within(score).getByText('1,200 answers')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Satisfied share' }).textContent).toContain('too few to say');
    expect(screen.getByText('10 Aug 2026: people no longer answer by kiosk.')).toBeDefined();
  });
});

describe('the questions', () => {
  it('show their share with its interval, and where there are too few answers', async () => {
    const asked = { id: 1, title: 'How was it?', category: 'Care', count: 263, satisfied: 81, share: 81 / 263 };
    const none = { count: null, satisfied: null, share: null, lower: null, upper: null };
    api.answer(reports.getQuestions, {
      data: {
        ...HEAD,
        questions: [
          { ...asked, lower: 0.2553, upper: 0.3662 },
          { id: 2, title: 'And the food?', category: null, ...none },
        ],
        answers: answersOf(HEAD.from),
      },
    });
    await renderReport('/reports/questions');
    expect(await rowsOf('Satisfied share of each question')).toEqual([
      'How was it? Care31%26% to 37%263',
      'And the food?too few to say',
    ]);
  });
});

describe('the themes', () => {
  it('stand with their share beside before, and what became more or less frequent is in the sentences above', async () => {
    const quiet = { count_before: null, share_before: null, satisfied: null, lower: null, upper: null };
    api.answer(reports.getThemes, {
      data: {
        ...HEAD,
        before: { from: '2026-05-30', to: '2026-08-27' },
        answered: 1200,
        commented: 640,
        tagged: 310,
        tagged_before: 280,
        themes: [
          {
            tag: 'food',
            count: 124,
            share: 0.4,
            count_before: 56,
            share_before: 0.2,
            verdict: 'higher',
            satisfied: 0.31,
            lower: 0.24,
            upper: 0.4,
            answers: { ...answersOf(HEAD.from), tag: 'food' },
          },
          { tag: 'noise', count: 31, share: 0.1, ...quiet, verdict: 'lower', answers: null },
          { tag: 'parking', count: null, share: null, ...quiet, verdict: 'too_few', answers: null },
        ],
        left_off: 2,
      },
    });
    await renderReport('/reports/themes');
    expect(await rowsOf('What answers are about')).toEqual([
      'food124 answers 40%before 20%31%24% to 40%',
      'noise31 answers 10%',
      'parkingtoo few to say ',
    ]);
    const findings = screen.getByRole('region', { name: 'What the figures say' });
    expect(findings.textContent?.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      'Answers: 1,200, with a comment: 640, with a tag: 310.',
    );
    expect(within(findings).getByText('food').parentElement?.textContent).toContain('More often than before');
    expect(within(findings).getByText('noise').parentElement?.textContent).toContain('Less often than before');
    expect(screen.getByText('2 more themes are not shown.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'food' }).getAttribute('href')).toContain('tag=food');
  });
});

describe('organisations', () => {
  beforeEach(() => signIn({ permissions: ['surveys.view'] }));
  const CURVE = [5, 100, 300].map((count) => ({
    count,
    lower_95: 0.6,
    upper_95: 0.9,
    lower_998: 0.5,
    upper_998: 0.95,
  }));
  const organisation = (id: number, more: Partial<reports.OrganisationFigures> = {}): reports.OrganisationFigures => ({
    id,
    title: `Hospital ${id}`,
    survey: { id, title: 'Friends and Family Test' },
    some_wards: false,
    count: 200,
    successes: 160,
    share: 0.8,
    lower: 0.74,
    upper: 0.85,
    place: 'inside',
    ...more,
  });
  const report = (organisations: reports.OrganisationFigures[]): { data: reports.OrganisationsReport } => ({
    data: {
      from: '2026-08-28',
      to: '2026-11-25',
      centre: 0.78,
      count: 600,
      phi: 1.2,
      tau_squared: 0.001,
      organisations,
      left_off: 0,
      curve: CURVE,
    },
  });
  const quiet = { count: null, successes: null, share: null, lower: null, upper: null, place: null };

  it('stand by name, each with its interval and what it means, and no others are in the sentence above', async () => {
    const low = organisation(2, { share: 0.4, place: 'far_below' });
    const small = organisation(4, quiet);
    const without = organisation(5, { ...quiet, survey: null });
    const ofWards = organisation(6, { some_wards: true, place: null });
    api.answer(reports.getOrganisations, report([organisation(1), low, organisation(3), small, without, ofWards]));
    await renderScreen('/reports/organisations');
    await screen.findByText('Different from the others by more than chance explains: Hospital 2.');
    const rows = within(screen.getByRole('table', { name: 'Organisations by name' })).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Hospital 1.*80%74% to 85%200.*As expected/),
      expect.stringMatching(/Hospital 2.*40%.*Lower than chance explains/),
      expect.stringMatching(/Hospital 3/),
      expect.stringMatching(/Hospital 4.*too few to say/),
      expect.stringMatching(/Hospital 5.*not asked/),
      expect.stringMatching(/Hospital 6.*Of the wards that you see; not compared/),
    ]);
  });

  it('say so when nobody has answered the question', async () => {
    api.answer(reports.getOrganisations, report([organisation(1, quiet)]));
    await renderScreen('/reports/organisations');
    expect(await screen.findByText(/five people answered the question/)).toBeDefined();
  });
});
