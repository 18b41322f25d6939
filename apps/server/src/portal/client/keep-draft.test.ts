// @vitest-environment jsdom
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { keepDraft } from './keep-draft.ts';

const drafts: unknown[] = [];
let status = 204;
const server = createServer((request, response) => {
  void store(request, response);
});

async function store(request: IncomingMessage, response: ServerResponse): Promise<void> {
  drafts.push({ method: request.method, type: request.headers['content-type'], body: await json(request) });
  response.writeHead(status).end();
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let form: HTMLFormElement;
let stop: () => void;

function openForm(draft: string): void {
  form = document.createElement('form');
  if (draft) form.dataset['draft'] = draft;
  form.innerHTML = `
    <fieldset data-q="1"><input type="checkbox" value="11"><input type="checkbox" value="12"></fieldset>
    <div data-q="2"><textarea class="v"></textarea></div>`;
  document.body.replaceChildren(form);
  stop = keepDraft(form, Array.from(form.querySelectorAll<HTMLElement>('[data-q]')));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  drafts.length = 0;
  status = 204;
  openForm(`http://127.0.0.1:${(server.address() as AddressInfo).port}/draft`);
  return () => {
    stop();
    vi.useRealTimers();
  };
});

const choose = (option: number) => form.querySelector<HTMLInputElement>(`[value="${option}"]`)?.click();
const stored = (count: number) => vi.waitFor(() => expect(drafts).toHaveLength(count));

it('stores the answers once they have not changed for 700 milliseconds', async () => {
  choose(11);
  vi.advanceTimersByTime(600);
  choose(12);
  vi.advanceTimersByTime(699);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  await stored(1);
  const responses = [
    { question_id: 1, text: null, option_ids: [11, 12] },
    { question_id: 2, text: '', option_ids: [] },
  ];
  expect(drafts[0]).toEqual({ method: 'PUT', type: 'application/json', body: { feedback: { responses } } });
});

it('stores at once when the page is left', async () => {
  choose(11);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(0);
  await stored(1);
  vi.restoreAllMocks();
});

it('stores nothing after the form was sent', () => {
  choose(11);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('stores with the next change what could not be stored before', async () => {
  status = 503;
  choose(11);
  vi.advanceTimersByTime(700);
  await stored(1);
  choose(12);
  vi.advanceTimersByTime(700);
  await stored(2);
  expect(drafts[1]).toMatchObject({ body: { feedback: { responses: [{ option_ids: [11, 12] }, {}] } } });
});

it('stores nothing on a kiosk, whose form has no address for drafts', () => {
  stop();
  openForm('');
  choose(11);
  expect(vi.getTimerCount()).toBe(0);
});
