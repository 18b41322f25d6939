import { afterEach, describe, expect, it } from 'vitest';
import { startSmppCentre, type SmppCentre } from '../../testing/outside/smpp-centre.ts';
import { createLog } from '../log.ts';
import type { SmsEvents } from './gateway.ts';
import { createSmppGateway } from './smpp.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startCentre(port = 0): Promise<SmppCentre> {
  const centre = await startSmppCentre({ port });
  closing.push(() => centre.stop().catch(() => undefined));
  return centre;
}

function gatewayTo(
  { port }: { port: number },
  { events = null as SmsEvents | null, password = 'p%40ss', query = '', enquireLinkMs = 20_000 } = {},
) {
  const gateway = createSmppGateway(`smpp://wardvoice:${password}@127.0.0.1:${port}${query}`, {
    log: createLog('silent'),
    events,
    answerTimeoutMs: 300,
    enquireLinkMs,
  });
  closing.push(() => gateway.close());
  return gateway;
}

const sms = (text: string) => ({ to: '+447700900123', text, idempotencyKey: 'key' });

describe('a text is handed over', () => {
  it('in one piece, to an international number, with a receipt asked for', async () => {
    const centre = await startCentre();
    const gateway = gatewayTo(centre, { query: '?from=Hospital' });
    expect(await gateway.send(sms('How was it? £5 [yes]'))).toEqual({ ok: true, gatewayMessageId: 'M1' });
    expect(centre.submitted[0]).toMatchObject({
      source_addr: 'Hospital',
      source_addr_ton: 5,
      destination_addr: '447700900123',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      data_coding: 0,
      registered_delivery: 1,
      short_message: { message: 'How was it? £5 [yes]' },
    });
  });

  it('in the name of the hospital that has one of its own', async () => {
    const centre = await startCentre();
    await gatewayTo(centre, { query: '?from=House' }).send({ ...sms('Hello'), from: 'Northside' });
    expect(centre.submitted[0]).toMatchObject({ source_addr: 'Northside', source_addr_ton: 5 });
  });

  it('in Arabic as UCS-2', async () => {
    const centre = await startCentre();
    await gatewayTo(centre).send(sms('كيف كانت زيارتك؟'));
    expect(centre.submitted[0]).toMatchObject({ data_coding: 8, short_message: { message: 'كيف كانت زيارتك؟' } });
  });

  it('in parts that a phone puts together again, when it is long', async () => {
    const centre = await startCentre();
    const text = `${'a'.repeat(152)}€${'b'.repeat(200)}`;
    expect(await gatewayTo(centre).send(sms(text))).toMatchObject({ ok: true, gatewayMessageId: 'M3' });
    const parts = centre.submitted;
    expect(parts.map(({ esm_class }) => esm_class)).toEqual([0x40, 0x40, 0x40]);
    expect(parts.map(({ registered_delivery }) => registered_delivery)).toEqual([0, 0, 1]);
    expect(parts.map(({ short_message }) => short_message.message).join('')).toBe(text);
    const headers = parts.map(({ short_message }) => Buffer.concat(short_message.udh ?? []));
    expect(headers.map((header) => header.at(-1))).toEqual([1, 2, 3]);
    expect(new Set(headers.map((header) => header.at(-3))).size).toBe(1);
  });
});

describe('what the centre says decides', () => {
  it.each([
    [0x58, 'retry'],
    [0x14, 'retry'],
    // The sender, or the password, which the hospital corrects.
    [0x0a, 'retry'],
    [0x0e, 'retry'],
    [0x0b, 'refused'],
  ])('0x%s → %s', async (status, outcome) => {
    const centre = await startCentre();
    centre.answers.push(status);
    expect(await gatewayTo(centre).send(sms('Hello'))).toMatchObject({ ok: false, outcome });
  });

  it('a centre that does not answer may have taken it', async () => {
    const centre = await startCentre();
    centre.answers.push(null);
    expect(await gatewayTo(centre).send(sms('Hello'))).toMatchObject({ ok: false, outcome: 'unknown' });
  });

  it('after one that was not answered, the next is sent only when the centre says that it is there', async () => {
    const centre = await startCentre();
    const gateway = gatewayTo(centre);
    expect(await gateway.send(sms('One'))).toMatchObject({ ok: true });
    centre.fallSilent();
    expect(await gateway.send(sms('Two'))).toMatchObject({ outcome: 'unknown' });
    // Both wait for the new connection, and nothing more is lost on the old one.
    const results = await Promise.all([gateway.send(sms('Three')), gateway.send(sms('Four'))]);
    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
    expect(centre.submitted.map(({ short_message }) => short_message.message)).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(centre.binds).toBe(2);
  });

  it('a slow centre that is there keeps its connection', async () => {
    const centre = await startCentre();
    centre.answers.push(null);
    const gateway = gatewayTo(centre);
    expect(await gateway.send(sms('One'))).toMatchObject({ outcome: 'unknown' });
    expect(await gateway.send(sms('Two'))).toMatchObject({ ok: true });
    expect(centre.binds).toBe(1);
  });

  it('a text of which a part has left is not sent again', async () => {
    const centre = await startCentre();
    centre.answers.push(0, 0x58);
    expect(await gatewayTo(centre).send(sms('a'.repeat(200)))).toMatchObject({ ok: false, outcome: 'unknown' });
  });

  it.each([
    ['ten', '', 10],
    ['as many as the address says', '?window=3', 3],
  ])('no more than %s wait for their answer at once', async (_many, query, most) => {
    let waiting = 0;
    let highest = 0;
    const centre = await startSmppCentre({
      whileTaking: async () => {
        waiting += 1;
        highest = Math.max(highest, waiting);
        await new Promise((resolve) => setImmediate(resolve));
        waiting -= 1;
      },
    });
    closing.push(() => centre.stop().catch(() => undefined));
    const gateway = gatewayTo(centre, { query });
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => gateway.send(sms(`Text ${n}`))));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(highest).toBeLessThanOrEqual(most);
    expect(highest).toBeGreaterThan(1);
  });

  it.each(['0', '251', '1.5', 'many'])('a window of %s is refused at the start', (window) => {
    expect(() => gatewayTo({ port: 1 }, { query: `?window=${window}` })).toThrow(/whole number from 1 to 250/);
  });

  it('a wrong password, and nobody there, are tried again later', async () => {
    const centre = await startCentre();
    expect(await gatewayTo(centre, { password: 'wrong' }).send(sms('Hello'))).toMatchObject({ outcome: 'retry' });
    expect(centre.submitted).toEqual([]);
    const { port } = centre;
    await centre.stop();
    expect(await gatewayTo({ port }).send(sms('Hello'))).toMatchObject({ outcome: 'retry' });
  });
});

describe('the centre tells', () => {
  const heard = () => {
    const texts: unknown[] = [];
    const receipts: unknown[] = [];
    const events: SmsEvents = {
      onText: async (text) => (texts.push(text), text.text === 'STOP' ? 'You will get no more.' : null),
      onReceipt: async (receipt) => void receipts.push(receipt),
    };
    return { texts, receipts, events };
  };
  const bound = async (centre: SmppCentre) => {
    await expect.poll(() => centre.binds).toBeGreaterThan(0);
  };

  it('that a text arrived, or did not', async () => {
    const centre = await startCentre();
    const { receipts, events } = heard();
    gatewayTo(centre, { events });
    await bound(centre);
    const tell = (short_message: string) =>
      new Promise<number>((resolve) =>
        centre
          .session()
          .deliver_sm({ esm_class: 0x04, source_addr: '447700900123', short_message }, (pdu) =>
            resolve(pdu.command_status),
          ),
      );
    const body = 'sub:001 dlvrd:001 submit date:2603020815 done date:2603020816';
    expect(await tell(`id:M1 ${body} stat:DELIVRD err:000 text:How`)).toBe(0);
    expect(await tell(`id:M2 ${body} stat:UNDELIV err:011 text:How`)).toBe(0);
    expect(await tell(`id:M3 ${body} stat:ENROUTE err:000 text:How`)).toBe(0);
    expect(receipts).toEqual([
      { gatewayMessageId: 'M1', event: 'delivered', error: null },
      { gatewayMessageId: 'M2', event: 'failed', error: 'The network could not deliver it (UNDELIV, 011).' },
    ]);
  });

  it('what a patient wrote, and gets an answer for them', async () => {
    const centre = await startCentre();
    const { texts, events } = heard();
    gatewayTo(centre, { events });
    await bound(centre);
    centre.session().deliver_sm({
      esm_class: 0,
      source_addr: '447700900123',
      destination_addr: '447700900500',
      short_message: 'STOP',
    });
    await expect.poll(() => centre.submitted.length).toBe(1);
    expect(texts).toEqual([{ from: '447700900123', to: '447700900500', text: 'STOP', part: null }]);
    expect(centre.submitted[0]).toMatchObject({
      destination_addr: '447700900123',
      short_message: { message: 'You will get no more.' },
    });
  });

  const deliver = (centre: SmppCentre, fields: Record<string, unknown>) =>
    new Promise<number>((resolve) =>
      centre
        .session()
        .deliver_sm({ esm_class: 0, source_addr: '447700900123', destination_addr: '500', ...fields }, (pdu) =>
          resolve(pdu.command_status),
        ),
    );
  const HEADER = 0x40;

  it('which part of a long text it is, by either kind of header, or by optional parameters', async () => {
    const centre = await startCentre();
    const { texts, events } = heard();
    gatewayTo(centre, { events });
    await bound(centre);
    const parts = [
      { esm_class: HEADER, short_message: { udh: Buffer.from([5, 0, 3, 200, 2, 1]), message: 'One' } },
      {
        esm_class: HEADER,
        short_message: { udh: Buffer.from([9, 0x24, 1, 1, 8, 4, 1, 44, 3, 2]), message: 'Two' },
      },
      { sar_msg_ref_num: 7, sar_total_segments: 2, sar_segment_seqnum: 2, short_message: 'Three' },
      // A header that says nothing of parts, one that is cut off, and a number beyond the last.
      { esm_class: HEADER, short_message: { udh: Buffer.from([3, 0x24, 1, 1]), message: 'Four' } },
      { esm_class: HEADER, short_message: { udh: Buffer.from([2, 0, 3]), message: 'Five' } },
      { esm_class: HEADER, short_message: { udh: Buffer.from([5, 0, 3, 200, 2, 3]), message: 'Six' } },
    ];
    for (const fields of parts) expect(await deliver(centre, fields)).toBe(0);
    expect(texts).toMatchObject([
      { text: 'One', part: { reference: 200, total: 2, number: 1 } },
      { text: 'Two', part: { reference: 300, total: 3, number: 2 } },
      { text: 'Three', part: { reference: 7, total: 2, number: 2 } },
      { text: 'Four', part: null },
      { text: 'Five', part: null },
      { text: 'Six', part: null },
    ]);
  });

  it('a long text in one piece', async () => {
    const centre = await startCentre();
    const { texts, events } = heard();
    gatewayTo(centre, { events });
    await bound(centre);
    const long = 'Nobody came when I rang. '.repeat(20);
    expect(await deliver(centre, { short_message: '', message_payload: long })).toBe(0);
    expect(texts).toMatchObject([{ text: long, part: null }]);
  });

  it('again, when we could not store it', async () => {
    const centre = await startCentre();
    gatewayTo(centre, {
      events: { onText: () => Promise.reject(new Error('the database is away')), onReceipt: async () => undefined },
    });
    await bound(centre);
    const status = await new Promise<number>((resolve) =>
      centre
        .session()
        .deliver_sm({ esm_class: 0, source_addr: '1', short_message: 'STOP' }, (pdu) => resolve(pdu.command_status)),
    );
    expect(status).toBe(0x08);
  });

  it('over a new connection, when the one that it had says nothing any more', async () => {
    const centre = await startCentre();
    const { texts, events } = heard();
    gatewayTo(centre, { events, enquireLinkMs: 50 });
    await bound(centre);
    centre.fallSilent();
    await expect.poll(() => centre.binds).toBe(2);
    expect(await deliver(centre, { short_message: 'Still there?' })).toBe(0);
    expect(texts).toHaveLength(1);
  });

  it('after a restart too: the connection is made anew', async () => {
    const centre = await startCentre();
    const { events } = heard();
    const gateway = gatewayTo(centre, { events });
    await bound(centre);
    await centre.stop();
    const next = await startCentre(centre.port);
    await expect.poll(() => next.binds, { timeout: 5_000 }).toBe(1);
    expect(await gateway.send(sms('Hello again'))).toMatchObject({ ok: true });
  });
});
