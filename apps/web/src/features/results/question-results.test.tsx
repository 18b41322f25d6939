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
        },
      ]}
    />,
  );
  const rows = within(await screen.findByRole('table', { name: 'How was it?' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Good75%6', 'Don’t knowDoes not count–8']);
});
