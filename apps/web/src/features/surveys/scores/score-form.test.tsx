// @vitest-environment jsdom
import { outcomeScores, questions, surveys } from '@wardvoice/contract';
import { beforeEach, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf, questionOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const optionOf = (id: number, title: string, value: number | null) => ({
  id,
  title,
  value,
  escalate: false,
  notify: false,
  version: 1,
});
const ASKED = [
  questionOf(1, 'Stairs', { options: [optionOf(11, 'Easy', null), optionOf(12, 'Hard', null)] }),
  questionOf(2, 'Sleep', { options: [optionOf(21, 'Well', 100), optionOf(22, 'Badly', 0)] }),
  questionOf(3, 'Anything else?', { type_of: 'text' }),
];
const SCORE: outcomeScores.OutcomeScore = {
  id: 9,
  survey_id: 4,
  survey_title: 'Recovery',
  title: 'Function',
  method: 'percent',
  higher_is_better: false,
  needed: 1,
  important_change: 8,
  bands: [{ from: 40, title: 'Poor' }],
  items: [
    {
      question_id: 1,
      question: 'Stairs',
      type_of: 'radio',
      reversed: true,
      points: [
        { option_id: 11, title: 'Easy', points: 0 },
        { option_id: 12, title: 'Hard', points: 4 },
      ],
      lowest: 0,
      highest: 4,
    },
  ],
  least: 0,
  most: 100,
  version: 3,
};

beforeEach(() => {
  signIn({ permissions: ['surveys.list', 'surveys.view', 'surveys.update'] });
  api.answer(questions.listSurveyQuestions, pageOf(ASKED));
  api.refuse(surveys.getSurvey, 404, { message: 'Not here.' });
});

it('a score is made of questions whose answers count what they are worth, or else their place', async () => {
  api.answer(outcomeScores.createOutcomeScore, { data: SCORE });
  const { user } = await renderScreen('/surveys/4/scores/create');
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Function');
  expect(screen.queryByRole('checkbox', { name: 'Anything else?' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Sleep' }));
  await user.click(screen.getByRole('checkbox', { name: 'Stairs' }));
  const stairs = screen.getByRole('group', { name: 'Points of “Stairs”' });
  await user.clear(within(stairs).getByRole('textbox', { name: 'Hard' }));
  await user.type(within(stairs).getByRole('textbox', { name: 'Hard' }), '4');
  await user.click(within(stairs).getByRole('switch', { name: /^Reversed/ }));
  await user.click(screen.getByRole('radio', { name: 'Lower is better' }));
  await user.click(screen.getByRole('button', { name: 'Add band' }));
  await user.type(screen.getByRole('textbox', { name: /^From/ }), '2');
  await user.type(
    within(screen.getByRole('group', { name: 'Band 1' })).getByRole('textbox', { name: /^Title/ }),
    'Poor',
  );
  await user.click(screen.getByRole('button', { name: 'Add score' }));
  await waitFor(() => expect(api.requestsTo(outcomeScores.createOutcomeScore)).toHaveLength(1));
  expect(api.requestsTo(outcomeScores.createOutcomeScore)[0]?.body).toEqual({
    outcome_score: {
      survey_id: 4,
      title: 'Function',
      method: 'sum',
      higher_is_better: false,
      needed: 1,
      important_change: null,
      bands: [{ from: 2, title: 'Poor' }],
      items: [
        {
          question_id: 1,
          reversed: true,
          points: [
            { option_id: 11, points: 0 },
            { option_id: 12, points: 4 },
          ],
        },
        {
          question_id: 2,
          reversed: false,
          points: [
            { option_id: 21, points: 100 },
            { option_id: 22, points: 0 },
          ],
        },
      ],
    },
  });
});

it('a score is shown as it is, and what the server refuses stands at its item', async () => {
  api.answer(outcomeScores.getOutcomeScore, { data: SCORE });
  api.refuse(outcomeScores.updateOutcomeScore, 422, {
    message: 'No.',
    errors: { 'items.0': ['Give at least two answers different points.'] },
  });
  const { user } = await renderScreen('/surveys/4/scores/9');
  const stairs = await screen.findByRole('group', { name: 'Points of “Stairs”' });
  expect(within(stairs).getByRole<HTMLInputElement>('textbox', { name: 'Hard' }).value).toBe('4');
  expect(within(stairs).getByRole<HTMLInputElement>('switch', { name: /^Reversed/ }).checked).toBe(true);
  await user.clear(within(stairs).getByRole('textbox', { name: 'Hard' }));
  await user.type(within(stairs).getByRole('textbox', { name: 'Hard' }), '0');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findAllByText('Give at least two answers different points.')).length).toBeGreaterThan(0);
  expect(api.requestsTo(outcomeScores.updateOutcomeScore)[0]?.body).toMatchObject({
    outcome_score: { version: 3, important_change: 8, items: [{ points: [{ points: 0 }, { points: 0 }] }] },
  });
});

it('an empty field for points is not sent', async () => {
  api.answer(outcomeScores.getOutcomeScore, { data: SCORE });
  const { user } = await renderScreen('/surveys/4/scores/9');
  const stairs = await screen.findByRole('group', { name: 'Points of “Stairs”' });
  await user.clear(within(stairs).getByRole('textbox', { name: 'Hard' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findAllByText('Enter a number.')).length).toBeGreaterThan(0);
  expect(api.requestsTo(outcomeScores.updateOutcomeScore)).toEqual([]);
});
