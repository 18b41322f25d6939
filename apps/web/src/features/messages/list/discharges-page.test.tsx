// @vitest-environment jsdom
import { messages } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { readRows } from '../../../testing/lists.ts';
import { messageOf } from '../../../testing/messages.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

it.each(['/discharges/index', '/messages/messages/discharges'])(
  'lists the discharges at %s, with its filters, and leads whoever may to the form of a new one',
  async (address) => {
    signIn({ permissions: ['messages.list', 'messages.create', 'feedback.create'] });
    api.answer(messages.listDischarges, pageOf([messageOf(40)]));
    api.answer(messages.listMessageChoices, { data: { wards: ['W1'], lists: [] } });
    await renderScreen(`${address}?exclude_feedback=1`);
    expect((await readRows('Discharges'))[0]).toContain('Quill, Dara');
    expect(api.requestsTo(messages.listDischarges).at(-1)?.query).toMatchObject({ exclude_feedback: '1' });
    expect(screen.getByRole('link', { name: 'Create discharge' }).getAttribute('href')).toBe('/discharges/create');
    expect(screen.getByRole('link', { name: 'Take the survey with Quill, Dara' }).getAttribute('href')).toBe(
      '/messages/40/feedback',
    );
  },
);

it('offers neither the form nor surveys to whoever may only read', async () => {
  signIn({ permissions: ['messages.list'] });
  api.answer(messages.listDischarges, pageOf([messageOf(40)]));
  api.answer(messages.listMessageChoices, { data: { wards: ['W1'], lists: [] } });
  await renderScreen('/messages/messages/discharges');
  await readRows('Discharges');
  expect(screen.queryByRole('link', { name: 'Create discharge' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Take the survey/ })).toBeNull();
});
