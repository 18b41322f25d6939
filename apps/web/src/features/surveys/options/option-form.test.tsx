// @vitest-environment jsdom
import { options } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, waitFor } from '../../../testing/render.tsx';
import { optionOf } from '../../../testing/settings-records.ts';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

it('an option that does not count is saved without a value, and needs none', async () => {
  signIn({ permissions: ['surveys.update', 'surveys.view'] });
  api.answer(options.createOption, { data: optionOf(7, 'Don’t know', { value: null }) });
  const { user } = await renderScreen('/options/create');
  await user.type(await screen.findByLabelText(/^Title/), 'Don’t know');
  await user.click(screen.getByRole('switch', { name: /^Does not count/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Value').disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Create option' }));
  await waitFor(() => {
    expect(api.requestsTo(options.createOption)[0]?.body).toEqual({
      option: { title: 'Don’t know', value: null, escalate: false, notify: false },
    });
  });
});

it('an option that counts again asks for its value', async () => {
  signIn({ permissions: ['surveys.update', 'surveys.view'] });
  api.answer(options.getOption, { data: optionOf(7, 'Don’t know', { value: null }) });
  const { user } = await renderScreen('/options/7/edit');
  await user.click(await screen.findByRole('switch', { name: /^Does not count/ }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Enter a whole number from 0 to 100.')).toBeTruthy();
  expect(api.requestsTo(options.updateOption)).toEqual([]);
});
