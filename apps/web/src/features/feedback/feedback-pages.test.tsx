// @vitest-environment jsdom
import { feedbackRecords } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { chooseFilter, readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen, waitFor } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const feedbackOf = (more: Partial<feedbackRecords.FeedbackDetail> = {}): feedbackRecords.FeedbackDetail => ({
  id: 12,
  submitted_at: '2026-11-20T10:00:00.000Z',
  change_number: 40,
  survey_id: 3,
  survey_title: 'Discharge',
  score: 2.25,
  language: 'en',
  location: 'W1',
  department_id: null,
  department_title: null,
  patient_id: 5,
  given_name: 'Dara',
  family_name: 'Quill',
  contact_id: null,
  contact_name: null,
  kiosk_label: null,
  visit_id: 8,
  message_id: 9,
  comment: 'Nobody came.',
  escalates: true,
  case_id: 7,
  read_at: '2026-11-20T11:00:00.000Z',
  read_by_name: 'Sam',
  answers: [
    {
      id: 1,
      category: 'Care',
      question: 'How was the care?',
      answers: ['Poor'],
      is_text: false,
      value: 1,
      escalates: true,
    },
    {
      id: 2,
      category: null,
      question: 'What should we know?',
      answers: ['Nobody came.'],
      is_text: true,
      value: null,
      escalates: false,
    },
  ],
  cases: [{ id: 7, state: 'new', department_title: 'Nursing' }],
  delivery_id: 30,
  ...more,
});

const UNREAD = { read_at: null, read_by_name: null };

async function renderList(rows: feedbackRecords.FeedbackRecord[]) {
  signIn({ permissions: ['feedback.list'] });
  api.answer(feedbackRecords.listFeedback, { ...pageOf(rows), unread_count: 1 });
  api.answer(feedbackRecords.listFeedbackChoices, {
    data: { surveys: [{ id: 3, title: 'Discharge' }], departments: [], wards: ['W1', 'W2'] },
  });
  const drawn = await renderScreen('/feedback/records');
  return { ...drawn, rows: await readRows('Feedback') };
}

async function renderRecord(record: feedbackRecords.FeedbackDetail, permissions = ['feedback.list', 'cases.list']) {
  signIn({ permissions });
  api.answer(feedbackRecords.getFeedbackRecord, { data: record });
  api.answer(feedbackRecords.readFeedback, { data: record });
  const drawn = await renderScreen('/feedback/records/12');
  await screen.findByRole('table', { name: 'Answers' });
  return drawn;
}

describe('the list of answered surveys', () => {
  it('says who answered, what they wrote, and what nobody has read', async () => {
    const { rows } = await renderList([
      feedbackOf(UNREAD),
      feedbackOf({
        id: 13,
        given_name: null,
        family_name: null,
        kiosk_label: 'Lobby',
        comment: null,
        escalates: false,
        case_id: null,
      }),
    ]);
    expect(rows[0]).toMatch(/Quill, DaraNobody came\.2\.3.*W1.*Called for help.*Case 7/);
    expect(rows[1]).toMatch(/Somebody at LobbyNo comment/);
    expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(1);
  });

  it('is filtered by what there is to choose', async () => {
    const { user } = await renderList([feedbackOf()]);
    await chooseFilter(user, 'Ward', 'W2');
    await waitFor(() =>
      expect(api.requestsTo(feedbackRecords.listFeedback).at(-1)?.query).toMatchObject({ location: 'W2' }),
    );
  });
});

describe('one answered survey', () => {
  it('is read by being opened, once', async () => {
    await renderRecord(feedbackOf(UNREAD));
    await waitFor(() => expect(api.requestsTo(feedbackRecords.readFeedback)).toHaveLength(1));
    await waitFor(() => expect(api.requestsTo(feedbackRecords.getFeedbackRecord).length).toBeGreaterThan(1));
    expect(api.requestsTo(feedbackRecords.readFeedback)).toHaveLength(1);
  });

  it('can be marked as unread again, and stays so while it is open', async () => {
    const { user } = await renderRecord(feedbackOf());
    api.answer(feedbackRecords.getFeedbackRecord, { data: feedbackOf(UNREAD) });
    await user.click(screen.getByRole('button', { name: 'Mark as unread' }));
    await screen.findByText('It is unread again.');
    expect(api.requestsTo(feedbackRecords.readFeedback).map(({ body }) => body)).toEqual([
      { feedback: { read: false } },
    ]);
    expect(screen.queryByRole('button', { name: 'Mark as unread' })).toBeNull();
  });

  it('shows every answer and leads to its case', async () => {
    await renderRecord(feedbackOf());
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'How was the care?CarePoorCalled for help',
      'What should we know?Nobody came.',
    ]);
    expect(screen.getByRole('link', { name: 'Case 7, Nursing' }).getAttribute('href')).toContain('/cases/7');
  });

  it('leads to no case for people who may not see cases', async () => {
    await renderRecord(feedbackOf(), ['feedback.list']);
    expect(screen.queryByRole('link', { name: 'Case 7, Nursing' })).toBeNull();
  });
});
