// @vitest-environment jsdom
import { act, renderAt, screen, waitFor } from '../../testing/render.tsx';
import { useQuery } from '@tanstack/react-query';
import { account, categories } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { ask } from '../../api/ask.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../testing/records.ts';
import { sessionReply, signIn } from '../../testing/sign-in.ts';
import { ConnectionBand } from './connection-band.tsx';
import { LiveIndicator } from './live-indicator.tsx';

const api = startApiServer();

function List() {
  const { data } = useQuery(ask(categories.listCategories, {}));
  return (
    <>
      <ConnectionBand />
      <LiveIndicator />
      {data?.data.map(({ id, title }) => (
        <p key={id}>{title}</p>
      ))}
    </>
  );
}

it('a band says that the browser is offline, and nothing claims to be live; afterwards the list is read again', async () => {
  signIn();
  api.answer(account.getSession, sessionReply());
  api.answer(categories.listCategories, pageOf([categoryOf(1, 'Food')]));
  await renderAt(<List />);
  await screen.findByText('Food');
  const [band] = screen.getAllByRole('status');
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(band?.textContent).toMatch(/^You are offline/);
  expect(screen.getByText('Reconnecting')).toBeDefined();
  api.answer(categories.listCategories, pageOf([categoryOf(1, 'Meals')]));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Meals');
  await waitFor(() => expect(band?.textContent).toBe(''));
  expect(await screen.findByText('Connected again. What you see is up to date.')).toBeDefined();
});
