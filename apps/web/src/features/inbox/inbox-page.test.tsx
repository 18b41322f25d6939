// @vitest-environment jsdom
import { screen, waitFor } from '../../testing/render.tsx';
import { inbox, type Permission } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const itemOf = (id: number, more: Partial<inbox.ItemOfPerson> = {}): inbox.ItemOfPerson => ({
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
  done_at: null,
  over: null,
  group: 'patient:7',
  patient_id: 7,
  contact_id: null,
  person: 'Ada Birch',
  ...more,
});

interface Shown {
  over: number;
  address: string;
  permissions: Permission[];
}

const MAY_OPEN_ALL = ['feedback.list', 'cases.list', 'texts.list', 'alarms.list'] as const;

async function renderInbox(
  items: inbox.ItemOfPerson[],
  { over = 0, address = '/inbox', permissions = [...MAY_OPEN_ALL] }: Partial<Shown> = {},
) {
  signIn({ permissions });
  api.answer(inbox.listInboxByPerson, { ...pageOf(items), unread_count: 1, over_count: over });
  const drawn = await renderScreen(address);
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
    expect(rows[0]).toBe('Ada Birch');
    expect(rows[1]).toContain('Cold How was the food?A case for youKitchenW1New');
    expect(
      rows
        .slice(1)
        .map(
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
    await waitFor(() => expect(api.requestsTo(inbox.listInboxByPerson).at(-1)?.query).toMatchObject({ unread: '1' }));
  });

  it.each([
    ['a case', {}],
    ['a text', { kind: 'text_received', case_id: null, text_id: 31 }],
    ['the alarms', { kind: 'alarm_opened', case_id: null, alarm_id: 6 }],
    ['answers', { kind: 'feedback_assigned', case_id: null, feedback_id: 12 }],
  ] as const)('leads nowhere where the person may not open %s', async (_what, more) => {
    const { user, at } = await renderInbox([itemOf(1, { ...more, read_at: '2026-11-20T11:00:00.000Z' })], {
      permissions: [],
    });
    await user.click(screen.getByRole('button', { name: 'Cold' }));
    expect(at().path).toBe('/inbox');
  });

  it('has one heading for what is about one person, and names nobody who is not to be seen', async () => {
    const { rows } = await renderInbox([
      itemOf(1),
      itemOf(2),
      itemOf(3, { group: 'feedback:9', person: null, patient_id: null }),
      itemOf(4, { group: 'system', person: null, patient_id: null, kind: 'alarm_opened' }),
    ]);
    expect(rows.map((row) => /^(Ada Birch|No name to show|The system)$/.exec(row)?.[0] ?? 'item')).toEqual([
      'Ada Birch',
      'item',
      'item',
      'No name to show',
      'item',
      'The system',
      'item',
    ]);
  });

  it('asks for what is to do, and for what is done in its view', async () => {
    const { user, at } = await renderInbox([itemOf(1)]);
    expect(api.requestsTo(inbox.listInboxByPerson).at(-1)?.query).toMatchObject({ done: '0' });
    await user.click(screen.getByRole('radio', { name: 'Done' }));
    await waitFor(() => expect(at().search).toEqual({ done: '1' }));
    await waitFor(() => expect(api.requestsTo(inbox.listInboxByPerson).at(-1)?.query).toMatchObject({ done: '1' }));
  });

  it('is done with one item as it was shown, and takes exactly that back', async () => {
    api.answer(inbox.doneInboxItems, { data: { count: 1, ids: [2] } });
    api.answer(inbox.undoneInboxItems, { data: { count: 1, ids: [2] } });
    const { user } = await renderInbox([
      itemOf(1),
      itemOf(2, { answer: 'Late', created_at: '2026-11-19T08:00:00.000Z' }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Done: Late' }));
    expect(await screen.findByText('1 item is done.')).toBeTruthy();
    expect(api.requestsTo(inbox.doneInboxItems).map(({ body }) => body)).toEqual([
      { inbox: { ids: [2], seen_until: '2026-11-19T08:00:00.000Z' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 item is to do again.')).toBeTruthy();
    expect(api.requestsTo(inbox.undoneInboxItems).map(({ body }) => body)).toEqual([{ inbox: { ids: [2] } }]);
  });

  it('is done with all that is shown, at most as new as it was shown', async () => {
    api.answer(inbox.doneInboxItems, { data: { count: 2, ids: [1, 2] } });
    const { user } = await renderInbox([itemOf(1, { created_at: '2026-11-19T08:00:00.000Z' }), itemOf(2)]);
    await user.click(screen.getByRole('button', { name: 'All of these are done' }));
    expect(await screen.findByText('2 items are done.')).toBeTruthy();
    expect(api.requestsTo(inbox.doneInboxItems).map(({ body }) => body)).toEqual([
      { inbox: { ids: [1, 2], seen_until: '2026-11-20T10:00:00.000Z' } },
    ]);
  });

  it('says what somebody else has finished, and is done with that at once', async () => {
    api.answer(inbox.doneInboxItems, { data: { count: 3, ids: [1, 8, 9] } });
    const { user, rows } = await renderInbox([itemOf(1, { over: 'case_closed', case_state: 'closed' })], { over: 3 });
    expect(rows[1]).toContain('The case is closed');
    await user.click(screen.getByRole('button', { name: 'Done with 3 that are over' }));
    expect(await screen.findByText('3 items are done.')).toBeTruthy();
    expect(api.requestsTo(inbox.doneInboxItems).map(({ body }) => body)).toEqual([{ inbox: { over: true } }]);
  });

  it('takes back from the done view what was done', async () => {
    api.answer(inbox.undoneInboxItems, { data: { count: 1, ids: [1] } });
    const { user } = await renderInbox([itemOf(1, { done_at: '2026-11-20T11:00:00.000Z' })], {
      address: '/inbox?done=1',
    });
    expect(screen.queryByRole('button', { name: /All of these/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'To do again: Cold' }));
    await waitFor(() =>
      expect(api.requestsTo(inbox.undoneInboxItems).map(({ body }) => body)).toEqual([{ inbox: { ids: [1] } }]),
    );
  });
});
