// @vitest-environment jsdom
import { categories, questions, surveys } from '@wardvoice/contract';
import { beforeEach, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../../testing/render.tsx';
import { surveyOf } from '../../../testing/settings-records.ts';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const OPTIONS = [
  { id: 11, title: 'Yes', value: 100, escalate: false, notify: false, version: 1 },
  { id: 12, title: 'No', value: 0, escalate: false, notify: false, version: 1 },
];

const questionOf = (id: number, title: string, more: Partial<questions.Question> = {}): questions.Question => ({
  id,
  survey_id: 2,
  survey_title: 'Discharge',
  title,
  type_of: 'yes_no',
  required: false,
  category_id: 4,
  category: { id: 4, title: 'Care' },
  sort_order: id,
  conditions: [],
  condition_match: 'all',
  condition_question_id: null,
  condition_option_id: null,
  condition: null,
  options: OPTIONS,
  smallest: null,
  largest: null,
  step: null,
  unit: null,
  earliest: null,
  latest: null,
  purpose: null,
  scale: null,
  version: 3,
  ...more,
});

beforeEach(() => {
  signIn({ permissions: ['surveys.view', 'surveys.update', 'categories.list'] });
  const question = questionOf(3, 'What was wrong?', {
    type_of: 'text',
    options: [],
    conditions: [{ question_id: 1, option_id: 12, question: 'Was it warm?', option: 'No' }],
  });
  api.answer(categories.listCategories, pageOf([categoryOf(4, 'Care')]));
  api.answer(surveys.getSurvey, { data: surveyOf(2, 'Discharge') });
  api.answer(
    questions.listSurveyQuestions,
    pageOf([questionOf(1, 'Was it warm?'), questionOf(2, 'Was it quiet?'), question, questionOf(4, 'And later?')]),
  );
  api.answer(questions.getQuestion, { data: question });
  api.answer(questions.updateQuestion, { data: question });
});

const openForm = async () => {
  const drawn = await renderScreen('/surveys/2/questions/3/edit');
  await screen.findByRole('group', { name: 'Condition 1' });
  return drawn;
};
const choose = async (
  user: Awaited<ReturnType<typeof openForm>>['user'],
  group: string,
  label: RegExp,
  title: string,
) => {
  await user.click(within(screen.getByRole('group', { name: group })).getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: title }));
};

it('a condition is added by the titles of an earlier question and its answer, and any of them may be enough', async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole('button', { name: 'Add condition' }));
  const row = within(screen.getByRole('group', { name: 'Condition 2' }));
  await user.click(row.getByRole('combobox', { name: /^Only after this question/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Was it warm?',
    'Was it quiet?',
  ]);
  await user.click(screen.getByRole('option', { name: 'Was it quiet?' }));
  await choose(user, 'Condition 2', /^was answered with/, 'No');
  await user.click(screen.getByRole('combobox', { name: 'It is shown when' }));
  await user.click(await screen.findByRole('option', { name: 'any condition holds' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(api.requestsTo(questions.updateQuestion)[0]?.body).toEqual({
      question: {
        title: 'What was wrong?',
        type_of: 'text',
        required: false,
        category_id: 4,
        conditions: [
          { question_id: 1, option_id: 12 },
          { question_id: 2, option_id: 12 },
        ],
        condition_match: 'any',
        version: 3,
      },
    }),
  );
});

it('a condition without its answer is not saved, and one that is taken out is gone', async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole('button', { name: 'Add condition' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Choose an earlier question.')).toBeTruthy();
  expect(api.requestsTo(questions.updateQuestion)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove condition 2' }));
  await user.click(screen.getByRole('button', { name: 'Remove condition 1' }));
  expect(screen.getByText('Always shown.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(api.requestsTo(questions.updateQuestion)[0]?.body).toMatchObject({ question: { conditions: [] } }),
  );
});

it('a number has limits and a unit, which are sent with no others', async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Number' }));
  await user.type(screen.getByRole('textbox', { name: 'Smallest' }), '-0.5');
  await user.type(screen.getByRole('textbox', { name: 'Largest' }), '300');
  await user.type(screen.getByRole('textbox', { name: 'Unit' }), 'kg');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(api.requestsTo(questions.updateQuestion)[0]?.body).toMatchObject({
      question: { type_of: 'number', smallest: -0.5, largest: 300, step: null, unit: 'kg' },
    }),
  );
  expect(api.requestsTo(questions.updateQuestion)[0]?.body).not.toHaveProperty('question.latest');
});

it('a date may be limited by today or by a fixed day, which has to be named', async () => {
  const { user } = await openForm();
  const pick = async (label: string, name: string) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await pick('Type', 'Date');
  await pick('Last day', 'Today');
  await pick('First day', 'A fixed day');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Enter a day such as 2026-01-31, or today.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^First day is/), '2026-01-05');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(api.requestsTo(questions.updateQuestion)[0]?.body).toMatchObject({
      question: { type_of: 'date', earliest: '2026-01-05', latest: 'today' },
    }),
  );
});

it('a consent names its purpose', async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Consent' }));
  await user.click(screen.getByRole('combobox', { name: 'Consents to' }));
  await user.click(await screen.findByRole('option', { name: 'Surveys' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(api.requestsTo(questions.updateQuestion)[0]?.body).toMatchObject({
      question: { type_of: 'consent', purpose: 'surveys' },
    }),
  );
});

it('the two answers of a consent can be neither removed nor joined by others', async () => {
  api.answer(questions.getQuestion, { data: questionOf(3, 'May we?', { type_of: 'consent', purpose: 'surveys' }) });
  await renderScreen('/surveys/2/questions/3');
  expect(await screen.findByRole('heading', { level: 1, name: 'May we?' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Yes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove Yes' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create option' })).toBeNull();
});
