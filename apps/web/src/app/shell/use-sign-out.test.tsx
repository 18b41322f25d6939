// @vitest-environment jsdom
import { answerBox, renderAt, screen, waitFor } from '../../testing/render.tsx';
import { account } from '@wardvoice/contract';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { getSession, useSession, wasSignedOut } from '../../api/session.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { signIn } from '../../testing/sign-in.ts';
import { useUnsaved } from '../../ui/domain/record-form/unsaved.ts';
import { useSignOut } from './use-sign-out.ts';

const api = startApiServer();

function Note() {
  const [text, setText] = useState('');
  useUnsaved(() => text !== '');
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />;
}

function Page() {
  const signOut = useSignOut();
  if (!useSession()) return <p>Signed out</p>;
  return (
    <>
      <Note />
      <button type="button" onClick={() => void signOut()}>
        Leave work
      </button>
    </>
  );
}

beforeEach(() => {
  signIn();
  api.answer(account.logout, { data: { id: 3 } });
});

it('ends the session at the server and here', async () => {
  const { user } = await renderAt(<Page />);
  await user.click(screen.getByRole('button', { name: 'Leave work' }));
  expect(await screen.findByText('Signed out')).toBeDefined();
  expect(api.requestsTo(account.logout)).toHaveLength(1);
  expect(wasSignedOut()).toBe(true);
});

it('asks first where a form is unsaved, and No leaves the session as it is', async () => {
  const { user } = await renderAt(<Page />);
  await user.type(screen.getByLabelText('Note'), 'Called twice');
  await user.click(screen.getByRole('button', { name: 'Leave work' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await answerBox(user, 'No');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo(account.logout)).toEqual([]);
  expect(getSession()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Leave work' }));
  await answerBox(user, 'Yes');
  expect(await screen.findByText('Signed out')).toBeDefined();
  expect(api.requestsTo(account.logout)).toHaveLength(1);
});

it('forgets the session where the server cannot be reached as well', async () => {
  api.refuse(account.logout, 500, { message: 'The server is being started.' });
  const { user } = await renderAt(<Page />);
  await user.click(screen.getByRole('button', { name: 'Leave work' }));
  expect(await screen.findByText('Signed out')).toBeDefined();
  expect(screen.getByRole('alert')).toBeDefined();
  expect(getSession()).toBeNull();
});
