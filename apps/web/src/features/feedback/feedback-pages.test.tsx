// @vitest-environment jsdom
import { feedbackRecords } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { chooseFilter, readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../testing/render.tsx';
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
  found: [],
  escalates: true,
  case_id: 7,
  read_at: '2026-11-20T11:00:00.000Z',
  read_by_name: 'Sam',
  outcomes: [],
  pathway: null,
  answers: [
    {
      id: 1,
      category: 'Care',
      question: 'How was the care?',
      answers: ['Poor'],
      is_text: false,
      value: 1,
      escalates: true,
      statement: null,
      statement_language: null,
    },
    {
      id: 2,
      category: null,
      question: 'What should we know?',
      answers: ['Nobody came.'],
      is_text: true,
      value: null,
      escalates: false,
      statement: null,
      statement_language: null,
    },
    {
      id: 3,
      category: null,
      question: 'May we write again?',
      answers: ['I agree'],
      is_text: false,
      value: null,
      escalates: false,
      statement: 'Pouvons-nous vous réécrire ?\nJ’accepte',
      statement_language: 'fr',
    },
  ],
  cases: [{ id: 7, state: 'new', department_title: 'Nursing' }],
  delivery_id: 30,
  assigned_to_id: null,
  assigned_to_name: null,
  tags: [],
  suggested_tags: [],
  notes: [],
  replies: [],
  reply_offer: { channel: 'sms', recipient: '+44•••901', refusal: null, sending_hold: null },
  ...more,
});

const CHOICES = {
  surveys: [{ id: 3, title: 'Discharge' }],
  departments: [],
  wards: ['W1', 'W2'],
  people: [
    { id: 21, name: 'Ines', wards: [] },
    { id: 22, name: 'Olu', wards: ['W2'] },
  ],
  tags: ['food'],
};
const UNREAD = { read_at: null, read_by_name: null };

async function renderList(rows: feedbackRecords.FeedbackRecord[]) {
  signIn({ permissions: ['feedback.list'] });
  api.answer(feedbackRecords.listFeedback, { ...pageOf(rows), unread_count: 1 });
  api.answer(feedbackRecords.listFeedbackChoices, {
    data: CHOICES,
  });
  const drawn = await renderScreen('/feedback/records');
  return { ...drawn, rows: await readRows('Feedback') };
}

async function renderRecord(
  record: feedbackRecords.FeedbackDetail,
  permissions = ['feedback.list', 'cases.list'],
  locations: string[] = [],
) {
  signIn({ permissions, locations });
  api.answer(feedbackRecords.getFeedbackRecord, { data: record });
  api.answer(feedbackRecords.readFeedback, { data: record });
  api.answer(feedbackRecords.listFeedbackChoices, { data: CHOICES });
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

  it('marks what a search found, also late in a long comment, and nothing else', async () => {
    const comment = `${'The soup was cold. '.repeat(10)}The Nürses <b>came</b>, and a nurse.`;
    const { rows } = await renderList([feedbackOf({ comment, found: ['nurse', 'nürses'] })]);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Nürses', 'nurse']);
    expect(rows[0]).toMatch(/… .{20,70}The Nürses <b>came<[/]b>, and a nurse[.]/);
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
      'May we write again?I agreeWords shown (French): Pouvons-nous vous réécrire ? – J’accepte',
    ]);
    expect(screen.getByRole('link', { name: 'Case 7, Nursing' }).getAttribute('href')).toContain('/cases/7');
  });

  it('leads to no case for people who may not see cases', async () => {
    await renderRecord(feedbackOf(), ['feedback.list']);
    expect(screen.queryByRole('link', { name: 'Case 7, Nursing' })).toBeNull();
  });
});

describe('the patient and the visit of an answered survey', () => {
  const links = () => ['Quill, Dara', 'Open the visit'].map((name) => screen.queryByRole('link', { name }) !== null);
  const MAY = ['feedback.list', 'messages.list'];

  it('are led to where one sees the ward', async () => {
    await renderRecord(feedbackOf(), MAY, ['W1']);
    expect(links()).toEqual([true, true]);
  });

  it('are not led to for who was told of answers of another ward', async () => {
    await renderRecord(feedbackOf(), MAY, ['W2']);
    expect(links()).toEqual([false, false]);
  });
});

describe('the follow-up of an answered survey', () => {
  const ALL = ['feedback.list', 'feedback.update', 'texts.reply'];

  it('asks somebody who sees the ward to look after it, as far as one knows instead of nobody', async () => {
    const { user } = await renderRecord(feedbackOf(), ALL);
    api.answer(feedbackRecords.updateFeedback, { data: feedbackOf({ assigned_to_id: 21, assigned_to_name: 'Ines' }) });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'With' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('combobox', { name: 'With' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Ines']);
    await user.click(screen.getByRole('option', { name: 'Ines' }));
    await screen.findByText('Ines finds it in the inbox.');
    expect(api.requestsTo(feedbackRecords.updateFeedback)[0]?.body).toMatchObject({
      feedback: { assignment: { to_id: 21, instead_of_id: null } },
    });
  });

  it('says when somebody else was asked meanwhile', async () => {
    const { user } = await renderRecord(feedbackOf(), ALL);
    api.refuse(feedbackRecords.updateFeedback, 409, {
      message: 'Somebody has changed meanwhile who looks after this.',
    });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'With' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('combobox', { name: 'With' }));
    await user.click(screen.getByRole('option', { name: 'Ines' }));
    expect(await screen.findByText(/^Somebody has changed meanwhile/)).toBeTruthy();
  });

  it('sends only the tags that were added or taken away', async () => {
    const { user } = await renderRecord(feedbackOf({ tags: ['food'] }), ALL);
    api.answer(feedbackRecords.updateFeedback, { data: feedbackOf() });
    await user.type(screen.getByLabelText('Tags', { selector: 'input' }), 'Noise{Enter}');
    await expect
      .poll(() => api.requestsTo(feedbackRecords.updateFeedback)[0]?.body)
      .toMatchObject({ feedback: { add_tags: ['noise'], remove_tags: [] } });
  });

  it('suggests tags with the words that decided; each is added or refused', async () => {
    const suggested_tags = [
      { tag: 'food', words: ['soup', 'cold'], right_percent: 92 },
      { tag: 'noise', words: ['loud'], right_percent: 81 },
    ];
    const { user } = await renderRecord(feedbackOf({ suggested_tags }), ALL);
    api.answer(feedbackRecords.updateFeedback, { data: feedbackOf({ suggested_tags }) });
    const region = screen.getByRole('region', { name: 'Suggested' });
    expect(region.textContent).toContain('Because of “soup” and “cold”. Of a hundred such suggestions 92 were right.');
    const sent = () => api.requestsTo(feedbackRecords.updateFeedback).map(({ body }) => body);
    await user.click(within(region).getByRole('button', { name: 'Add the tag food' }));
    await expect.poll(sent).toEqual([{ feedback: { add_tags: ['food'] } }]);
    const refuse = within(region).getByRole('button', { name: 'The tag noise does not fit' });
    await waitFor(() => expect(refuse).toHaveProperty('disabled', false));
    await user.click(refuse);
    await expect.poll(sent).toEqual([{ feedback: { add_tags: ['food'] } }, { feedback: { refuse_tags: ['noise'] } }]);
  });

  it('adds a note below the others', async () => {
    const notes = [{ id: 1, text: 'Called her.', user_name: null, created_at: '2026-11-20T12:00:00.000Z' }];
    const { user } = await renderRecord(feedbackOf({ notes }), ALL);
    api.answer(feedbackRecords.addFeedbackNote, { data: feedbackOf() });
    expect(screen.getByRole('list', { name: 'Notes' }).textContent).toContain('A former colleague');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Write a note.')).toBeTruthy();
    await user.type(screen.getByLabelText('Your note'), 'She is content.');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByText('The note is added.');
    expect(api.requestsTo(feedbackRecords.addFeedbackNote)[0]?.body).toEqual({ note: { text: 'She is content.' } });
  });

  it('writes to the person where the gate allows it, and says beforehand to whom', async () => {
    const { user } = await renderRecord(feedbackOf(), ALL);
    api.answer(feedbackRecords.replyToFeedback, { data: feedbackOf() });
    expect(screen.getByText('By SMS to +44•••901.')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Your answer/), 'We are sorry.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Your answer is on its way.');
    expect(api.requestsTo(feedbackRecords.replyToFeedback)[0]?.body).toEqual({ text: 'We are sorry.' });
  });

  it.each([
    ['opted_out', 'Nothing would be sent: Opted out'],
    ['anonymous', 'Nobody knows who answered.'],
  ] as const)('offers no message to %s', async (refusal, words) => {
    await renderRecord(
      feedbackOf({ reply_offer: { channel: null, recipient: null, refusal, sending_hold: null } }),
      ALL,
    );
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('is only read by people who may not change it', async () => {
    await renderRecord(feedbackOf({ assigned_to_id: 21, assigned_to_name: 'Ines', tags: ['food'] }), ['feedback.list']);
    expect(screen.getByRole('region', { name: 'Follow-up' }).textContent).toContain('Ines');
    expect(screen.queryByRole('combobox', { name: 'With' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});
