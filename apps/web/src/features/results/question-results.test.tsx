// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderAt, screen, within } from '../../testing/render.tsx';
import { QuestionResults } from './question-results.tsx';

it('an answer that does not count says so instead of a share', async () => {
  await renderAt(
    <QuestionResults
      questions={[
        {
          id: 1,
          title: 'How was it?',
          type_of: 'radio',
          answered: 16,
          score: 75,
          nps: null,
          options: [
            { title: 'Good', value: 100, count: 6, share: 0.75 },
            { title: 'Don’t know', value: null, count: 8, share: null },
          ],
          numbers: [],
          periods: [],
        },
      ]}
    />,
  );
  const rows = within(await screen.findByRole('table', { name: 'How was it?' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Good75%6', 'Don’t knowDoes not count–8']);
});

const OF_NONE = { answered: 6, score: null, nps: null, options: [], numbers: [], periods: [] };

it('numbers show their spread, and how many lie in each range', async () => {
  const bins = [
    { from: 0, to: 5, count: 2 },
    { from: 5, to: 10, count: 4 },
  ];
  const spread = { least: 0, lower_quartile: 2.25, median: 6, upper_quartile: 7, most: 9 };
  const numbers = [{ unit: 'kg', answered: 6, ...spread, whole: true, bins }];
  await renderAt(<QuestionResults questions={[{ ...OF_NONE, id: 1, title: 'Weight', type_of: 'number', numbers }]} />);
  expect((await screen.findByText('Median')).nextSibling?.textContent).toBe('6 kg');
  expect(screen.getByText('Lower quartile').nextSibling?.textContent).toBe('2.25 kg');
  const rows = within(screen.getByRole('table', { name: 'Weight (kg)' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['0 to 433%2', '5 to 967%4']);
});

it('days show how many lie in each month', async () => {
  const periods = [
    { period: '2026-01', count: 5 },
    { period: '2026-03', count: 1 },
  ];
  await renderAt(
    <QuestionResults questions={[{ ...OF_NONE, id: 1, title: 'Since when?', type_of: 'date', periods }]} />,
  );
  const rows = within(await screen.findByRole('table', { name: 'Since when?' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['January 202683%5', 'March 202617%1']);
});
