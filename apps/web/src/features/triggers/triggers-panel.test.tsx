// @vitest-environment jsdom
import { answerBox, queryClient, renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { triggers } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalidateAll } from '../../api/invalidate.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { signIn } from '../../testing/sign-in.ts';
import { TriggersPanel } from './triggers-panel.tsx';

const api = startApiServer();

const filter = { id: 'location', title: 'Ward', options: [] };
const CATALOG: triggers.CatalogEntry[] = [
  {
    id: 'A03',
    title: 'Discharge',
    actions: [
      {
        id: 'send_survey_request',
        title: 'Send survey request',
        filters: [filter, { id: 'sex', title: 'Sex', options: [{ id: 'F', title: 'female' }] }],
        fields: [
          { id: 'survey_id', title: 'Survey', type: 'survey', required: true },
          { id: 'delay', title: 'Delay', type: 'minutes', required: false },
          { id: 'channel', title: 'Channel', type: 'channel', required: true },
          { id: 'reminders', title: 'Reminders', type: 'number', required: false },
          { id: 'text', title: 'Text', type: 'textarea', required: false },
        ],
        packs: [
          {
            id: 'long',
            title: 'Long programme',
            text: 'Asks twice more.',
            config: { filters: { location: ['W9'] }, channel: 'email', delay: 2880, reminders: 2 },
          },
          {
            id: 'nhs_fft',
            title: 'Friends and Family Test (NHS)',
            text: 'Discharges, by SMS a day later, or else by e-mail.',
            config: { filters: { sex: ['F'] }, channel: 'sms_or_email', delay: 1440 },
          },
        ],
      },
      {
        id: 'api_push',
        title: 'API push',
        filters: [filter],
        fields: [{ id: 'endpoint', title: 'Address', type: 'url', required: true }],
        packs: [],
      },
    ],
  },
];

const triggerOf = (id: number, more: Partial<triggers.Trigger> = {}): triggers.Trigger => ({
  id,
  trigger: 'A03',
  action: 'send_survey_request',
  config: { filters: { location: ['W1', 'W2'], sex: ['F'] }, survey_id: 2, delay: 1440, channel: 'sms' },
  active: true,
  version: 3,
  survey_title: 'Discharge survey',
  pathway_title: null,
  ...more,
});

beforeEach(() => {
  api.answer(triggers.getTriggerCatalog, { data: CATALOG });
  api.answer(triggers.listTriggers, pageOf([triggerOf(5), triggerOf(6, { active: false })]));
  api.answer(triggers.getTriggerUses, { data: { scheduled: 3, reminders: 1, unanswered: 10_000 } });
});

async function renderPanel(permissions = ['triggers.list', 'triggers.update']) {
  signIn({ permissions });
  const drawn = await renderAt(
    <TriggersPanel applicationId={7} hospital="St. Brigid’s" surveys={[{ id: 2, title: 'Discharge survey' }]} />,
  );
  await screen.findByText('#5');
  await waitFor(() => expect(screen.getAllByText(/Send survey request/)).not.toHaveLength(0));
  return drawn;
}
const choose = async (user: Awaited<ReturnType<typeof renderPanel>>['user'], label: RegExp, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('the triggers of an organisation', () => {
  it('say what is sent, when, how and for whom', async () => {
    await renderPanel();
    const [row] = within(screen.getByRole('list', { name: 'Triggers' })).getAllByRole('listitem');
    expect(row?.textContent).toContain('Send survey request: Discharge survey #5');
    expect(row?.textContent).toContain('Discharge · 1 day after the event · SMS · Ward: W1, W2 · Sex: female');
  });

  it('are only to be read by who may only read them', async () => {
    await renderPanel(['triggers.list']);
    expect(screen.queryAllByRole('button')).toEqual([]);
    for (const each of screen.getAllByRole<HTMLInputElement>('switch')) expect(each.disabled).toBe(true);
  });

  it('say so when there is none, and why they could not be loaded', async () => {
    signIn({ permissions: ['triggers.list'] });
    api.refuse(triggers.listTriggers, 403, { message: 'You may not see triggers.' });
    const { user } = await renderAt(<TriggersPanel applicationId={7} hospital="St. Brigid’s" surveys={[]} />);
    expect(await screen.findByText('You may not see triggers.')).toBeDefined();
    api.answer(triggers.listTriggers, pageOf<triggers.Trigger>([]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No triggers yet')).toBeDefined();
  });

  it('are switched off with all else as it was, and with the version that is shown', async () => {
    api.answer(triggers.updateTrigger, { data: triggerOf(5, { active: false }) });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('switch', { name: 'Switch on trigger #5' }));
    const box = await screen.findByRole('dialog', { name: 'Switch trigger #5 off?' });
    expect(box.textContent).toContain(
      'It plans no further message. 3 messages that it has scheduled are still sent. 1 of them is a reminder. ' +
        '10,000 people or more have a link and have not answered; their links still work.',
    );
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(triggers.listTriggers).length).toBeGreaterThan(1));
    const [sent] = api.requestsTo(triggers.updateTrigger);
    const { id: _id, survey_title: _title, pathway_title: _pathway, ...stored } = triggerOf(5);
    expect([sent?.path, sent?.body]).toEqual(['/applications/7/triggers/5', { trigger: { ...stored, active: false } }]);
  });

  it('stay as they were when the server refuses, and say why', async () => {
    api.refuse(triggers.updateTrigger, 409, { message: 'Somebody changed it.' });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('switch', { name: 'Switch on trigger #5' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody changed it.');
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Switch on trigger #5' }).checked).toBe(true),
    );
  });

  it('stay on without the answer Yes, and are switched on without a question', async () => {
    api.answer(triggers.updateTrigger, { data: triggerOf(6) });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('switch', { name: 'Switch on trigger #5' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(triggers.updateTrigger)).toEqual([]);
    await user.click(screen.getByRole('switch', { name: 'Switch on trigger #6' }));
    await waitFor(() => expect(api.requestsTo(triggers.updateTrigger)).toHaveLength(1));
  });

  it('are not switched off while nobody can say what that stops', async () => {
    api.refuse(triggers.getTriggerUses, 500, { message: 'The database is away.' });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('switch', { name: 'Switch on trigger #5' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.requestsTo(triggers.updateTrigger)).toEqual([]);
  });

  it('are deleted after the question', async () => {
    api.answer(triggers.deleteTrigger, { data: { id: 5 } });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'More for trigger #5' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete Trigger #5?' });
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(triggers.deleteTrigger)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'More for trigger #5' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await answerBox(user, 'Yes');
    expect(await screen.findByText('Trigger #5 was deleted.')).toBeDefined();
  });
});

describe('the form of a trigger', () => {
  it('offers the fields of the chosen action alone, and says what is missing', async () => {
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Add trigger' }));
    await user.click(await screen.findByRole('button', { name: 'Create trigger' }));
    expect(await screen.findByText('Trigger: Choose a trigger.')).toBeDefined();
    await choose(user, /^Trigger/, 'Discharge');
    await choose(user, /^Action/, 'API push');
    expect(screen.getByLabelText(/^Address/)).toBeDefined();
    expect(screen.queryByLabelText(/^Survey/)).toBeNull();
    await choose(user, /^Action/, 'Send survey request');
    expect(screen.queryByLabelText(/^Address/)).toBeNull();
    expect(screen.getByRole('combobox', { name: /^Survey/ })).toBeDefined();
    expect(api.requestsTo(triggers.createTrigger)).toEqual([]);
  });

  it('forgets what the former action had and the new one has not, which the server would refuse', async () => {
    api.answer(triggers.updateTrigger, { data: triggerOf(5) });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Edit trigger #5' }));
    await choose(user, /^Action/, 'API push');
    await user.type(screen.getByLabelText(/^Address/), 'https://ward.example/hook');
    await user.click(screen.getByRole('button', { name: 'Save trigger' }));
    await waitFor(() => expect(api.requestsTo(triggers.updateTrigger)).toHaveLength(1));
    expect(api.requestsTo(triggers.updateTrigger)[0]?.body).toEqual({
      trigger: {
        trigger: 'A03',
        action: 'api_push',
        config: { filters: { location: ['W1', 'W2'] }, endpoint: 'https://ward.example/hook' },
        active: true,
        version: 3,
      },
    });
    expect(await screen.findByText('The trigger was saved.')).toBeDefined();
  });

  it('begins with what a programme asks for, and keeps the survey that was chosen', async () => {
    api.answer(triggers.createTrigger, { data: triggerOf(8) });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Add trigger' }));
    await choose(user, /^Trigger/, 'Discharge');
    await choose(user, /^Action/, 'Send survey request');
    await choose(user, /^Survey/, 'Discharge survey');
    await choose(user, /^Start from/, 'Long programme');
    expect(screen.getByLabelText<HTMLInputElement>(/^Reminders/).value).toBe('2');
    await choose(user, /^Start from/, 'Friends and Family Test (NHS)');
    expect(screen.getByText('Discharges, by SMS a day later, or else by e-mail.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Create trigger' }));
    await waitFor(() => expect(api.requestsTo(triggers.createTrigger)).toHaveLength(1));
    // Nothing is left of the one that was chosen before.
    expect(api.requestsTo(triggers.createTrigger)[0]?.body).toMatchObject({
      trigger: { config: { survey_id: 2, channel: 'sms_or_email', delay: 1440 } },
    });
    const body = api.requestsTo(triggers.createTrigger)[0]?.body as { trigger: triggers.NewTrigger };
    expect(body.trigger.config.filters).toEqual({ sex: ['F'] });
    expect(body.trigger.config.reminders).toBeUndefined();
  });

  it('says a delay in the largest unit that fits, and shows the text as a patient would get it', async () => {
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Edit trigger #5' }));
    expect(await screen.findByText(/1 day/, { selector: 'p, [id*=description]' })).toBeDefined();
    const preview = screen.getByRole('region', { name: 'What a patient gets' });
    await user.click(screen.getByLabelText(/^Text/));
    await user.paste('Dear {{given_name}} of {{hospital}}{{nonsense}}:');
    expect(preview.textContent).toContain(' of St. Brigid’s: http');
    expect(preview.textContent).not.toContain('{{');
    expect(within(preview).getByRole('status').textContent).toMatch(/SMS/);
  });

  it('lets go of what was typed only when one looks at the version of whoever saved first', async () => {
    api.refuse(triggers.updateTrigger, 409, { message: 'Somebody changed this trigger.' });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Edit trigger #5' }));
    await user.click(await screen.findByLabelText(/^Text/));
    await user.paste('Hello');
    await user.click(screen.getByRole('button', { name: 'Save trigger' }));
    const alert = await screen.findByRole('alert', { name: 'This could not be saved' });
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Text/).value).toBe('Hello');
    await user.click(within(alert).getByRole('button', { name: 'Look at their version' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save trigger' })).toBeNull());
    await waitFor(() => expect(api.requestsTo(triggers.listTriggers).length).toBeGreaterThan(1));
  });
});

describe('trying a trigger on past traffic', () => {
  const decisionOf = (more: Partial<triggers.PreviewDecision>): triggers.PreviewDecision => ({
    message_id: 11,
    at: '2026-11-20T10:00:00.000Z',
    event: 'A03',
    location: 'W1',
    given_name: 'Dara',
    family_name: 'Quill',
    channel: 'sms',
    reason: null,
    ...more,
  });

  it('says how many would have been asked, who not, and why; and asks anew for other days', async () => {
    api.answer(triggers.previewTrigger, {
      data: {
        days: 7,
        since: '2026-11-15T10:00:00.000Z',
        bounded: true,
        examined: 400,
        matched: 3,
        would_send: 1,
        refused: [{ reason: 'opted_out', count: 2 }],
        sample: { percent: 25, seed: 'spring', frame: 4, drawn: 1, quota: 20, over_quota: 0 },
        decisions: [
          decisionOf({}),
          decisionOf({ message_id: 12, family_name: null, given_name: null, reason: 'opted_out' }),
        ],
      },
    });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Try trigger #5 on past traffic' }));
    const drawer = await screen.findByRole('dialog');
    const list = await within(drawer).findByRole('list', { name: /./ });
    const rows = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Quill, DaraDischarge · W1');
    expect(rows[1]).toContain('Opted out');
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/messages/11', '/messages/12']);
    expect(within(drawer).getByRole('table').textContent).toBe('Opted out2');
    expect(drawer.textContent).toContain(
      '4 could be asked, 1 of them were drawn: 25 % with the seed “spring”. At most 20 of a ward in a month: 0 were over it.',
    );
    const { id: _id, survey_title: _title, pathway_title: _pathway, ...stored } = triggerOf(5);
    expect(api.requestsTo(triggers.previewTrigger)[0]?.body).toMatchObject({ trigger: { ...stored, id: 5 }, days: 7 });
    await user.selectOptions(within(drawer).getByRole('combobox'), '31');
    await waitFor(() => expect(api.requestsTo(triggers.previewTrigger).at(-1)?.body).toMatchObject({ days: 31 }));
  });

  it('says what is missing in a trigger that is not whole', async () => {
    api.refuse(triggers.previewTrigger, 422, { message: 'No.', errors: { survey_id: ['Choose a survey.'] } });
    const { user } = await renderPanel();
    await user.click(screen.getByRole('button', { name: 'Try trigger #5 on past traffic' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Choose a survey.');
  });

  describe('for a year', () => {
    const trialOf = (more: Partial<triggers.TriggerTrial>): { data: triggers.TriggerTrial } => ({
      data: {
        id: 3,
        state: 'running',
        days: 365,
        expected: 60_000,
        examined: 12_400,
        asked_at: '2026-11-20T10:00:00.000Z',
        finished_at: null,
        outcome: null,
        ...more,
      },
    });

    async function lookBackAYear() {
      api.answer(triggers.startTrial, trialOf({ state: 'waiting', examined: 0, expected: 0 }));
      const { user } = await renderPanel();
      await user.click(screen.getByRole('button', { name: 'Try trigger #5 on past traffic' }));
      const drawer = await screen.findByRole('dialog');
      await user.selectOptions(within(drawer).getByRole('combobox'), '365');
      return { user, drawer };
    }

    it('is counted in the background: how far it is, and what it counted by month and ward', async () => {
      api.answer(triggers.getTrial, trialOf({}));
      const { drawer } = await lookBackAYear();
      expect(await within(drawer).findByText('12,400 of 60,000 messages looked at')).toBeDefined();
      expect(within(drawer).getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^20[.]6/);
      api.answer(
        triggers.getTrial,
        trialOf({
          state: 'done',
          outcome: {
            days: 365,
            since: '2025-11-20T10:00:00.000Z',
            bounded: false,
            examined: 60_000,
            matched: 3,
            would_send: 2,
            refused: [{ reason: 'opted_out', count: 1 }],
            sample: null,
            months: [{ month: '2026-10', matched: 3, would_send: 2 }],
            wards: [
              { location: 'W1', matched: 2, would_send: 2 },
              { location: null, matched: 1, would_send: 0 },
            ],
            decisions: [decisionOf({})],
          },
        }),
      );
      expect(
        await within(drawer).findByText('Would have sent 2 in the last 365 days', {}, { timeout: 5_000 }),
      ).toBeDefined();
      const wards = within(within(drawer).getByRole('region', { name: 'By ward' })).getAllByRole('row');
      expect(wards.map(({ textContent }) => textContent)).toEqual(['WardFitWould have been sent', 'W122', 'No ward10']);
      // What is counted is not counted again when the connection was lost meanwhile.
      await invalidateAll(queryClient);
      expect(api.requestsTo(triggers.startTrial)).toHaveLength(1);
      expect(api.requestsTo(triggers.startTrial)[0]?.body).toMatchObject({ days: 365, trigger: { id: 5 } });
    });

    it('can be cancelled, and counted again', async () => {
      api.answer(triggers.getTrial, trialOf({}));
      api.answer(triggers.cancelTrial, trialOf({ state: 'cancelled' }));
      const { user, drawer } = await lookBackAYear();
      await user.click(await within(drawer).findByRole('button', { name: 'Cancel' }));
      expect((await within(drawer).findByRole('alert')).textContent).toContain('This trial was cancelled.');
      await user.click(within(drawer).getByRole('button', { name: 'Count again' }));
      await waitFor(() => expect(api.requestsTo(triggers.startTrial)).toHaveLength(2));
    });

    it('says when it could not be counted, and what is missing in the trigger', async () => {
      api.answer(triggers.getTrial, trialOf({ state: 'failed' }));
      const { drawer } = await lookBackAYear();
      expect((await within(drawer).findByRole('alert')).textContent).toContain('It could not be counted to its end.');
    });
  });
});
