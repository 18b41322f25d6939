import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { createHttpSmsGateway } from './http-sms.ts';
import { readReceipts, readSmsFormat, readTexts, type SmsFormat } from './sms-format.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const formatOf = (format: object): SmsFormat => {
  const read = readSmsFormat(JSON.stringify(format));
  if ('problem' in read) throw new Error(read.problem);
  return read.format;
};

/** A gateway with lists in lists, as several have. */
const NESTED = {
  send: {
    headers: { authorization: 'App 0123456789' },
    json: {
      messages: [
        {
          from: '{{from}}',
          destinations: [{ to: '{{to_digits}}', messageId: '{{id}}' }],
          text: '{{text}}',
          flash: false,
        },
      ],
    },
    id: 'messages.0.messageId',
    accepted: { path: 'messages.0.status.groupName', values: ['PENDING', 'ACCEPTED'], again: ['THROTTLED'] },
  },
  texts: { each: 'results', from: 'from', to: 'to', text: 'text', id: 'messageId' },
  receipts: {
    each: 'results',
    id: 'messageId',
    status: 'status.groupName',
    delivered: ['DELIVERED'],
    failed: ['UNDELIVERABLE', 'EXPIRED'],
    error: 'error.name',
  },
  secret: 'only-the-gateway-knows',
};

async function sendTo(format: object, answer: { status: number; body: unknown }, from?: string) {
  const listener = await startHttpListener((response) =>
    response.writeHead(answer.status).end(JSON.stringify(answer.body)),
  );
  closing.push(listener.close);
  const gateway = createHttpSmsGateway(`http://127.0.0.1:${listener.port}/send`, { format: formatOf(format) });
  const result = await gateway.send({
    to: '+447700900123',
    text: 'How was “it”?\nكيف',
    idempotencyKey: '5d0c9a1e-0000-4000-8000-000000000001',
    ...(from === undefined ? {} : { from }),
  });
  return { result, heard: listener.heard[0] };
}
const says = (groupName: string) => ({
  status: 200,
  body: { messages: [{ messageId: 41_793, status: { groupName } }] },
});

describe('a text to a gateway with a format of its own', () => {
  it('is written as its JSON wants it, with every sign that JSON escapes', async () => {
    const { result, heard } = await sendTo(NESTED, says('PENDING'), 'Northside');
    expect(result).toEqual({ ok: true, gatewayMessageId: '41793' });
    expect(heard?.headers).toMatchObject({ authorization: 'App 0123456789', 'content-type': 'application/json' });
    expect(JSON.parse(heard?.body ?? '')).toEqual({
      messages: [
        {
          from: 'Northside',
          destinations: [{ to: '447700900123', messageId: '5d0c9a1e-0000-4000-8000-000000000001' }],
          text: 'How was “it”?\nكيف',
          flash: false,
        },
      ],
    });
  });

  it('names no sender where the hospital has none', async () => {
    const { heard } = await sendTo(NESTED, says('PENDING'));
    expect(JSON.parse(heard?.body ?? '').messages[0]).not.toHaveProperty('from');
  });

  it('is written as the fields of a form', async () => {
    const alphabet = { gsm: 'text', unicode: 'unicode' };
    const fields = { api_key: 'k', msisdn: '{{to}}', message: '{{text}}', sender: '{{from}}', type: '{{alphabet}}' };
    const form = { send: { form: fields, alphabet } };
    const { result, heard } = await sendTo(form, { status: 200, body: 'queued' });
    expect(result).toEqual({ ok: true, gatewayMessageId: null });
    expect(heard?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(heard?.body))).toEqual({
      api_key: 'k',
      msisdn: '+447700900123',
      message: 'How was “it”?\nكيف',
      type: 'unicode',
    });
  });

  it.each([
    ['REJECTED', 'refused', 'The SMS gateway answered 200, and REJECTED at messages.0.status.groupName.'],
    ['THROTTLED', 'retry', 'The SMS gateway answered 200, and THROTTLED at messages.0.status.groupName.'],
    ['to +447700900123', 'refused', 'The SMS gateway answered 200, and something else at messages.0.status.groupName.'],
  ])('was not taken where the answer says “%s”, whatever its status', async (word, outcome, error) => {
    expect((await sendTo(NESTED, says(word))).result).toEqual({ ok: false, outcome, error });
  });

  it('was not taken where the answer says nothing that the format knows', async () => {
    expect((await sendTo(NESTED, { status: 200, body: {} })).result).toMatchObject({ ok: false, outcome: 'refused' });
  });
});

describe('what such a gateway calls with', () => {
  const format = formatOf(NESTED);

  it('is read as the format says, several in a call', () => {
    const results = [
      { messageId: 'a', from: '447700900123', to: '500', text: 'Thank you' },
      { messageId: 'b', from: '447700900124', text: '' },
    ];
    expect(readTexts(format, { results })).toEqual([
      { id: 'a', from: '447700900123', to: '500', text: 'Thank you' },
      { id: 'b', from: '447700900124', to: null, text: '' },
    ]);
    const of = (groupName: string, name?: string) => ({ messageId: groupName, status: { groupName }, error: { name } });
    expect(
      readReceipts(format, { results: [of('DELIVERED'), of('PENDING'), of('EXPIRED', 'EC_OFF'), of('UNDELIVERABLE')] }),
    ).toEqual([
      { id: 'DELIVERED', event: 'delivered', error: null },
      { id: 'EXPIRED', event: 'failed', error: 'EC_OFF' },
      { id: 'UNDELIVERABLE', event: 'failed', error: 'UNDELIVERABLE' },
    ]);
  });

  it('is one text or receipt where the format names no list', () => {
    const flat = formatOf({ ...NESTED, texts: { from: 'msisdn', text: 'keyword' } });
    expect(readTexts(flat, { msisdn: 447_700_900_123, keyword: 'STOP' })).toEqual([
      { from: '447700900123', text: 'STOP', to: null, id: null },
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['another list', { messages: [] }],
    ['no text', { results: [] }],
    ['a text without its sender beside another', { results: [{ from: '1', text: 'x' }, { text: 'y' }] }],
  ])('is refused as a whole when it holds %s, so that nothing is lost unseen', (_what, body) => {
    expect(readTexts(format, body)).toBeNull();
  });
});

describe('a format', () => {
  it.each<[object, string]>([
    [{}, 'send is missing'],
    [{ send: {} }, 'send needs one of json and form'],
    [{ send: { json: { to: '{{to}}' } } }, 'send needs {{text}}, and {{to}} or {{to_digits}}'],
    [
      { send: { json: '{{to}} {{text}} {{name}}' } },
      'send may hold {{to}}, {{to_digits}}, {{from}}, {{text}}, {{id}}, {{alphabet}} only',
    ],
    [{ send: { json: '{{to}} {{text}} {{alphabet}}' } }, 'send.alphabet is missing: say what {{alphabet}} is'],
    [
      { send: { json: '{{to}} {{text}}', headers: { 'x-sender': '{{from}}' } } },
      'send.headers may hold no {{text}} and no {{from}}',
    ],
    [{ ...NESTED, secret: undefined }, 'secret is needed for texts and receipts: 16 characters or more'],
    [{ ...NESTED, send: { ...NESTED.send, id: undefined } }, 'send.id is needed for receipts: they name a text by it'],
    [{ ...NESTED, texts: { from: 'a b', text: 'x' } }, 'texts.from is no path: write it like messages.0.id'],
    [{ ...NESTED, receipts: { id: 'id' } }, 'receipts.status is missing: write a path like messages.0.id'],
    [{ ...NESTED, send: { ...NESTED.send, haeders: {} } }, 'send has haeders, which is not known'],
  ])('that cannot be used is told with its place: %o', (format, problem) => {
    expect(readSmsFormat(JSON.stringify(format))).toEqual({ problem });
  });

  it('that is no JSON is told', () => expect(readSmsFormat('{')).toEqual({ problem: 'is no JSON' }));

  it('is shown in the documentation by one that can be used', async () => {
    const docs = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, example = ''] = /```json\n(\{\n {2}"send"[\s\S]*?)```/.exec(docs) ?? [];
    expect(readSmsFormat(example)).toHaveProperty('format.send.form.type', '{{alphabet}}');
  });
});
