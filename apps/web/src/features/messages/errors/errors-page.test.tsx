// @vitest-environment jsdom
import { answerBox, screen, waitFor } from '../../../testing/render.tsx';
import { dashboard, messages, type ReplyOf } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { readRows } from '../../../testing/lists.ts';
import { messageOf } from '../../../testing/messages.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const causeOf = (text: string, count: number, more: Partial<messages.ErrorCause> = {}): messages.ErrorCause => ({
  code: '101',
  field: 'PID-3',
  text,
  sending_application: 'ADT',
  count,
  first_at: '2026-11-20T10:00:00.000Z',
  last_at: '2026-11-20T11:00:00.000Z',
  example_id: 40,
  ...more,
});
const errorOf = (id: number) =>
  messageOf(id, { state: 'error', error: { code: '101', field: 'PID-3', text: 'No number of the patient' } });

beforeEach(() => {
  api.answer(messages.listErrors, pageOf([errorOf(40)]));
  api.answer(messages.listErrorCauses, {
    data: [
      causeOf('No number of the patient', 1200),
      causeOf('Cannot be read', 1, { code: '100', field: null, sending_application: null }),
    ],
  });
});

async function renderErrors(who: Parameters<typeof signIn>[0] = { permissions: ['admin', 'messages.reprocess'] }) {
  signIn(who);
  const drawn = await renderScreen('/messages/errors');
  await screen.findByText('1,200 ×');
  return { ...drawn, rows: await readRows('Messages in error') };
}

describe('the messages that could not be processed', () => {
  it('are counted by their cause, and each says what is wrong with it', async () => {
    const { rows } = await renderErrors();
    expect(rows[0]).toContain('Quill, Dara');
    expect(rows[0]).toContain('No number of the patient');
    expect(screen.getByRole('link', { name: 'Cannot be read from an unknown sender' })).toBeDefined();
  });

  it('are those of one cause when it is pressed, and all when it is pressed again', async () => {
    const { user, at } = await renderErrors();
    await user.click(screen.getByRole('link', { name: 'No number of the patient from ADT' }));
    await waitFor(() => expect(at().search).toEqual({ code: '101', field: 'PID-3', sending_application: 'ADT' }));
    await waitFor(() =>
      expect(api.requestsTo(messages.listErrors).at(-1)?.query).toMatchObject({ code: '101', field: 'PID-3' }),
    );
    const link = screen.getByRole('link', { name: 'No number of the patient from ADT' });
    await waitFor(() => expect(link.hasAttribute('aria-current')).toBe(true));
    expect(screen.getByRole('link', { name: /^Cannot be read/ }).hasAttribute('aria-current')).toBe(false);
    await user.click(link);
    await waitFor(() => expect(at().search).toEqual({}));
  });

  it('are processed again only in the organisation that they are of', async () => {
    await renderErrors({ superUser: true, application: null });
    expect(screen.queryAllByRole('button', { name: /Reprocess/ })).toEqual([]);
  });

  it('are processed again cause by cause, after the question', async () => {
    api.answer(messages.reprocessErrors, { data: { queued: 0 } });
    const { user } = await renderErrors();
    const button = screen.getByRole('button', { name: 'Reprocess 1: Cannot be read from an unknown sender' });
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Reprocess this 1 message?' });
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(messages.reprocessErrors)).toEqual([]);
    await user.click(button);
    await answerBox(user, 'Yes');
    await waitFor(() =>
      expect(api.requestsTo(messages.reprocessErrors).map(({ query }) => query)).toEqual([
        { code: '100', field: '', sending_application: '' },
      ]),
    );
  });

  it('are all processed again, and followed until none waits any more', async () => {
    api.answer(messages.reprocessErrors, { data: { queued: 3 } });
    api.handle(dashboard.getDashboard, (_, response) => {
      const reply: Pick<NonNullable<ReplyOf<typeof dashboard.getDashboard>['data']>['feed'], 'waiting'> = {
        waiting: 0,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { feed: reply } }));
    });
    const { user } = await renderErrors();
    await user.click(screen.getByRole('button', { name: 'Reprocess all' }));
    await screen.findByRole('dialog', { name: 'Reprocess all 1201 messages in error?' });
    await answerBox(user, 'Yes');
    expect(await screen.findByText(/3 messages were processed again/)).toBeDefined();
    await waitFor(() => expect(api.requestsTo(messages.listErrors).length).toBeGreaterThan(1));
  });

  it('say why one could not be processed again, and try once more', async () => {
    api.refuse(messages.reprocessMessage, 409, { message: 'It is being processed just now.' });
    const { user } = await renderErrors();
    await user.click(screen.getByRole('button', { name: 'Reprocess C40' }));
    await answerBox(user, 'Yes');
    const box = await screen.findByRole('alertdialog', { name: 'The message could not be processed again' });
    expect(box.textContent).toContain('It is being processed just now.');
    api.answer(messages.reprocessMessage, { data: messageOf(40) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The message was processed again.')).toBeDefined();
  });
});
