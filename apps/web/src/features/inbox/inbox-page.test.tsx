// @vitest-environment jsdom
import { screen, waitFor } from '../../testing/render.tsx';
import { inbox } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const itemOf = (id: number, more: Partial<inbox.InboxItem> = {}): inbox.InboxItem => ({
  id,
  kind: 'case_opened',
  case_id: 40,
  text_id: null,
  feedback_id: null,
  alarm_id: null,
  case_state: 'new',
  department_title: 'Kitchen',
  question: 'How was the food?',
  answer: 'Cold',
  location: 'W1',
  created_at: '2026-11-20T10:00:00.000Z',
  read_at: null,
  ...more,
});

async function renderInbox(items: inbox.InboxItem[]) {
  signIn({ permissions: ['feedback.list'] });
  api.answer(inbox.listInbox, { ...pageOf(items), unread_count: 1 });
  const drawn = await renderScreen('/inbox');
  return { ...drawn, rows: await readRows('Inbox') };
}

describe('the inbox', () => {
  it('says each kind of news in a word, and marks what is unread', async () => {
    const { rows } = await renderInbox([
      itemOf(1),
      itemOf(2, { kind: 'case_escalated', read_at: '2026-11-20T11:00:00.000Z' }),
      itemOf(3, { kind: 'case_notify', case_id: null, case_state: null }),
      itemOf(4, { kind: 'text_received', case_id: null, text_id: 31, case_state: null }),
      itemOf(5, { kind: 'alarm_opened', case_id: null, alarm_id: 6, case_state: null }),
      itemOf(6, { kind: 'feedback_assigned', case_id: null, feedback_id: 12, case_state: null }),
      itemOf(7, { kind: 'case_assigned' }),
    ]);
    expect(rows[0]).toContain('Cold How was the food?A case for youKitchenW1New');
    expect(
      rows.map(
        (row) =>
          /Answers for you|A case for you|A case given to you|Nobody has claimed it yet|For your information|Somebody wrote back|An alarm/.exec(
            row,
          )?.[0],
      ),
    ).toEqual([
      'A case for you',
      'Nobody has claimed it yet',
      'For your information',
      'Somebody wrote back',
      'An alarm',
      'Answers for you',
      'A case given to you',
    ]);
    expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(6);
  });

  it.each([
    ['a case', {}, '/cases/40'],
    ['a case that a colleague gave', { kind: 'case_assigned' }, '/cases/40'],
    ['a text', { kind: 'text_received', case_id: null, text_id: 31 }, '/texts/31'],
    ['the case that a text opened', { kind: 'text_received', text_id: 31 }, '/cases/40'],
    ['the answers', { kind: 'feedback_assigned', case_id: null, feedback_id: 12 }, '/feedback/records/12'],
    ['the alarms', { kind: 'alarm_opened', case_id: null, alarm_id: 6 }, '/alarms/index'],
  ] as const)('opens %s, and has then read it', async (_what, more, path) => {
    api.answer(inbox.readInboxItem, { data: itemOf(1) });
    const { user, at } = await renderInbox([itemOf(1, more)]);
    await user.click(screen.getByRole('link', { name: /Cold/ }));
    await waitFor(() => expect(at().path).toBe(path));
    await waitFor(() =>
      expect(api.requestsTo(inbox.readInboxItem).map((sent) => sent.path)).toEqual(['/inbox/1/read']),
    );
  });

  it.each([
    ['the question', { answer: '' }, /How was the food/],
    ['what it is', { answer: '', question: '' }, /A case for you/],
  ])('names %s when nothing was written, or it was erased', async (_what, more, name) => {
    await renderInbox([itemOf(1, more)]);
    expect(screen.getByRole('link', { name })).toBeTruthy();
  });

  it('only reads what leads nowhere, and reads nothing twice', async () => {
    const { user, at } = await renderInbox([
      itemOf(1, { kind: 'case_notify', case_id: null, read_at: '2026-11-20T11:00:00.000Z' }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Cold' }));
    expect(at().path).toBe('/inbox');
    expect(api.requestsTo(inbox.readInboxItem)).toEqual([]);
  });

  it('is filtered by what is unread', async () => {
    const { user, at } = await renderInbox([itemOf(1)]);
    await user.click(screen.getByRole('button', { name: 'Filter by Unread' }));
    await waitFor(() => expect(at().search).toEqual({ unread: '1' }));
    await waitFor(() => expect(api.requestsTo(inbox.listInbox).at(-1)?.query).toMatchObject({ unread: '1' }));
  });
});
