// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { deliveries, sendingHolds, type ReplyOf } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readRows } from '../../testing/lists.ts';
import { pageOf, sendingHoldOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
type Preview = ReplyOf<typeof deliveries.previewRetry>;

const deliveryOf = (id: number, more: Partial<deliveries.Delivery> = {}): deliveries.Delivery => ({
  id,
  channel: 'sms',
  state: 'failed',
  purpose: 'survey',
  reason: null,
  recipient: `+3531555010${id}`,
  subject: null,
  text: 'How was your stay? {{link}}',
  link: null,
  unsubscribe_link: null,
  gateway: 'sms',
  attempts: 2,
  last_error: 'No route to the phone.',
  outcome_unknown: false,
  send_at: '2026-11-20T10:00:00.000Z',
  sent_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  message_id: null,
  visit_id: null,
  location: 'W1',
  given_name: 'Dara',
  family_name: `Quill ${id}`,
  contact_name: null,
  survey_title: 'Discharge',
  feedback_id: null,
  ...more,
});

const funnel = (more: Partial<deliveries.DeliveryFunnel> = {}): deliveries.DeliveryFunnel => ({
  eligible: 100,
  sent: 60,
  delivered: 50,
  opened: 30,
  answered: 15,
  waiting: 10,
  failed: 5,
  suppressed: 25,
  reasons: [
    { reason: 'opted_out', count: 20 },
    { reason: 'asked_lately', count: 5 },
  ],
  ...more,
});

const preview = (more: Partial<Preview> = {}): Preview => ({
  data: [],
  count: 2,
  unknown: 0,
  held: 0,
  refusals: [],
  ...more,
});
const retryOf = (more: Partial<deliveries.DeliveryRetry> = {}): deliveries.DeliveryRetry => ({
  id: 4,
  created_at: '2026-11-20T10:00:00.000Z',
  user_name: 'Nora',
  total: 2,
  sent: 0,
  suppressed: 0,
  failed: 0,
  waiting: 2,
  again: 0,
  ...more,
});

beforeEach(() => {
  api.answer(deliveries.getDeliveryFunnel, { data: funnel() });
  api.answer(sendingHolds.findSendingHold, { data: null });
  api.answer(deliveries.listRetries, pageOf<deliveries.DeliveryRetry>([]));
  api.answer(deliveries.previewRetry, preview());
  api.answer(deliveries.listDeliveries, pageOf([deliveryOf(1), deliveryOf(2), deliveryOf(3, { state: 'sent' })]));
});

async function renderList(search = '', permissions = ['deliveries.list', 'deliveries.retry']) {
  signIn({ permissions });
  const drawn = await renderScreen(`/deliveries/index${search}`);
  return { ...drawn, rows: await readRows('Deliveries') };
}
const partsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the list of deliveries', () => {
  it('says to whom, what, how, and why not', async () => {
    api.answer(
      deliveries.listDeliveries,
      pageOf([
        deliveryOf(1),
        deliveryOf(2, {
          state: 'suppressed',
          reason: 'opted_out',
          given_name: null,
          family_name: null,
          recipient: null,
        }),
        deliveryOf(3, {
          state: 'sent',
          given_name: null,
          family_name: null,
          contact_name: 'Robin',
          survey_title: null,
        }),
        deliveryOf(4, { state: 'scheduled', last_error: 'The SMS gateway answered 401. Check SMS_URL.' }),
      ]),
    );
    const { rows } = await renderList('', ['deliveries.list']);
    expect(rows[0]).toContain('Quill 1, Dara +35315550101FailedNo route to the phone.DischargeSMS');
    expect(rows[1]).toContain('No addressSuppressedOpted outDischarge');
    expect(rows[2]).toContain('Robin +35315550103SentSurveySMS');
    expect(rows[3]).toContain('ScheduledThe SMS gateway answered 401. Check SMS_URL.');
  });

  it('counts what became of them all, so that it adds up, and filters the list by a part', async () => {
    const { user, at } = await renderList('?survey=2');
    expect(await partsOf('Eligible = sent + waiting + failed + not sent')).toEqual([
      'Eligible100 ',
      'Sent60 60%',
      'Waiting10 10%',
      'Failed5 5%',
      'Not sent25 25%',
    ]);
    expect(await partsOf('Of those sent')).toEqual(['Delivered50 83%', 'Opened30 50%', 'Answered15 25%']);
    await user.click(screen.getByRole('link', { name: 'Not sent' }));
    await waitFor(() => expect(at().search).toEqual({ survey: '2', step: 'suppressed' }));
    await user.click(screen.getByRole('link', { name: 'Opted out' }));
    await waitFor(() => expect(at().search).toEqual({ survey: '2', step: 'suppressed', reason: 'opted_out' }));
    await user.click(screen.getByRole('link', { name: 'Opted out' }));
    await waitFor(() => expect(at().search).toEqual({ survey: '2' }));
    expect(api.requestsTo(deliveries.getDeliveryFunnel)[0]?.query).toEqual({ survey: '2' });
  });

  it('says that it could not be counted, and counts again', async () => {
    api.refuse(deliveries.getDeliveryFunnel, 422, { message: 'No.' });
    const { user } = await renderList();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This could not be counted.');
    api.answer(deliveries.getDeliveryFunnel, { data: funnel() });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'What became of them' })).toBeDefined();
  });

  it('opens one in a drawer, with its text and what stands against it', async () => {
    const { user } = await renderList();
    await user.click(screen.getByRole('button', { name: 'Quill 1, Dara' }));
    const drawer = await screen.findByRole('dialog', { name: 'Quill 1, Dara' });
    expect(drawer.textContent).toContain('How was your stay? personal link');
    expect(drawer.textContent).toContain('No route to the phone.');
    expect(within(drawer).getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('trying failed deliveries again', () => {
  it('is not offered to who may not', async () => {
    await renderList('', ['deliveries.list']);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Failed deliveries' })).toBeNull();
    expect(api.requestsTo(deliveries.listRetries)).toEqual([]);
  });

  it('offers a box only at what has failed, and sends those that are ticked', async () => {
    api.answer(deliveries.startRetry, { data: retryOf() });
    const { user } = await renderList();
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await user.click(screen.getByRole('checkbox', { name: 'Choose Quill 1, Dara' }));
    await user.click(screen.getByRole('button', { name: 'Choose all on this page' }));
    await user.click(screen.getByRole('checkbox', { name: 'Choose Quill 1, Dara' }));
    await user.click(screen.getByRole('button', { name: 'Try 1 again' }));
    const box = await screen.findByRole('dialog', { name: 'Try failed deliveries again?' });
    await within(box).findByText(/2 deliveries are tried again/);
    await user.click(within(box).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(api.requestsTo(deliveries.startRetry)).toHaveLength(1));
    const [sent] = api.requestsTo(deliveries.startRetry);
    expect([sent?.query, sent?.body]).toEqual([{ ids: '2' }, { retry: { include_unknown: false } }]);
    expect(await screen.findByText('2 deliveries are tried again.')).toBeDefined();
  });

  it('sends nothing on No', async () => {
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Try all 5 again' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(deliveries.startRetry)).toEqual([]);
  });

  it('tries all that the filters choose, whatever became of them', async () => {
    api.answer(deliveries.startRetry, { data: retryOf() });
    const { user } = await renderList('?survey=2&channel=sms&state=failed');
    await user.click(await screen.findByRole('button', { name: 'Try all 5 again' }));
    const box = await screen.findByRole('dialog');
    await within(box).findByText(/2 deliveries are tried again/);
    await user.click(within(box).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(api.requestsTo(deliveries.startRetry)[0]?.query).toEqual({ survey: '2', channel: 'sms' }),
    );
  });

  it('leaves out what may have arrived unless it is ticked', async () => {
    const person = { patient_id: null, given_name: 'Orla', family_name: 'Byrne', contact_name: null, sent_at: null };
    api.answer(
      deliveries.previewRetry,
      preview({ count: 0, unknown: 3, data: [{ id: 8, recipient: '+3531', ...person }] }),
    );
    api.answer(deliveries.startRetry, { data: retryOf({ total: 3 }) });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Try all 5 again' }));
    const box = await screen.findByRole('dialog');
    await within(box).findByText('None is left that certainly did not arrive.');
    expect(within(box).getByRole<HTMLButtonElement>('button', { name: 'Yes' }).disabled).toBe(true);
    expect(within(box).getByRole('list', { name: 'May have arrived' }).textContent).toBe('Byrne, Orla +3531and 2 more');
    await user.click(within(box).getByRole('checkbox', { name: 'Also 3 that may have arrived' }));
    await user.click(within(box).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(api.requestsTo(deliveries.startRetry)[0]?.body).toEqual({ retry: { include_unknown: true } }),
    );
  });

  it('says what would be stopped, and wants a reason for what only a setting is against', async () => {
    const refusalOf = (reason: deliveries.SuppressionReason, overridable: boolean) => ({
      reason,
      count: 1,
      unknown: 0,
      overridable,
      possible_from: null,
    });
    api.answer(
      deliveries.previewRetry,
      preview({ refusals: [refusalOf('deceased', false), refusalOf('asked_lately', true)], held: 4 }),
    );
    api.answer(deliveries.startRetry, { data: retryOf() });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Try all 5 again' }));
    const box = await screen.findByRole('dialog');
    await within(box).findByText('2 of them would not be sent:');
    expect(within(box).getByText(/4 belong to a broadcast that is paused or cancelled/)).toBeDefined();
    const yes = within(box).getByRole<HTMLButtonElement>('button', { name: 'Yes' });
    expect(yes.disabled).toBe(true);
    const reason = within(box).getByRole('textbox', { name: 'Reason to send 1 all the same' });
    await user.type(reason, 'No');
    expect(within(box).getByText('Say why, in a few words.')).toBeDefined();
    expect(yes.disabled).toBe(true);
    await user.type(reason, ' answer yet');
    await user.click(yes);
    await waitFor(() =>
      expect(api.requestsTo(deliveries.startRetry)[0]?.body).toEqual({
        retry: { include_unknown: false, override_reason: 'No answer yet' },
      }),
    );
  });

  it('says that somebody else has tried them already', async () => {
    api.refuse(deliveries.startRetry, 409, { message: 'None of them is failed any more.' });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Try all 5 again' }));
    const box = await screen.findByRole('dialog');
    await within(box).findByText(/2 deliveries are tried again/);
    await user.click(within(box).getByRole('button', { name: 'Yes' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Nothing was tried again');
    expect(notice.textContent).toContain('None of them is failed any more.');
  });

  it('shows how far a retry has come, also one that somebody else began', async () => {
    api.answer(deliveries.listRetries, pageOf([retryOf({ total: 10, waiting: 4, sent: 3, suppressed: 2, failed: 1 })]));
    await renderList();
    const text = (await screen.findByText('Trying 10 deliveries again')).closest('[role=status]')?.textContent;
    expect(text).toContain('by Nora');
    expect(text).toContain('6 of 10');
    expect(text).toContain('3 sent, 2 held back, 1 failed again');
  });

  it('does not show one that is over and was not begun here', async () => {
    api.answer(deliveries.listRetries, pageOf([retryOf({ waiting: 0, sent: 2 })]));
    await renderList();
    await waitFor(() => expect(api.requestsTo(deliveries.listRetries)).not.toHaveLength(0));
    expect(screen.queryByText(/were tried again/)).toBeNull();
  });
});

describe('sending that is held', () => {
  beforeEach(() => {
    api.answer(sendingHolds.findSendingHold, {
      data: sendingHoldOf({
        reason: 'restored',
        held_by_name: null,
        waiting: 1200,
        data_of: '2026-11-19T00:37:00.000Z',
        may_have_left: 340,
      }),
    });
  });

  it('is told to everybody, and released by nobody but a superuser', async () => {
    await renderList();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing is sent at present');
    expect(alert.textContent).toContain('The database was restored from a backup');
    expect(alert.textContent).toMatch(/Due now: 1,200[.] May have left already: 340[.] The data is of .*19/);
    expect(screen.queryByRole('button', { name: 'Release sending' })).toBeNull();
  });

  it.each([
    ['Release all', 'Release sending?', '1,200 deliveries are due and leave at once', false],
    ['Release, without what may have left', 'Release without what may have left?', 'May have left already: 340.', true],
  ])(
    'is released for the organisation that one works in, after a question: %s',
    async (name, title, text, leave_out) => {
      signIn({ superUser: true });
      api.answer(sendingHolds.releaseSending, { data: [] });
      const { user } = await renderScreen('/deliveries/index');
      await user.click(await screen.findByRole('button', { name }));
      const box = await screen.findByRole('dialog', { name: title });
      expect(box.textContent).toContain(text);
      await answerBox(user, 'Yes');
      await waitFor(() =>
        expect(api.requestsTo(sendingHolds.releaseSending).map(({ body }) => body)).toEqual([
          { sending_hold: { application_id: 7, leave_out } },
        ]),
      );
    },
  );
});

describe('what goes to patients', () => {
  const mayHold = ['deliveries.list', 'deliveries.stop'];

  it('is stopped after a question, with why', async () => {
    api.answer(sendingHolds.stopSending, { data: null });
    const { user } = await renderList('', mayHold);
    await user.click(await screen.findByRole('button', { name: 'Stop sending' }));
    const box = await screen.findByRole('dialog', { name: 'Stop what goes to patients?' });
    expect(box.textContent).toContain('Notices to colleagues still leave');
    expect(api.requestsTo(sendingHolds.stopSending)).toEqual([]);
    await user.type(within(box).getByRole('textbox', { name: 'Why' }), 'Wrong date');
    await user.click(within(box).getByRole('button', { name: 'Stop sending' }));
    expect(await screen.findByText('Nothing goes to patients any more.')).toBeDefined();
    expect(api.requestsTo(sendingHolds.stopSending).map(({ body }) => body)).toEqual([
      { sending_hold: { note: 'Wrong date' } },
    ]);
  });

  it('is stopped by nobody else', async () => {
    await renderList();
    await waitFor(() => expect(api.requestsTo(sendingHolds.findSendingHold)).not.toHaveLength(0));
    expect(screen.queryByRole('button', { name: 'Stop sending' })).toBeNull();
  });

  it('says why and by whom it was stopped, and is resumed after a question by whoever may', async () => {
    api.answer(sendingHolds.findSendingHold, { data: sendingHoldOf({ note: 'Wrong date' }) });
    api.answer(sendingHolds.resumeSending, { data: null });
    const { user } = await renderList('', mayHold);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Wrong date.*Robin Wardly stopped it on .*20.*Due now: 12[.]/);
    expect(screen.queryByRole('button', { name: 'Stop sending' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Resume sending' }));
    const box = await screen.findByRole('dialog', { name: 'Resume sending?' });
    expect(box.textContent).toContain('12 deliveries are due and leave at once');
    expect(api.requestsTo(sendingHolds.resumeSending)).toEqual([]);
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(sendingHolds.resumeSending)).toHaveLength(1));
  });
});
