// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { broadcasts, deliveries, sendingHolds } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf, sendingHoldOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const ALL = [
  'broadcasts.list',
  'broadcasts.create',
  'broadcasts.update',
  'broadcasts.execute',
  'broadcasts.delete',
  'deliveries.list',
];
const EVERY_DAY = [true, true, true, true, true, true, true];

const broadcastOf = (more: Partial<broadcasts.BroadcastDetail> = {}): broadcasts.BroadcastDetail => ({
  id: 5,
  survey_id: 2,
  survey_title: 'Discharge',
  sendable_type: 'MailingList',
  sendable_id: 9,
  mailing_list: { id: 9, name: 'ward-4', contacts_count: 30 },
  schedule: 1,
  channel: 'sms',
  send_at: '09:30',
  starts_at: '2027-03-01',
  ends_at: '2027-03-31',
  data: { day_of_week: [false, true, false, true, false, false, false] },
  subject: null,
  text: null,
  state: 'scheduled',
  next_run_at: null,
  next_runs: [],
  created_at: '2026-11-20T10:00:00.000Z',
  version: 3,
  ...more,
});

const funnelOf = (more: Partial<broadcasts.Funnel> = {}): broadcasts.Funnel => ({
  eligible: 30,
  sent: 20,
  suppressed: 6,
  failed: 3,
  waiting: 1,
  answered: 5,
  reasons: [{ reason: 'opted_out', count: 6 }],
  ...more,
});

beforeEach(() => {
  api.answer(broadcasts.getBroadcastResults, { data: { funnel: funnelOf(), runs: [], quiet_until: null } });
  api.answer(broadcasts.getBroadcastForm, {
    data: {
      survey: { id: 2, title: 'Discharge' },
      mailing_lists: [
        { id: 9, name: 'ward-4', contacts_count: 30 },
        { id: 10, name: 'ward-5', contacts_count: 1 },
      ],
      hospital: 'St. Brigid’s',
      time_zone: 'Europe/Dublin',
      standard: { subject: 'Your visit', email: 'Dear {{given_name}}', sms: 'Hello from {{hospital}} {{link}}' },
    },
  });
  api.answer(broadcasts.listBroadcasts, pageOf<broadcasts.Broadcast>([]));
});

async function renderBroadcast(broadcast = broadcastOf(), permissions = ALL) {
  signIn({ permissions });
  api.answer(broadcasts.getBroadcast, { data: broadcast });
  const drawn = await renderScreen('/surveys/2/broadcast/5');
  await screen.findByRole('heading', { level: 1, name: /^Broadcast to/ });
  return drawn;
}
const offered = () =>
  ['Send now', 'Pause', 'Resume', 'Cancel broadcast'].filter((name) => screen.queryByRole('button', { name }) !== null);

describe('the page of a broadcast', () => {
  it.each([
    ['scheduled', 1, ['Send now', 'Pause', 'Cancel broadcast'], 'Scheduled'],
    ['scheduled', 0, ['Send now'], 'Not sent yet'],
    ['running', 1, ['Pause', 'Cancel broadcast'], 'Running'],
    ['paused', 1, ['Resume', 'Cancel broadcast'], 'Paused'],
    ['finished', 0, ['Send now'], 'Finished'],
    ['cancelled', 1, [], 'Cancelled'],
  ] as const)(
    'offers what can be done with one that is %s, on a schedule: %i',
    async (state, schedule, actions, said) => {
      await renderBroadcast(broadcastOf({ state, schedule }));
      expect(offered()).toEqual(actions);
      expect(screen.getAllByText(said)).not.toHaveLength(0);
    },
  );

  it('says that it waits while somebody has stopped what goes to patients', async () => {
    api.answer(sendingHolds.findSendingHold, { data: sendingHoldOf() });
    await renderBroadcast(broadcastOf({ state: 'running' }), [...ALL, 'deliveries.list']);
    expect(await screen.findByText(/Nothing goes to patients at present: somebody stopped it[.]/)).toBeDefined();
  });

  it('is not sent to a list that is gone, and by nobody who may not', async () => {
    await renderBroadcast(broadcastOf({ mailing_list: null, schedule: 0 }));
    expect(screen.getByRole('heading', { name: 'Broadcast to a deleted list' })).toBeDefined();
    expect(offered()).toEqual([]);
  });

  it('says its schedule in words', async () => {
    await renderBroadcast();
    expect(screen.getByText('Mon, Wed at 09:30, 1 Mar 2027 to 31 Mar 2027')).toBeDefined();
  });

  it('without a last day names its next runs, and is ended after the question', async () => {
    const next_runs = ['2027-03-01T09:30:00.000Z', '2027-03-03T09:30:00.000Z', '2027-03-08T09:30:00.000Z'];
    api.answer(broadcasts.cancelBroadcast, { data: broadcastOf({ state: 'cancelled', ends_at: null }) });
    const { user } = await renderBroadcast(broadcastOf({ ends_at: null, next_runs }));
    expect(screen.getByText('Mon, Wed at 09:30, from 1 Mar 2027 until it is ended')).toBeDefined();
    const shown = [...document.querySelectorAll('time')].map((time) => time.dateTime);
    expect(shown).toEqual(expect.arrayContaining(next_runs));
    await user.click(screen.getByRole('button', { name: 'End now' }));
    await screen.findByRole('dialog', { name: 'End broadcast #5 now?' });
    await answerBox(user, 'Yes');
    expect(await screen.findByText('The broadcast was ended.')).toBeDefined();
    expect(api.requestsTo(broadcasts.cancelBroadcast)).toHaveLength(1);
  });

  it('is sent only after the question, which says how many it reaches and whom not', async () => {
    api.answer(broadcasts.getBroadcastAudience, {
      data: { total: 30, without_address: 4, opted_out: 1, reachable: 25, quiet_until: '2026-11-21T08:00:00.000Z' },
    });
    api.answer(broadcasts.executeBroadcast, { data: broadcastOf({ state: 'running' }) });
    const { user } = await renderBroadcast();
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    const box = await screen.findByRole('dialog', { name: 'Send this survey to 25 people now?' });
    expect(box.textContent).toContain('30 people are on ward-4. 4 have no address for this channel.');
    expect(box.textContent).toContain('1 does not want to hear from you');
    expect(box.textContent).toContain('last until 08:00');
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(broadcasts.executeBroadcast)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    await answerBox(user, 'Yes');
    expect(await screen.findByText('The broadcast is being sent.')).toBeDefined();
    expect(api.requestsTo(broadcasts.executeBroadcast)).toHaveLength(1);
  });

  it('is paused at once, and cancelled after the question', async () => {
    api.answer(broadcasts.pauseBroadcast, { data: broadcastOf({ state: 'paused' }) });
    const { user } = await renderBroadcast(broadcastOf({ state: 'running' }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('The broadcast is paused.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Cancel broadcast' }));
    await screen.findByRole('dialog', { name: 'Cancel broadcast #5?' });
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(broadcasts.cancelBroadcast)).toEqual([]);
  });

  it('says what the server refused', async () => {
    api.refuse(broadcasts.pauseBroadcast, 409, { message: 'It has finished meanwhile.' });
    const { user } = await renderBroadcast(broadcastOf({ state: 'running' }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect((await screen.findByRole('alert')).textContent).toContain('It has finished meanwhile.');
  });

  it('is not changed while it runs', async () => {
    await renderBroadcast(broadcastOf({ state: 'running' }));
    expect(await screen.findByText(/While it is running nothing can be changed/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });
});

describe('the results of a broadcast', () => {
  const runOf = (id: number, more: Partial<broadcasts.BroadcastRun> = {}): broadcasts.BroadcastRun => ({
    id,
    run_on: null,
    total: 30,
    started_at: '2026-11-20T10:00:00.000Z',
    queued_at: '2026-11-20T10:01:00.000Z',
    finished_at: null,
    funnel: funnelOf(),
    ...more,
  });

  it('add up to everybody on the list, and lead to their deliveries', async () => {
    api.answer(broadcasts.getBroadcastResults, {
      data: { funnel: funnelOf(), runs: [runOf(1, { queued_at: null })], quiet_until: '2026-11-21T08:00:00.000Z' },
    });
    const { user, at } = await renderBroadcast();
    const table = await screen.findByRole('table', { name: 'Results' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Sent67%20',
      'Answered5 of 205',
      'Not sent, for a reason6',
      'Opted out6',
      'Failed3',
      'Waiting1',
      'On the list30',
    ]);
    expect(screen.getByText('30 of 30 people queued')).toBeDefined();
    expect(screen.getByText('Quiet hours: what waits leaves from 08:00.')).toBeDefined();
    await user.click(within(table).getByRole('link', { name: 'Opted out' }));
    await waitFor(() =>
      expect(at()).toEqual({
        path: '/deliveries/index',
        search: { broadcast: '5', state: 'suppressed', reason: 'opted_out' },
      }),
    );
    expect(api.requestsTo(deliveries.listDeliveries)).toEqual([]);
  });

  it('are told run by run where there were several', async () => {
    api.answer(broadcasts.getBroadcastResults, {
      data: {
        funnel: funnelOf(),
        runs: [runOf(2), runOf(1, { run_on: '2026-11-19', funnel: funnelOf({ sent: 4 }) })],
        quiet_until: null,
      },
    });
    await renderBroadcast(broadcastOf(), ['broadcasts.list']);
    const rows = within(await screen.findByRole('table', { name: 'Run by run' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows[0]?.textContent).toContain('by hand302056');
    expect(rows[1]?.textContent).toContain('30456');
    expect(screen.queryByRole('link', { name: 'Show deliveries' })).toBeNull();
  });

  it('are none before it was sent', async () => {
    await renderBroadcast();
    expect(await screen.findByText('It has not been sent yet.')).toBeDefined();
  });
});

describe('a new broadcast', () => {
  async function renderNew(search = '') {
    signIn({ permissions: ALL });
    const drawn = await renderScreen(`/surveys/2/broadcast${search}`);
    await screen.findByRole('button', { name: 'Create broadcast' });
    return drawn;
  }

  it('needs a list', async () => {
    const { user } = await renderNew();
    await user.click(screen.getByRole('button', { name: 'Create broadcast' }));
    expect(await screen.findByText('Mailing list: Choose a mailing list.')).toBeDefined();
    expect(api.requestsTo(broadcasts.createBroadcast)).toEqual([]);
  });

  it('is sent as it was filled in, with its days', async () => {
    api.answer(broadcasts.createBroadcast, { data: broadcastOf() });
    const { user, at } = await renderNew();
    await user.click(screen.getByPlaceholderText('Select a mailing list'));
    await user.click(await screen.findByRole('option', { name: 'ward-5 (1 person)' }));
    await user.click(screen.getByRole('switch', { name: /^Send on a schedule/ }));
    await user.type(screen.getByLabelText(/^First day/), '2027-03-01');
    expect(screen.getByText(/^Without a last day it goes on/)).toBeDefined();
    await user.type(screen.getByLabelText(/^Last day/), '2027-03-31');
    expect(screen.queryByText(/^Without a last day/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
    await user.dblClick(screen.getByRole('button', { name: 'Create broadcast' }));
    await waitFor(() => expect(at().path).toBe('/surveys/2/broadcast/5'));
    expect(api.requestsTo(broadcasts.createBroadcast).map(({ body }) => body)).toEqual([
      {
        sendable_type: 'MailingList',
        sendable_id: 10,
        schedule: true,
        channel: 'email',
        send_at: '09:00',
        starts_at: '2027-03-01',
        ends_at: '2027-03-31',
        data: { day_of_week: EVERY_DAY.with(0, false) },
        subject: '',
        text: '',
      },
    ]);
  });

  it('shows the words as a person would get them, and counts the SMS', async () => {
    const { user } = await renderNew();
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(preview.textContent).toContain('Your visitDear Orla');
    expect(preview.textContent).toContain('These are the standard words.');
    await user.click(screen.getByRole('combobox', { name: /^Channel/ }));
    await user.click(await screen.findByRole('option', { name: 'SMS' }));
    expect(preview.textContent).toContain('Hello from St. Brigid’s http');
    await user.click(screen.getByLabelText('Text'));
    await user.paste('Come back, {{given_name}}');
    expect(preview.textContent).toMatch(/Come back, Orla http\S+\/feedback\/x+/);
    expect(within(preview).getByRole('status').textContent).toMatch(/^1 SMS, room for \d+ more characters/);
    expect(screen.queryByLabelText('Subject')).toBeNull();
  });

  it('sends a test of the words to oneself', async () => {
    api.handle(broadcasts.testBroadcast, (_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { recipient: 'nora@wardvoice.example' } }));
    });
    const { user } = await renderNew();
    await user.click(screen.getByRole('button', { name: 'Send a test to me' }));
    expect(await screen.findByText('A test is on its way to nora@wardvoice.example.')).toBeDefined();
    expect(api.requestsTo(broadcasts.testBroadcast)[0]?.body).toEqual({ channel: 'email', subject: '', text: '' });
  });
});

describe('the broadcasts of a survey', () => {
  it('are asked for by the choice of those on a schedule or by hand', async () => {
    signIn({ permissions: ALL });
    const { user } = await renderScreen('/surveys/2/broadcast');
    expect(await screen.findByText('This survey has no broadcast on a schedule.')).toBeDefined();
    api.answer(broadcasts.listBroadcasts, pageOf([broadcastOf({ schedule: 0 })]));
    await user.click(screen.getByRole('radio', { name: 'Sent by hand' }));
    expect(await screen.findByRole('button', { name: 'Send now: ward-4' })).toBeDefined();
    expect(api.requestsTo(broadcasts.listBroadcasts).map(({ query }) => query['schedule'])).toEqual(['1', '0']);
  });
});
