// @vitest-environment jsdom
import { screen, waitFor, within } from '../../testing/render.tsx';
import { cases, duty } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const OFFER: cases.DeEscalationOffer = {
  survey_title: 'After the case',
  channel: 'sms',
  recipient: '•••0100',
  refusal: null,
};

const caseOf = (more: Partial<cases.CaseDetail> = {}): cases.CaseDetail => ({
  id: 7,
  state: 'new',
  severity: 'normal',
  due_at: null,
  overdue: false,
  department_id: 4,
  department_title: 'Kitchen',
  survey_title: 'Discharge',
  text_id: null,
  question: 'How was the food?',
  answer: 'Cold',
  location: 'W1',
  given_name: 'Dara',
  family_name: 'Quill',
  contact_name: null,
  kiosk_label: null,
  score: 20.4,
  level: 1,
  next_level_at: null,
  claimed_by_id: null,
  claimed_by_name: null,
  created_at: '2026-11-20T10:00:00.000Z',
  closed_at: null,
  cause_id: null,
  cause_title: null,
  actions_taken: null,
  answered_at: '2026-11-20T09:59:00.000Z',
  visit_id: 5,
  message_id: 6,
  feedback_id: 12,
  contact_id: null,
  phone: '+35315550100',
  email: null,
  language: 'ar',
  answers: [
    { category: 'Food', question: 'How was the food?', answer: 'Cold', value: 0, escalate: true },
    { category: null, question: 'Anything else?', answer: 'No', value: null, escalate: false },
  ],
  de_escalation_offer: OFFER,
  de_escalation: null,
  steps: [
    { id: 1, action: 'opened', user_name: null, to_user_name: null, note: null, at: '2026-11-20T10:00:00.000Z' },
    {
      id: 2,
      action: 'administrators_told',
      user_name: null,
      to_user_name: null,
      note: null,
      at: '2026-11-20T10:30:00.000Z',
    },
    {
      id: 3,
      action: 'claim',
      user_name: 'Nora',
      to_user_name: null,
      note: 'On my way',
      at: '2026-11-20T10:40:00.000Z',
    },
  ],
  ...more,
});

async function renderCase(
  record: cases.CaseDetail,
  permissions = ['cases.list', 'cases.update', 'deliveries.list'],
  locations: string[] = [],
) {
  signIn({ permissions, locations });
  api.answer(cases.getCase, { data: record });
  const drawn = await renderScreen('/cases/7');
  await screen.findByRole('heading', { level: 1, name: /Quill|Somebody|Robin/ });
  return drawn;
}
const moves = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const sent = () => api.requestsTo(cases.updateCase).map(({ body }) => body);

it('says who is on duty in the department of an open case now', async () => {
  api.answer(duty.getOnDuty, {
    data: {
      people: [
        { id: 1, name: 'Sam' },
        { id: 2, name: 'Kim' },
      ],
    },
  });
  await renderCase(caseOf());
  const fact = (await screen.findByText('On duty now')).parentElement;
  expect(fact?.textContent).toBe('On duty nowSam, Kim');
  expect(api.requestsTo(duty.getOnDuty)[0]?.path).toBe('/departments/4/on_duty');
});

const press = (name: string) => screen.getByRole('button', { name });

describe('the page of a case', () => {
  it('says what was answered, who it is about and what happened so far', async () => {
    await renderCase(caseOf());
    expect(screen.getByRole('blockquote').textContent).toBe('How was the food?Cold');
    const answers = within(screen.getByRole('table', { name: 'All answers' }))
      .getAllByRole('row')
      .slice(1);
    expect(answers.map(({ textContent }) => textContent)).toEqual([
      'How was the food?FoodColdCalled for help',
      'Anything else?No',
    ]);
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent.replace(/^.*\d\d:\d\d/, ''))).toEqual([
      'Case opened ',
      'Told the administrators ',
      'Claimed by NoraOn my way',
    ]);
  });

  it('leads whoever was told of a case of another ward to its person, and to no visit or message', async () => {
    await renderCase(caseOf(), undefined, ['Elsewhere']);
    expect(screen.queryAllByRole('link', { name: /^Open (visit|message)$/ })).toEqual([]);
    expect(screen.getByRole('link', { name: '+35315550100' })).toBeTruthy();
  });

  it('leads to the phone, the visit and the message', async () => {
    await renderCase(caseOf());
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(
      expect.arrayContaining(['tel:+35315550100', 'sms:+35315550100', '/visits/5', '/messages/6']),
    );
    expect(screen.getByText('Arabic')).toBeDefined();
    expect(screen.getByText('20')).toBeDefined();
  });

  it('says that nobody can be reached, and why on a kiosk', async () => {
    await renderCase(
      caseOf({
        phone: null,
        given_name: null,
        family_name: null,
        kiosk_label: 'Lobby',
        visit_id: null,
        message_id: null,
      }),
    );
    expect(screen.getByRole('heading', { name: 'Who answered' })).toBeDefined();
    expect(screen.getByText(/Given without a name on the kiosk “Lobby”/)).toBeDefined();
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('says how severe the case is, and that it is overdue', async () => {
    await renderCase(caseOf({ severity: 'urgent', due_at: '2020-01-01T10:00:00.000Z', overdue: true }));
    const heading = screen.getByRole('heading', { level: 1 }).parentElement?.textContent;
    expect(heading).toMatch(/Urgent.*Overdue/);
  });

  it('offers nothing to who may only look', async () => {
    await renderCase(caseOf(), ['cases.list']);
    expect(moves()).toEqual([]);
  });

  it.each([
    ['new', ['Claim', 'Give to a colleague']],
    ['claimed', ['Note contact', 'Close case', 'Give to a colleague']],
    ['contacted', ['Close case', 'Give to a colleague']],
    ['closed', ['Reopen']],
    ['reopened', ['Claim', 'Give to a colleague']],
  ] as const)('offers what can be done with one that is %s', async (state, offered) => {
    await renderCase(caseOf({ state }));
    expect(moves()).toEqual([...offered, 'Save note']);
  });

  it.each([
    ['a colleague', ['cases.list', 'cases.update'], false],
    ['an administrator', ['admin'], true],
  ] as const)('lets %s give away the case of somebody else: %s', async (_who, permissions, offered) => {
    const claimed = caseOf({ state: 'claimed', claimed_by_id: 9, claimed_by_name: 'Sam' });
    await renderCase(claimed, [...permissions]);
    expect(moves().includes('Give to a colleague')).toBe(offered);
  });
});

describe('giving a case to a colleague', () => {
  const PEOPLE = [
    { id: 3, name: 'Nora Nurse', wards: [] },
    { id: 5, name: 'Sam', wards: ['W1'] },
    { id: 6, name: 'Robin', wards: ['W2'] },
  ];
  async function chooseSam(record: cases.CaseDetail) {
    api.answer(cases.listCaseChoices, { data: { people: PEOPLE, causes: [] } });
    const { user } = await renderCase(record);
    await user.click(press('Give to a colleague'));
    const box = await screen.findByRole('dialog', { name: 'Give this case to a colleague' });
    const field = within(box).getByRole('combobox', { name: /Colleague/ });
    await waitFor(() => expect(field).toHaveProperty('disabled', false));
    await user.click(field);
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Sam']);
    await user.click(options[0] as HTMLElement);
    await user.type(within(box).getByLabelText('What they should know (optional)'), 'She asked for you.');
    return { user, give: within(box).getByRole('button', { name: 'Give case' }) };
  }
  const own = caseOf({ state: 'claimed', claimed_by_id: 3, claimed_by_name: 'Nora Nurse' });

  it('offers those who see its ward, and says who has it now', async () => {
    const { user, give } = await chooseSam(own);
    api.answer(cases.assignCase, { data: { ...own, claimed_by_id: 5, claimed_by_name: 'Sam' } });
    await user.click(give);
    await waitFor(() =>
      expect(api.requestsTo(cases.assignCase).map(({ body }) => body)).toEqual([
        { case: { assignment: { to_id: 5, instead_of_id: 3 }, note: 'She asked for you.' } },
      ]),
    );
    expect((await screen.findByRole('status')).textContent).toContain('Sam has the case now.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that somebody was faster', async () => {
    const { user, give } = await chooseSam(own);
    api.refuse(cases.assignCase, 409, { message: 'Robin has this case by now. Look again, then choose.' });
    await user.click(give);
    expect((await screen.findByRole('alert')).textContent).toContain('Robin has this case by now.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows at the field why somebody cannot have it', async () => {
    const { user, give } = await chooseSam(own);
    api.refuse(cases.assignCase, 422, {
      message: 'The given data was invalid.',
      errors: { 'assignment.to_id': ['Sam does not see this ward.'] },
    });
    await user.click(give);
    expect(await screen.findByText('Sam does not see this ward.')).toBeDefined();
  });
});

describe('a note', () => {
  it('is added without moving the case, and is needed to be one', async () => {
    const { user } = await renderCase(caseOf({ state: 'closed' }));
    api.answer(cases.addCaseNote, { data: caseOf({ state: 'closed' }) });
    await user.click(press('Save note'));
    expect(await screen.findByText('Write a note.')).toBeDefined();
    await user.type(screen.getByLabelText('Add a note'), 'No answer.');
    await user.click(press('Save note'));
    await waitFor(() => expect(screen.getByLabelText('Add a note')).toHaveProperty('value', ''));
    expect(api.requestsTo(cases.addCaseNote).map(({ body }) => body)).toEqual([{ note: { text: 'No answer.' } }]);
  });

  it('and to whom a case was given stand among the steps', async () => {
    const step = { user_name: 'Nora', note: null, at: '2026-11-20T10:00:00.000Z' };
    await renderCase(
      caseOf({
        steps: [
          { ...step, id: 1, action: 'assigned', to_user_name: 'Sam' },
          { ...step, id: 2, action: 'note', to_user_name: null, note: 'No answer.' },
        ],
      }),
    );
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent.replace(/^.*\d\d:\d\d/, ''))).toEqual([
      'Given to a colleague by Nora to Sam',
      'Note by NoraNo answer.',
    ]);
  });
});

describe('moving a case', () => {
  beforeEach(() => api.answer(cases.listCaseChoices, { data: { people: [], causes: [] } }));

  it('claims it at once, and shows the claimed case that the server answered', async () => {
    const { user } = await renderCase(caseOf());
    api.answer(cases.updateCase, { data: caseOf({ state: 'claimed', claimed_by_name: 'Nora Nurse' }) });
    api.answer(cases.getCase, { data: caseOf({ state: 'claimed', claimed_by_name: 'Nora Nurse' }) });
    await user.click(press('Claim'));
    expect((await screen.findByRole('status')).textContent).toContain('Case #7 is yours.');
    expect(sent()).toEqual([{ case: { action: 'claim' } }]);
    expect(await screen.findByText('Nora Nurse')).toBeDefined();
    expect(moves()).toEqual(expect.arrayContaining(['Note contact', 'Close case']));
  });

  it('says that somebody was faster, and shows what they did', async () => {
    const { user } = await renderCase(caseOf());
    api.refuse(cases.updateCase, 409, { message: 'Sam claimed it a minute ago.' });
    api.answer(cases.getCase, { data: caseOf({ state: 'claimed', claimed_by_name: 'Sam' }) });
    await user.click(press('Claim'));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Somebody was faster');
    expect(notice.textContent).toContain('Sam claimed it a minute ago.');
    expect(await screen.findByText('Sam')).toBeDefined();
  });

  it('notes the contact also without a word', async () => {
    const { user } = await renderCase(caseOf({ state: 'claimed' }));
    api.answer(cases.updateCase, { data: caseOf({ state: 'contacted' }) });
    await user.click(press('Note contact'));
    const box = await screen.findByRole('dialog', { name: 'Note the contact' });
    await user.click(within(box).getByRole('button', { name: 'Save contact' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([{ case: { action: 'contacted' } }]);
  });

  it('closes none without saying how', async () => {
    const { user } = await renderCase(caseOf({ state: 'contacted' }));
    await user.click(press('Close case'));
    const box = await screen.findByRole('dialog', { name: 'Close this case' });
    await user.click(within(box).getByRole('button', { name: 'Close case' }));
    expect(await within(box).findByText('Write how the case was closed.')).toBeDefined();
    await user.click(within(box).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([]);
  });

  it('asks for the cause where the organisation has some, and sends it with the actions taken', async () => {
    const { user } = await renderCase(caseOf({ state: 'contacted', de_escalation_offer: null }));
    api.answer(cases.listCaseChoices, { data: { people: [], causes: [{ id: 4, title: 'Food' }] } });
    api.answer(cases.updateCase, { data: caseOf({ state: 'closed', cause_id: 4, cause_title: 'Food' }) });
    api.answer(cases.getCase, {
      data: caseOf({ state: 'closed', cause_id: 4, cause_title: 'Food', actions_taken: 'The trolley was repaired.' }),
    });
    await user.click(press('Close case'));
    const box = await screen.findByRole('dialog', { name: 'Close this case' });
    const field = await within(box).findByRole('combobox', { name: /Cause/ });
    await user.type(within(box).getByLabelText(/How was it closed/), 'Called her.');
    await user.click(within(box).getByRole('button', { name: 'Close case' }));
    expect(await within(box).findByText('Choose a cause.')).toBeDefined();
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Food' }));
    await user.type(within(box).getByLabelText('Actions taken (optional)'), 'The trolley was repaired.');
    await user.click(within(box).getByRole('button', { name: 'Close case' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          case: { action: 'close', note: 'Called her.', cause_id: 4, actions_taken: 'The trolley was repaired.' },
        },
      ]),
    );
    expect(await screen.findByText('The trolley was repaired.')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Cause and actions taken' })).toBeDefined();
  });

  it('closes with a note, and asks the person again only where that is ticked', async () => {
    const { user } = await renderCase(caseOf({ state: 'contacted' }));
    api.answer(cases.updateCase, { data: caseOf({ state: 'closed' }) });
    await user.click(press('Close case'));
    const box = await screen.findByRole('dialog');
    expect(within(box).getByText('“After the case” goes to •••0100 by SMS.')).toBeDefined();
    await user.type(within(box).getByLabelText(/^How was it closed/), 'Brought a warm meal.');
    await user.click(within(box).getByRole('checkbox', { name: 'Send the de-escalation survey' }));
    await user.dblClick(within(box).getByRole('button', { name: 'Close case' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([{ case: { action: 'close', note: 'Brought a warm meal.', de_escalation: true } }]);
  });

  it('keeps the note where the server refuses the survey, and says so beside it', async () => {
    const { user } = await renderCase(caseOf({ state: 'contacted' }));
    api.refuse(cases.updateCase, 422, {
      message: 'No.',
      errors: { de_escalation: ['The patient opted out just now.'] },
    });
    await user.click(press('Close case'));
    const box = await screen.findByRole('dialog');
    const note = within(box).getByLabelText<HTMLTextAreaElement>(/^How was it closed/);
    await user.type(note, 'Called.');
    await user.click(within(box).getByRole('checkbox'));
    await user.click(within(box).getByRole('button', { name: 'Close case' }));
    expect(await within(box).findByText('The patient opted out just now.')).toBeDefined();
    expect(note.value).toBe('Called.');
  });

  it.each([
    ['opted_out', 'the person does not want messages.'],
    ['no_survey', 'none has been chosen for this organisation.'],
    ['asked_already', 'it was sent about these answers already.'],
    ['replay', 'the rules for sending do not allow it.'],
  ] as const)('says why the person cannot be asked again: %s', async (refusal, why) => {
    const { user } = await renderCase(caseOf({ state: 'contacted', de_escalation_offer: { ...OFFER, refusal } }));
    await user.click(press('Close case'));
    const box = await screen.findByRole('dialog');
    expect(within(box).getByText(`The de-escalation survey cannot be sent: ${why}`)).toBeDefined();
    expect(within(box).queryByRole('checkbox')).toBeNull();
  });
});

describe('what the person thought before and after', () => {
  const againOf = (more: Partial<cases.DeEscalation> = {}): cases.DeEscalation => ({
    state: 'answered',
    reason: null,
    survey_title: 'After the case',
    channel: 'sms',
    recipient: '•••0100',
    at: '2026-11-21T10:00:00.000Z',
    expires_at: '2026-12-21T10:00:00.000Z',
    case_id: 7,
    score: 80.4,
    answered_at: '2026-11-21T11:00:00.000Z',
    answers: [],
    opened_case_id: null,
    ...more,
  });
  const compared = () => {
    const panel = screen.getByRole('heading', { name: 'Before and after' }).closest('section');
    return panel?.textContent ?? '';
  };

  it('is compared in whole points', async () => {
    await renderCase(caseOf({ state: 'closed', de_escalation: againOf() }));
    expect(compared()).toContain('60 points better');
    expect(screen.getByRole('region', { name: 'Before' }).textContent).toContain('20 of 100');
    expect(screen.getByRole('region', { name: 'After' }).textContent).toContain('80 of 100');
  });

  it('is said to be worse, or the same', async () => {
    await renderCase(caseOf({ de_escalation: againOf({ score: 0 }) }));
    expect(compared()).toContain('20 points worse');
  });

  it('is the same where it differs by less than a point', async () => {
    await renderCase(caseOf({ de_escalation: againOf({ score: 20.5 }) }));
    expect(compared()).toContain('No change');
  });

  it('is not compared where one of them has no score', async () => {
    await renderCase(caseOf({ score: null, de_escalation: againOf() }));
    expect(compared()).not.toMatch(/better|worse|No change/);
    expect(screen.getByRole('region', { name: 'Before' }).textContent).toContain('No score');
  });

  it.each([
    ['waiting', 'Will be sent'],
    ['sent', 'Sent, not answered yet'],
    ['opened', 'Opened, not answered yet'],
    ['suppressed', 'Not sent: Opted out'],
    ['failed', 'Could not be delivered'],
    ['expired', 'Not answered in time'],
    ['withdrawn', 'The survey was switched off'],
  ] as const)('says how far the second survey has come: %s', async (state, said) => {
    const reason = state === 'suppressed' ? 'opted_out' : null;
    await renderCase(caseOf({ de_escalation: againOf({ state, reason, answered_at: null, score: null }) }));
    const after = screen.getByRole('region', { name: 'After' }).textContent;
    expect(after).toContain(said);
    expect(after.includes('Can be answered until')).toBe(state === 'sent' || state === 'opened');
  });

  it('leads to the other case that it was sent with, and to the one that it opened', async () => {
    await renderCase(
      caseOf({
        de_escalation: againOf({
          case_id: 9,
          opened_case_id: 11,
          answers: [{ category: null, question: 'Better now?', answer: 'No', value: 0, escalate: true }],
        }),
      }),
    );
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(expect.arrayContaining(['/cases/9', '/cases/11']));
  });
});
