// @vitest-environment jsdom
import { results, type ReplyOf } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { readRows } from '../../../testing/lists.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, setWindowWidth, waitFor, within } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const figuresOf = (id: number, more: Partial<results.SurveyFigures> = {}): results.SurveyFigures => ({
  id,
  title: `Survey ${id}`,
  active: true,
  sent: 1200,
  delivered: 1100,
  opened: 700,
  hidden: false,
  answered: 300,
  response_rate: 0.25,
  score: 81.5,
  change: -2.5,
  trend: [
    { period: '2026-11-09', score: 84 },
    { period: '2026-11-16', score: 81 },
  ],
  cases: 12,
  ...more,
});
const HIDDEN = { hidden: true, answered: null, response_rate: null, score: null, change: null, trend: [], cases: null };

const replyOf = (rows: results.SurveyFigures[]): ReplyOf<typeof results.listSurveyFigures> => ({
  ...pageOf(rows),
  first_day: '2026-10-25',
  last_day: '2026-11-23',
  wards: ['ASH', 'BIRCH'],
});

beforeEach(() => {
  api.answer(
    results.listSurveyFigures,
    replyOf([figuresOf(1), figuresOf(2, { ...HIDDEN, sent: 6, delivered: 4, opened: 4, active: false })]),
  );
});

async function renderOverview(search = '', permissions = ['surveys.list', 'surveys.view']) {
  signIn({ permissions });
  return renderScreen(`/surveys/overview${search}`);
}

describe('the overview of surveys', () => {
  it('shows the figures of each survey, and says where there are too few answers', async () => {
    await renderOverview();
    const rows = await readRows('Overview of surveys');
    expect(rows[0]).toContain('Survey 11,2001,10070030025%81.5-2.512');
    expect(rows[1]).toContain('Survey 2 · inactive644too few to say–––––');
    expect(screen.getByRole('img', { name: 'Score by week: 84, 81' })).toBeDefined();
    expect(screen.getByText('25 Oct 2026 – 23 Nov 2026')).toBeDefined();
  });

  it('opens the results of a survey for the same days and ward', async () => {
    await renderOverview('?location=ASH');
    const link = await screen.findByRole('link', { name: 'Survey 1' });
    expect(link.getAttribute('href')).toBe('/surveys/1/results?from=2026-10-25&to=2026-11-23&location=ASH');
  });

  it('asks for another period, ward and order', async () => {
    const { user, at } = await renderOverview();
    await readRows('Overview of surveys');
    await user.click(screen.getByRole('radio', { name: '90 days' }));
    await waitFor(() => expect(at().search).toMatchObject({ days: '90' }));
    await user.click(screen.getByRole('button', { name: /Cases/ }));
    await user.click(screen.getByRole('button', { name: /Ward/ }));
    await user.click(await screen.findByRole('radio', { name: 'BIRCH' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(api.requestsTo(results.listSurveyFigures).at(-1)?.query).toMatchObject({
        days: '90',
        sort: '-cases',
        location: 'BIRCH',
      }),
    );
  });

  it('leads to the list of surveys, for whoever may see it', async () => {
    const { user, at } = await renderOverview();
    await user.click(await screen.findByRole('radio', { name: 'List' }));
    await waitFor(() => expect(at().path).toBe('/surveys/index'));
  });

  it('offers no list to somebody who may not see it', async () => {
    await renderOverview('', ['surveys.view']);
    await readRows('Overview of surveys');
    expect(screen.queryByRole('radio', { name: 'List' })).toBeNull();
  });

  it('is a card for each survey on a phone', async () => {
    setWindowWidth(390);
    await renderOverview();
    const list = await screen.findByRole('list', { name: 'Overview of surveys' });
    await within(list).findByRole('link', { name: 'Survey 1' });
    expect(list.textContent).toContain('Sent 1,200 · Delivered 1,100 · Opened 700');
    expect(list.textContent).toContain('Score 81.5 · Change -2.5');
    expect(list.textContent).toContain('too few to say');
  });

  it('says that there are no surveys', async () => {
    api.answer(results.listSurveyFigures, replyOf([]));
    await renderOverview();
    expect(await screen.findByText('No surveys yet')).toBeDefined();
  });
});
