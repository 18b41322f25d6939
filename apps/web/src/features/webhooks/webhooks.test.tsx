// @vitest-environment jsdom
import { webhooks } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const SECRET = `whsec_${'x'.repeat(43)}=`;
const tickets: webhooks.Webhook = {
  id: 3,
  url: 'https://tickets.example/hook',
  description: 'Ticket system',
  events: ['case.opened', 'case.closed'],
  topic: null,
  active: true,
  off_reason: null,
  off_at: null,
  failing_since: null,
  previous_until: null,
  created_at: '2026-11-01T10:00:00.000Z',
  created_by: { id: 1, name: 'Ada Admin' },
  waiting: 2,
  failed: 5,
  version: 4,
};
const failed: webhooks.WebhookEvent = {
  id: 70,
  message_id: 'b7e9c1de-0000-4000-8000-000000000000',
  type: 'case.opened',
  data: { case_id: 12 },
  happened_at: '2026-11-20T10:00:00.000Z',
  state: 'failed',
  attempts: 10,
  next_attempt_at: null,
  attempted_at: '2026-11-23T10:00:00.000Z',
  took_ms: 120,
  status: 500,
  answer: 'out of order',
  error: 'The receiver answered 500.',
};

beforeEach(() => signIn({ permissions: ['admin'] }));

describe('the list of webhooks', () => {
  it('shows where each leads and how it does, and never a secret', async () => {
    const off: webhooks.Webhook = {
      ...tickets,
      id: 4,
      url: 'https://gone.example/',
      description: '',
      active: false,
      off_reason: 'gone',
      off_at: '2026-11-20T10:00:00.000Z',
    };
    const failing = { ...tickets, id: 5, url: 'https://slow.example/', failing_since: '2026-11-20T10:00:00.000Z' };
    api.answer(webhooks.listWebhooks, pageOf([tickets, off, failing]));
    await renderScreen('/webhooks/index');
    await screen.findByText('https://gone.example/');
    const [, first, second, third] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(first).toMatch(/tickets\.example.*Ticket system.*On.*2.*5/);
    expect(second).toMatch(/gone\.example.*Switched off: gone/);
    expect(third).toMatch(/slow\.example.*fails at present/);
  });

  it('offers no new webhook to somebody who may only read it', async () => {
    signIn({ permissions: ['webhooks.list'] });
    api.answer(webhooks.listWebhooks, pageOf([]));
    await renderScreen('/webhooks/index');
    expect(await screen.findByText('No webhooks')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Make webhook' })).toBeNull();
  });
});

describe('a new webhook', () => {
  it('chooses events by their sentences, and shows its secret once', async () => {
    api.answer(webhooks.createWebhook, { data: { ...tickets, secret: SECRET } });
    const { user } = await renderScreen('/webhooks/create');
    await user.type(await screen.findByLabelText(/^Address/), 'https://tickets.example/hook');
    await user.click(screen.getByLabelText('Case opened'));
    expect(screen.getByText('An HL7 message could not be stored or processed.')).toBeDefined();
    await user.click(screen.getByText('Make webhook', { selector: 'button *' }));
    expect(await screen.findByLabelText('Secret')).toHaveProperty('value', SECRET);
    expect(api.requestsTo(webhooks.createWebhook).map(({ body }) => body)).toEqual([
      {
        webhook: { url: 'https://tickets.example/hook', description: '', events: ['case.opened'], active: true },
      },
    ]);
    await user.keyboard('{Escape}');
    api.answer(webhooks.getWebhook, { data: tickets });
    api.answer(webhooks.listWebhookEvents, pageOf([]));
    await user.click(screen.getByText('I have kept the secret'));
    await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
  });

  it('needs an https address and an event, and what is wrong stands at its field', async () => {
    const { user } = await renderScreen('/webhooks/create');
    await user.type(await screen.findByLabelText(/^Address/), 'http://tickets.example');
    await user.click(screen.getByText('Make webhook', { selector: 'button *' }));
    expect(await screen.findAllByText(/begins with https:\/\/, without/)).not.toEqual([]);
    expect(screen.getAllByText('Choose at least one event.')).not.toEqual([]);
    expect(api.requestsTo(webhooks.createWebhook)).toEqual([]);
  });
});

describe('the page of a webhook', () => {
  const open = (webhook: webhooks.Webhook = tickets, events: webhooks.WebhookEvent[] = [failed]) => {
    api.answer(webhooks.getWebhook, { data: webhook });
    api.answer(webhooks.listWebhookEvents, pageOf(events));
    return renderScreen('/webhooks/3');
  };

  it('shows what came back to a test', async () => {
    const back = { ...failed, id: 71, type: 'webhook.test', state: 'delivered' as const, status: 200, answer: 'hello' };
    api.answer(webhooks.testWebhook, { data: { ...back, error: null } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send test' }));
    const dialog = await screen.findByRole('dialog', { name: 'The test has arrived' });
    expect(within(dialog).getByRole('textbox', { name: 'What came back' }).textContent).toBe('hello');
  });

  it('lists the events with their last answer, and opens one', async () => {
    const { user } = await open();
    const row = await screen.findByRole('row', { name: /Case opened/ });
    expect(row.textContent).toMatch(/Failed.*10.*The receiver answered 500\./);
    await user.click(within(row).getByRole('button', { name: 'Case opened' }));
    const dialog = await screen.findByRole('dialog', { name: 'Case opened' });
    expect(dialog.textContent).toMatch(/msg_b7e9c1de.*"case_id": 12.*out of order/s);
  });

  it('sends one event again, or all that failed in a time', async () => {
    api.answer(webhooks.replayWebhookEvent, { data: { ...failed, state: 'waiting' } });
    api.answer(webhooks.replayWebhook, { data: { events: 5 } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send again: Case opened, 70' }));
    expect((await screen.findByRole('status')).textContent).toContain('It is sent again.');
    await user.click(screen.getByRole('button', { name: 'Send failed again' }));
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('5 events are sent again.')).toBeDefined();
    const [request] = api.requestsTo(webhooks.replayWebhook);
    expect(request?.body).toEqual({ webhook: { since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } });
  });

  it('of a webhook that is off sends nothing again', async () => {
    await open({ ...tickets, active: false });
    expect(await screen.findByRole('row', { name: /Case opened/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Send.* again/ })).toBeNull();
  });

  it('says when nothing was sent yet, and when the log cannot be loaded', async () => {
    await open(tickets, []);
    expect(await screen.findByText('Nothing yet')).toBeDefined();
  });

  it('asks before it deletes', async () => {
    api.answer(webhooks.deleteWebhook, { data: { id: 3 } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(webhooks.deleteWebhook)).toEqual([]);
    api.answer(webhooks.listWebhooks, pageOf([]));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(webhooks.deleteWebhook)).toHaveLength(1));
  });

  it('makes a new secret, and asks for how long the old one is to sign', async () => {
    api.answer(webhooks.rotateWebhook, { data: { ...tickets, secret: SECRET } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    await user.click(await screen.findByRole('button', { name: 'Make new secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'The new secret is made' });
    expect(within(dialog).getByRole('textbox', { name: 'Secret' })).toHaveProperty('value', SECRET);
    expect(api.requestsTo(webhooks.rotateWebhook).map(({ body }) => body)).toEqual([
      { webhook: { overlap_hours: 24 } },
    ]);
  });
});
