// @vitest-environment jsdom
import { messages } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { messageOf } from '../../../testing/messages.ts';
import { answerBox, renderAt, screen } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ReprocessButton } from './reprocess-button.tsx';

const api = startApiServer();

async function reprocess(reply: messages.MessageDetail) {
  signIn({ permissions: ['messages.reprocess'] });
  api.answer(messages.reprocessMessage, { data: reply });
  const { user } = await renderAt(<ReprocessButton id={40} />);
  await user.click(screen.getByRole('button', { name: 'Reprocess' }));
  await answerBox(user, 'Yes');
}

it('says with the cause that a message failed again, and does not say that it was processed', async () => {
  const error = { code: '101', field: 'PID-3', text: 'No number of the patient' };
  await reprocess(messageOf(40, { state: 'error', error }));
  const said = await screen.findByRole('alertdialog', { name: 'The message could not be processed again' });
  expect(said.textContent).toContain('No number of the patient');
  expect(said.textContent).toContain('PID-3');
  expect(screen.queryByText('The message was processed again.')).toBeNull();
});

it('says that a message was processed', async () => {
  await reprocess(messageOf(40));
  expect(await screen.findByText('The message was processed again.')).toBeTruthy();
});

it('says that a message was ignored', async () => {
  await reprocess(messageOf(40, { state: 'ignored' }));
  expect(await screen.findByText(/processed again, and ignored/)).toBeTruthy();
});
