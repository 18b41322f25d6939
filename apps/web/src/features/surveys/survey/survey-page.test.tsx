// @vitest-environment jsdom
import { screen, waitFor, within } from '../../../testing/render.tsx';
import { broadcasts, outcomeScores, questions, sections, surveys } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf, questionOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { surveyOf } from '../../../testing/settings-records.ts';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();
const ALL = ['surveys.view', 'surveys.update', 'surveys.create', 'surveys.delete'];
const NO_USES: surveys.SurveyUses = {
  trigger_ids: [],
  broadcast_ids: [],
  mailing_lists: [],
  kiosks: 0,
  kiosk_labels: [],
  pathways: [],
  after_cases: false,
  scheduled: 0,
  reminders: 0,
  unanswered: 0,
  open_cases: 0,
  deletion_refusal: null,
};

beforeEach(() => {
  api.answer(surveys.previewSurvey, { data: { language: 'en', html: '<p>Preview</p>' } });
  api.answer(surveys.listSurveyUses, { data: NO_USES });
  api.answer(broadcasts.listBroadcasts, pageOf<broadcasts.Broadcast>([]));
  api.answer(outcomeScores.listOutcomeScores, pageOf<outcomeScores.OutcomeScore>([]));
  api.answer(
    questions.listSurveyQuestions,
    pageOf([
      questionOf(1, 'How was it?'),
      questionOf(2, 'And the food?'),
      questionOf(3, 'Anything else?', { type_of: 'text' }),
    ]),
  );
});

async function renderSurvey(survey = surveyOf(2, 'Discharge'), permissions = ALL) {
  signIn({ permissions });
  api.answer(surveys.getSurvey, { data: survey });
  const drawn = await renderScreen('/surveys/2');
  await screen.findByRole('list', { name: 'Questions' });
  return drawn;
}
const order = () =>
  within(screen.getByRole('list', { name: 'Questions' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.queryByRole('button', { name });

describe('the page of a survey', () => {
  it('offers nothing to who may only look', async () => {
    await renderSurvey(undefined, ['surveys.view']);
    expect([button('Deactivate'), button('Duplicate'), button('Delete')]).toEqual([null, null, null]);
    expect(button('Move down: How was it?')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Broadcasts' })).toBeNull();
  });

  it('cannot be deleted once somebody was asked with it', async () => {
    await renderSurvey(surveyOf(2, 'Discharge', { offered: true }));
    expect(button('Delete')).toBeNull();
    expect(button('Deactivate')).not.toBeNull();
  });

  it('is copied, and the copy is opened', async () => {
    api.answer(surveys.duplicateSurvey, { data: surveyOf(8, 'Discharge (copy)', { active: false }) });
    const { user, at } = await renderSurvey();
    await user.dblClick(screen.getByRole('button', { name: 'Duplicate' }));
    await waitFor(() => expect(at().path).toBe('/surveys/8'));
    expect(api.requestsTo(surveys.duplicateSurvey)).toHaveLength(1);
  });

  it('is switched on at once, with the version that is shown', async () => {
    api.answer(surveys.updateSurvey, { data: surveyOf(2, 'Discharge') });
    const { user } = await renderSurvey(surveyOf(2, 'Discharge', { active: false }));
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('The survey is active.')).toBeDefined();
    expect(api.requestsTo(surveys.updateSurvey)[0]?.body).toEqual({ survey: { active: true, version: 3 } });
  });
});

describe('switching a survey off', () => {
  const USES = {
    ...NO_USES,
    trigger_ids: [5],
    mailing_lists: ['ward-4'],
    kiosk_labels: ['Lobby'],
    after_cases: true,
    scheduled: 2,
    reminders: 1,
    unanswered: 12,
    open_cases: 1,
  };

  async function openDialog() {
    const drawn = await renderSurvey(surveyOf(2, 'Discharge', { offered: true }));
    await drawn.user.click(screen.getByRole('button', { name: 'Deactivate' }));
    const box = await screen.findByRole('dialog', { name: 'Deactivate Discharge?' });
    const submit = within(box).getByRole<HTMLButtonElement>('button', { name: 'Deactivate' });
    await waitFor(() => expect(submit.disabled).toBe(false));
    return { ...drawn, box, submit };
  }

  it('names what goes on asking with it, and stops that first', async () => {
    const calls: string[] = [];
    api.answer(surveys.listSurveyUses, { data: USES });
    api.answerBy(surveys.stopSurveyUses, () => (calls.push('stopped'), { data: NO_USES }));
    api.answerBy(surveys.updateSurvey, () => (calls.push('switched off'), { data: surveyOf(2, 'Discharge') }));
    const { user, box, submit } = await openDialog();
    expect(
      within(box)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Trigger #5',
      'Broadcast to ward-4',
      'Kiosk Lobby',
      'The question after a case is closed',
      '2 messages that wait to be sent; they will not be sent',
      '1 of these messages is a reminder',
      '12 people have a link and have not answered; the link will no longer open the survey.',
      '1 case about its answers stays open and goes on escalating.',
    ]);
    await user.dblClick(submit);
    expect(await screen.findByText('The survey is not active any more.')).toBeDefined();
    expect(calls).toEqual(['stopped', 'switched off']);
    expect(api.requestsTo(surveys.updateSurvey)[0]?.body).toEqual({ survey: { active: false, version: 3 } });
  });

  it('leaves what asks as it is where the tick is taken away', async () => {
    api.answer(surveys.listSurveyUses, { data: USES });
    api.answer(surveys.updateSurvey, { data: surveyOf(2, 'Discharge') });
    const { user, box, submit } = await openDialog();
    await user.click(within(box).getByRole('checkbox', { name: 'Stop these too' }));
    await user.click(submit);
    await waitFor(() => expect(api.requestsTo(surveys.updateSurvey)).toHaveLength(1));
    expect(api.requestsTo(surveys.stopSurveyUses)).toEqual([]);
  });

  it('does not switch it off where what asks could not be stopped', async () => {
    api.answer(surveys.listSurveyUses, { data: USES });
    api.refuse(surveys.stopSurveyUses, 409, { message: 'A broadcast is just beginning.' });
    const { user, submit } = await openDialog();
    await user.click(submit);
    expect((await screen.findByRole('alert')).textContent).toContain('A broadcast is just beginning.');
    expect(api.requestsTo(surveys.updateSurvey)).toEqual([]);
  });

  it('sends nothing on Cancel', async () => {
    const { user, box } = await openDialog();
    await user.click(within(box).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(surveys.updateSurvey)).toEqual([]);
  });
});

describe('the questions of a survey', () => {
  it('say what they are, and which are not asked for want of options', async () => {
    api.answer(
      questions.listSurveyQuestions,
      pageOf([
        questionOf(1, 'How was it?', {
          required: true,
          category: { id: 12, title: 'Stay' },
          options: [{ id: 1, title: 'Good', value: 100, escalate: false, notify: false, version: 1 }],
        }),
        questionOf(2, 'And the food?', {
          conditions: [{ question_id: 1, option_id: 1, question: 'How was it?', option: 'Good' }],
        }),
        questionOf(3, 'What did you eat?', {
          conditions: [
            { question_id: 1, option_id: 1, question: 'How was it?', option: 'Good' },
            { question_id: 2, option_id: 2, question: 'And the food?', option: 'Bad' },
          ],
          condition_match: 'any',
        }),
      ]),
    );
    await renderSurvey();
    const rows = within(screen.getByRole('list', { name: 'Questions' })).getAllByRole('listitem');
    expect(rows[0]?.textContent).toBe('1How was it?One choice · Stay · Required · 1 option');
    expect(rows[1]?.textContent).toContain('Only when “How was it?” was answered with “Good”');
    expect(rows[2]?.textContent).toContain(
      'Only when any of these holds: “How was it?” was answered with “Good”; “And the food?” was answered with “Bad”',
    );
    expect(rows[1]?.textContent).toContain('No options yet, so it is not asked');
  });

  it('are moved by their buttons: shown at once, announced, and sent as a whole', async () => {
    const release = api.answerLater(sections.orderSurvey, { data: [] });
    const { user } = await renderSurvey();
    await user.click(screen.getByRole('button', { name: 'Move down: How was it?' }));
    await waitFor(() => expect(order()).toEqual(['And the food?', 'How was it?', 'Anything else?']));
    expect(screen.getByText('How was it? is now 2 of 3.')).toBeDefined();
    release();
    await waitFor(() => expect(api.requestsTo(questions.listSurveyQuestions).length).toBeGreaterThan(1));
    expect(api.requestsTo(sections.orderSurvey).map(({ body }) => body)).toEqual([
      { survey: { items: [2, 1, 3].map((id) => ({ kind: 'question', id })) } },
    ]);
  });

  it('are moved again before the first move is stored: it is shown at once, and sent after the first', async () => {
    const release = api.answerLater(sections.orderSurvey, { data: [] });
    const { user } = await renderSurvey();
    await user.click(screen.getByRole('button', { name: 'Move down: How was it?' }));
    await waitFor(() => expect(order()).toEqual(['And the food?', 'How was it?', 'Anything else?']));
    await user.click(screen.getByRole('button', { name: 'Move down: How was it?' }));
    await waitFor(() => expect(order()).toEqual(['And the food?', 'Anything else?', 'How was it?']));
    const sent = () => api.requestsTo(sections.orderSurvey).map(({ body }) => body);
    expect(sent()).toHaveLength(1);
    const releaseSecond = api.answerLater(sections.orderSurvey, { data: [] });
    release();
    await waitFor(() => expect(sent()).toHaveLength(2));
    // An order that is not wanted any more is not fetched.
    expect(api.requestsTo(questions.listSurveyQuestions)).toHaveLength(1);
    expect(sent()[1]).toEqual({ survey: { items: [2, 3, 1].map((id) => ({ kind: 'question', id })) } });
    releaseSecond();
    await waitFor(() => expect(api.requestsTo(questions.listSurveyQuestions)).toHaveLength(2));
  });

  it('stand under headings, which are moved with them', async () => {
    const heading = { id: 1, title: 'The ward', introduction: 'Where you slept.', sort_order: 2, version: 1 };
    api.answer(sections.orderSurvey, { data: [] });
    const { user } = await renderSurvey(surveyOf(2, 'Discharge', { sections: [heading] }));
    const rows = () => within(screen.getByRole('list', { name: 'Questions' })).getAllByRole('listitem');
    expect(rows().map(({ textContent }) => textContent?.slice(0, 12))).toEqual([
      '1How was it?',
      'The wardWher',
      '2And the foo',
      '3Anything el',
    ]);
    await user.click(screen.getByRole('button', { name: 'Move up: The ward' }));
    await waitFor(() =>
      expect(api.requestsTo(sections.orderSurvey)[0]?.body).toEqual({
        survey: {
          items: [
            { kind: 'section', id: 1 },
            { kind: 'question', id: 1 },
            { kind: 'question', id: 2 },
            { kind: 'question', id: 3 },
          ],
        },
      }),
    );
  });

  it('get a heading, which is changed with its version and removed after a question', async () => {
    const heading = { id: 1, title: 'The ward', introduction: '', sort_order: 2, version: 4 };
    api.answer(sections.createSection, { data: heading });
    api.answer(sections.updateSection, { data: heading });
    api.answer(sections.deleteSection, { data: { id: 1 } });
    const { user } = await renderSurvey(surveyOf(2, 'Discharge', { sections: [heading] }));
    await user.click(screen.getByRole('button', { name: 'Add section' }));
    const added = await screen.findByRole('dialog', { name: 'Add section' });
    await user.type(within(added).getByLabelText(/^Title/), 'Going home');
    await user.click(within(added).getByRole('button', { name: 'Add section' }));
    await waitFor(() =>
      expect(api.requestsTo(sections.createSection)[0]?.body).toEqual({
        section: { title: 'Going home', introduction: '' },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Edit section: The ward' }));
    const changed = await screen.findByRole('dialog', { name: 'Edit section' });
    await user.type(within(changed).getByLabelText(/^Text below/), 'Day and night.');
    await user.click(within(changed).getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(api.requestsTo(sections.updateSection)[0]?.body).toEqual({
        section: { title: 'The ward', introduction: 'Day and night.', version: 4 },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Remove section: The ward' }));
    const question = await screen.findByRole('dialog', { name: 'Remove section: The ward' });
    await user.click(within(question).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(api.requestsTo(sections.deleteSection)).toHaveLength(1));
  });

  it('stay where they are at the ends', async () => {
    const { user } = await renderSurvey();
    await user.click(screen.getByRole('button', { name: 'Move up: How was it?' }));
    await user.click(screen.getByRole('button', { name: 'Move down: Anything else?' }));
    expect(api.requestsTo(sections.orderSurvey)).toEqual([]);
  });

  it('go back to their order when it could not be saved', async () => {
    api.refuse(sections.orderSurvey, 409, { message: 'A question was added meanwhile.' });
    const { user } = await renderSurvey();
    await user.click(screen.getByRole('button', { name: 'Move up: And the food?' }));
    expect((await screen.findByRole('alert')).textContent).toContain('A question was added meanwhile.');
    await waitFor(() => expect(order()).toEqual(['How was it?', 'And the food?', 'Anything else?']));
  });
});
