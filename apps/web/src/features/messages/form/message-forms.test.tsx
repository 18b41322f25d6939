// @vitest-environment jsdom
import { screen, waitFor, within } from '../../../testing/render.tsx';
import { applications, messages } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { messageOf } from '../../../testing/messages.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));

describe('telling an event by hand', () => {
  it('needs an event and the number of a patient', async () => {
    signIn({ permissions: ['messages.create'] });
    const { user } = await renderScreen('/messages/messages/create');
    await user.click(await screen.findByRole('button', { name: 'Create message' }));
    const summary = await screen.findByRole('alert', { name: 'Some fields need another look' });
    expect(summary.textContent).toContain('Event: Choose an event.');
    expect(summary.textContent).toContain("Patient number: Enter the patient's number.");
    expect(api.requestsTo(messages.createMessage)).toEqual([]);
  });

  it('says when it happened by the clocks of the hospital, and puts phone and e-mail where PID-13 has them', async () => {
    signIn({ permissions: ['messages.create'] });
    api.answer(messages.createMessage, { data: messageOf(40) });
    const { user, at } = await renderScreen('/messages/messages/create');
    await user.click(await screen.findByRole('combobox', { name: /^Event/ }));
    await user.click(await screen.findByRole('option', { name: 'Discharge (A03)' }));
    await user.clear(field('Happened'));
    await user.type(field('Happened'), '2026-07-20T11:00');
    await user.type(field('Patient number'), '771');
    await user.type(field('E-mail'), 'a@b.example');
    await user.type(field('Phone'), '01^555');
    await user.click(screen.getByRole('button', { name: 'Create message' }));
    await waitFor(() => expect(at().path).toBe('/messages/40'));
    expect(api.requestsTo(messages.createMessage)[0]?.body).toEqual({
      hl7_message: {
        event: 'A03',
        // Dublin is an hour before UTC in July.
        event_at: '2026-07-20T10:00:00.000Z',
        patient_identifier: '771',
        hl7_message_pid: { phone_home: '01555^^^a@b.example' },
      },
    });
  });

  const PREVIEW = {
    phone: 'usable',
    email: 'none',
    phone_read_as: '+35315550100',
    outcome: {
      state: 'processed',
      error: null,
      ignored_reason: null,
      rules: 3,
      starts_rules: true,
      deliveries: [
        {
          trigger_id: 1,
          action: 'send_survey_request',
          survey_title: 'Discharge',
          channel: 'sms',
          recipient: '+35315550100',
          send_at: '2026-07-21T09:00:00.000Z',
          reason: null,
        },
        {
          trigger_id: 2,
          action: 'send_email',
          survey_title: null,
          channel: null,
          recipient: null,
          send_at: '2026-07-20T10:00:00.000Z',
          reason: 'no_address',
        },
      ],
      not_matched: [{ trigger_id: 3, action: 'send_sms', filter: 'location' }],
    },
  } satisfies messages.MessagePreview;

  it('says before saving what it will send, to whom, by which rule and when, and what not', async () => {
    signIn({ permissions: ['messages.create'] });
    api.answer(messages.previewMessage, { data: PREVIEW });
    const { user } = await renderScreen('/discharges/create');
    await user.type(await screen.findByLabelText(/^Patient number/), '771');
    const group = screen.getByRole('group', { name: 'What saving sends' });
    await within(group).findByText(
      /^The survey “Discharge” by SMS to \+35315550100, .*21 July 2026.* at the earliest \(Send survey request\)\.$/,
    );
    expect(group.textContent).toContain('Not sent: A text (Send e-mail). No address.');
    expect(group.textContent).toContain('Send SMS: its filter “Ward” does not fit.');
    expect(screen.getByText('Understood as +35315550100.')).toBeDefined();
    expect(api.requestsTo(messages.previewMessage).at(-1)?.body).toMatchObject({
      hl7_message: { event: 'A03', patient_identifier: '771' },
    });
  });

  it('says at a phone number and an e-mail address that nothing can be sent there', async () => {
    signIn({ permissions: ['messages.create'] });
    api.answer(messages.previewMessage, {
      data: { phone: 'unusable', email: 'unusable', phone_read_as: null, outcome: null },
    });
    const { user } = await renderScreen('/discharges/create');
    await user.type(await screen.findByLabelText(/^Phone/), '12');
    await screen.findByText(/This is not a phone number/);
    expect(screen.getByText(/This is not an e-mail address/)).toBeDefined();
  });

  it('says why nothing is sent, and when the server cannot say it', async () => {
    signIn({ permissions: ['messages.create'] });
    api.answer(messages.previewMessage, {
      data: { ...PREVIEW, outcome: { ...PREVIEW.outcome, rules: 0, deliveries: [], not_matched: [] } },
    });
    const { user } = await renderScreen('/discharges/create');
    await user.type(await screen.findByLabelText(/^Patient number/), '771');
    await screen.findByText('Nothing: no rule of this application is switched on.');
    api.refuse(messages.previewMessage, 503, { message: 'Ask again in a few seconds.' });
    await user.type(screen.getByLabelText(/^Patient number/), '2');
    const failed = await screen.findByText(/cannot be said at the moment/);
    expect(failed.textContent).toContain('Ask again in a few seconds.');
    api.answer(messages.previewMessage, { data: PREVIEW });
    await user.click(screen.getByRole('button', { name: 'Ask again' }));
    await screen.findByText(/^The survey “Discharge” by SMS/);
  });

  it('sends nothing when its tick is taken away', async () => {
    signIn({ permissions: ['messages.create'] });
    api.answer(messages.previewMessage, { data: PREVIEW });
    api.answer(messages.createDischarge, { data: messageOf(41) });
    const { user, at } = await renderScreen('/discharges/create');
    await user.type(await screen.findByLabelText(/^Patient number/), '771');
    await user.click(screen.getByRole('checkbox', { name: 'Send what the rules say' }));
    await screen.findByText('Nothing: “Send what the rules say” is not ticked.');
    await user.click(screen.getByRole('button', { name: 'Create discharge' }));
    await waitFor(() => expect(at().path).toBe('/discharges/41'));
    expect(api.requestsTo(messages.createDischarge)[0]?.body).toMatchObject({ hl7_message: { send: false } });
  });

  it('tells a discharge as nothing else', async () => {
    signIn({ permissions: ['messages.create'] });
    api.answer(messages.createDischarge, { data: messageOf(41) });
    const { user, at } = await renderScreen('/discharges/create');
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: /^Event/ })).disabled).toBe(true);
    await user.type(field('Patient number'), '771');
    await user.click(screen.getByRole('button', { name: 'Create discharge' }));
    await waitFor(() => expect(at().path).toBe('/discharges/41'));
    expect(api.requestsTo(messages.createDischarge)[0]?.body).toMatchObject({
      hl7_message: { event: 'A03', patient_identifier: '771' },
    });
  });

  it('keeps what was typed when the server refuses, and says why', async () => {
    signIn({ permissions: ['messages.create'] });
    api.refuse(messages.createDischarge, 422, {
      message: 'Not stored.',
      errors: { visit_number: ['This visit is another patient’s.'] },
    });
    const { user } = await renderScreen('/discharges/create');
    await user.type(await screen.findByLabelText(/^Patient number/), '771');
    await user.type(field('Visit number'), 'V9');
    await user.click(screen.getByRole('button', { name: 'Create discharge' }));
    expect(await screen.findByText('Visit number: This visit is another patient’s.')).toBeDefined();
    expect(field('Visit number').value).toBe('V9');
    expect(screen.getByText('An error occurred!').closest('[role=alert]')?.textContent).toContain('Not stored.');
  });
});

describe('correcting a message', () => {
  it('says only what was changed, so that the rest stays as the hospital wrote it', async () => {
    signIn({ permissions: ['messages.update'] });
    api.answer(messages.getMessage, { data: messageOf(40, { state: 'error' }) });
    api.answer(messages.updateMessage, { data: messageOf(40) });
    const { user, at } = await renderScreen('/messages/messages/40/edit');
    expect((await screen.findByLabelText<HTMLInputElement>('Happened')).value).toBe('2026-07-20T11:00');
    expect(field('E-mail').value).toBe('dara@quill.example');
    await user.type(field('Room'), '12');
    await user.clear(field('Visit number'));
    await user.clear(field('E-mail'));
    await user.click(screen.getByRole('button', { name: 'Save correction' }));
    await waitFor(() => expect(at().path).toBe('/messages/40'));
    expect(api.requestsTo(messages.updateMessage)[0]?.body).toEqual({
      hl7_message: { room: '12', visit_number: null, hl7_message_pid: { phone_home: '01 555 0100^PRN^PH' } },
    });
  });

  it('leaves what decided about the visit of one that has been processed', async () => {
    signIn({ permissions: ['messages.update'] });
    api.answer(messages.getDischarge, { data: messageOf(40) });
    await renderScreen('/discharges/40/edit');
    await screen.findByLabelText('Happened');
    for (const label of ['Happened', 'Patient number', 'Visit number']) expect(field(label).disabled).toBe(true);
    for (const label of ['Family name', 'Ward', 'Phone']) expect(field(label).disabled).toBe(false);
  });
});

describe('sending a survey about a message by hand', () => {
  const REFUSED = {
    id: 1,
    state: 'suppressed' as const,
    channel: 'sms' as const,
    send_at: '2026-07-20T10:00:00.000Z',
    possible_from: null,
    held: false,
  };

  async function renderSend(permissions = ['messages.list', 'messages.send', 'surveys.list']) {
    signIn({ permissions });
    api.answer(messages.getMessage, { data: messageOf(40) });
    api.answer(
      applications.listApplicationSurveys,
      pageOf([
        { id: 2, title: 'Discharge', active: true },
        { id: 3, title: 'Old one', active: false },
      ]),
    );
    const drawn = await renderScreen('/messages/40/send');
    const panel = (await screen.findByRole('heading', { name: 'By SMS' })).closest('section') ?? document.body;
    return { ...drawn, panel, submit: within(panel).getByRole('button', { name: 'Send SMS' }) };
  }

  it('begins with the address that the message has, and goes by the channel that is pressed', async () => {
    api.answer(messages.sendMessage, { data: { ...REFUSED, state: 'scheduled', reason: null, overridable: false } });
    const { user, at, panel, submit } = await renderSend();
    expect(within(panel).getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('015550100');
    await user.click(await within(panel).findByRole('combobox', { name: 'Survey' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Discharge']);
    await user.click(screen.getByRole('option', { name: 'Discharge' }));
    await user.dblClick(submit);
    await waitFor(() => expect(at().path).toBe('/messages/index'));
    expect(api.requestsTo(messages.sendMessage).map(({ body }) => body)).toEqual([
      { phone: '015550100', channel: 'sms', survey_id: 2 },
    ]);
  });

  it('says that it waits while somebody has stopped what goes to patients', async () => {
    const waits = { ...REFUSED, state: 'scheduled' as const, reason: null, overridable: false, held: true };
    api.answer(messages.sendMessage, { data: waits });
    const { user, at, submit } = await renderSend();
    await user.click(submit);
    expect(await screen.findByText('It waits: nothing goes to patients at present.')).toBeDefined();
    expect(at().path).toBe('/messages/index');
  });

  it('says that the gate refused, and from when on it would be possible', async () => {
    api.answer(messages.sendMessage, {
      data: { ...REFUSED, reason: 'opted_out', overridable: false, possible_from: '2026-08-01T10:00:00.000Z' },
    });
    const { user, at, panel, submit } = await renderSend();
    await user.click(submit);
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /It was not sent: Opted out\. It would be possible from .*1 August 2026/,
    );
    expect(at().path).toBe('/messages/40/send');
    expect(within(panel).queryByLabelText('Reason to send it all the same')).toBeNull();
  });

  it('asks for a reason where only a setting is against it', async () => {
    api.answer(messages.sendMessage, { data: { ...REFUSED, reason: 'asked_lately', overridable: true } });
    const { user, panel, submit } = await renderSend(['messages.list', 'messages.send']);
    expect(within(panel).queryByRole('combobox', { name: 'Survey' })).toBeNull();
    await user.click(submit);
    await user.type(await within(panel).findByLabelText('Reason to send it all the same'), 'Asked for it');
    await user.click(submit);
    await waitFor(() =>
      expect(api.requestsTo(messages.sendMessage).at(-1)?.body).toEqual({
        phone: '015550100',
        channel: 'sms',
        override_reason: 'Asked for it',
      }),
    );
  });
});
