// @vitest-environment jsdom
import { answerScales, options } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf } from '../../../testing/records.ts';
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
const OPTIONS = [optionOf(1, 'Agree', 100), optionOf(2, 'Disagree', 0), optionOf(3, 'Does not apply', null)];
const SCALE = {
  id: 7,
  title: 'Agreement',
  options: OPTIONS.slice(0, 2),
  questions_count: 2,
  version: 4,
  questions: [],
};

it('a scale is changed for all its questions: an option is added, and the order turned round', async () => {
  signIn({ permissions: ['surveys.list', 'surveys.view', 'surveys.update'] });
  api.answer(answerScales.getAnswerScale, { data: SCALE });
  api.answer(options.listOptions, pageOf(OPTIONS.map((option) => ({ ...option, questions_count: 0 }))));
  api.answer(answerScales.updateAnswerScale, { data: SCALE });
  const { user } = await renderScreen('/scales/7/edit');
  expect(await screen.findByText(/Questions that use it: 2/)).toBeTruthy();
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add options' });
  await waitFor(() => expect(add.disabled).toBe(false));
  await user.click(add);
  await user.click(await screen.findByRole('option', { name: 'Does not apply (does not count)' }));
  await user.click(screen.getByRole('button', { name: 'Add 1' }));
  const list = screen.getByRole('list', { name: 'Options' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Move down: Agree' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Saved.');
  expect(api.requestsTo(answerScales.updateAnswerScale)[0]?.body).toEqual({
    answer_scale: { title: 'Agreement', options: [{ id: 2 }, { id: 1 }, { id: 3 }], version: 4 },
  });
});

it('a scale of one option is not sent', async () => {
  signIn({ permissions: ['surveys.list', 'surveys.view', 'surveys.update'] });
  api.answer(options.listOptions, pageOf(OPTIONS.map((option) => ({ ...option, questions_count: 0 }))));
  const { user } = await renderScreen('/scales/create');
  await user.type(await screen.findByRole('textbox', { name: /Title/ }), 'Short');
  await user.click(screen.getByRole('button', { name: 'Create answer scale' }));
  expect((await screen.findAllByText('Choose at least two options.')).length).toBeGreaterThan(0);
  expect(api.requestsTo(answerScales.createAnswerScale)).toHaveLength(0);
});
