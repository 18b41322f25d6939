import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpSmsGateway } from '../../platform/gateways/http-sms.ts';
import { createSmppGateway } from '../../platform/gateways/smpp.ts';
import { createLog } from '../../platform/log.ts';
import { after, DAY, fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startHttpListener } from '../../testing/outside/http-listener.ts';
import { startSmppCentre, type SmppCentre } from '../../testing/outside/smpp-centre.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { sendDelivery } from '../deliveries/index.ts';
import { applyWaitingReceipts, receiveReceipt } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

type ReceiptBody = { event: string; gateway_message_id?: string; idempotency_key?: string };

/** The gateway's reply to a send, and the resulting state of the delivery when no receipt comes. */
const ANSWERS = {
  'takes it': { status: 202, alone: 'sent' },
  'refuses it': { status: 400, alone: 'failed' },
  'is too busy': { status: 503, alone: 'scheduled' },
  'ends without an answer': { status: 0, alone: 'failed' },
} as const;
type Answer = keyof typeof ANSWERS;

const FATES: Record<Answer, Record<'delivered' | 'failed' | 'bounced' | 'complained', string>> = {
  'takes it': { delivered: 'delivered', failed: 'failed', bounced: 'failed', complained: 'sent' },
  'refuses it': { delivered: 'delivered', failed: 'failed', bounced: 'failed', complained: 'failed' },
  'is too busy': { delivered: 'delivered', failed: 'scheduled', bounced: 'scheduled', complained: 'scheduled' },
  'ends without an answer': { delivered: 'delivered', failed: 'failed', bounced: 'failed', complained: 'failed' },
};
const CASES = (Object.keys(ANSWERS) as Answer[]).flatMap((answer) =>
  (['delivered', 'failed', 'bounced', 'complained'] as const).flatMap((event) =>
    (['before', 'after'] as const).map((when) => [answer, event, when, FATES[answer][event]] as const),
  ),
);

/** Sends a survey to a discharged patient through a gateway on this machine that replies like this. */
async function askThroughGateway(
  answer: Answer,
  whileTaking: (hospital: TestApplication, key: string) => Promise<void> = async () => undefined,
) {
  const hospital = await makeAskingApplication(server);
  const { status } = ANSWERS[answer];
  const listener = await startHttpListener((response, { headers }) => {
    const answerNow = () => {
      if (status === 0) return response.destroy();
      return response.writeHead(status, { 'content-type': 'application/json' }).end(`{"id":"GW${hospital.id}"}`);
    };
    void whileTaking(hospital, String(headers['idempotency-key'])).then(answerNow);
  });
  await feed(server, hospital, { event: 'A03', at: stamp() });
  const [delivery] = await listDeliveries(server, hospital);
  if (!delivery) throw new Error('nothing was planned');
  const sms = createHttpSmsGateway(`http://127.0.0.1:${listener.port}/send`);
  const ctx = { ...server.ctx, gateways: { ...server.ctx.gateways, sms } };
  await sendDelivery(ctx, hospital.id, delivery.id);
  await listener.close();
  return { hospital, delivery, sends: listener.heard.length };
}

async function tell(hospital: TestApplication, payload: ReceiptBody): Promise<number> {
  const credentials = Buffer.from(`${hospital.accessKey}:${hospital.accessSecret}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}` };
  return (await server.call({ method: 'POST', url: '/api/v1/inbound/receipts', headers, payload })).status;
}

/** Applies all waiting receipts, as a worker does within a minute. */
async function applyReceipts() {
  await applyWaitingReceipts(server.ctx);
}

describe('a gateway that', () => {
  it.each(CASES)('%s and reports "%s" %s its reply leaves the delivery %s', async (answer, event, when, fate) => {
    const say = async (hospital: TestApplication, key: string) => {
      expect(await tell(hospital, { event, idempotency_key: key })).toBe(202);
      await applyReceipts();
    };
    const { hospital, delivery } = await askThroughGateway(answer, when === 'before' ? say : undefined);
    if (when === 'after') await say(hospital, delivery.idempotency_key);
    expect(await fates(server, hospital)).toEqual([fate]);
  });
});

/** Sends a survey to a patient through an SMPP centre, whose receipts come over the same connection. */
async function askThroughSmpp(
  status: number | null,
  whileTaking: (centre: SmppCentre, messageId: string) => Promise<void> = async () => undefined,
) {
  const hospital = await makeAskingApplication(server);
  const centre = await startSmppCentre({
    prefix: `SMPP${hospital.id}-`,
    whileTaking: (messageId) => whileTaking(centre, messageId),
  });
  if (status !== 0) centre.answers.push(status);
  const sms = createSmppGateway(`smpp://wardvoice:p%40ss@127.0.0.1:${centre.port}`, {
    log: createLog('silent'),
    answerTimeoutMs: 500,
    events: {
      onText: async () => null,
      onReceipt: ({ gatewayMessageId, event, error }) =>
        receiveReceipt(server.ctx, {
          event,
          gateway_message_id: gatewayMessageId,
          error: error ?? undefined,
          application_id: null,
        }),
    },
  });
  await feed(server, hospital, { event: 'A03', at: stamp() });
  const [delivery] = await listDeliveries(server, hospital);
  const ctx = { ...server.ctx, gateways: { ...server.ctx.gateways, sms } };
  await sendDelivery(ctx, hospital.id, delivery?.id ?? 0);
  const stop = async () => {
    await sms.close();
    await centre.stop();
  };
  return { hospital, centre, stop };
}

describe('an SMPP centre that', () => {
  it.each([
    ['DELIVRD', 'before', 'delivered'],
    ['DELIVRD', 'after', 'delivered'],
    ['UNDELIV', 'before', 'failed'],
    ['UNDELIV', 'after', 'failed'],
  ] as const)(
    'accepts a message and sends a receipt %s %s its reply leaves the delivery %s',
    async (stat, when, fate) => {
      const say = async (from: SmppCentre, messageId: string) => {
        expect(await from.sendReceipt(messageId, stat)).toBe(0);
        await applyReceipts();
      };
      const { hospital, centre, stop } = await askThroughSmpp(0, when === 'before' ? say : undefined);
      if (when === 'after') await say(centre, `SMPP${hospital.id}-1`);
      await applyReceipts();
      expect(await fates(server, hospital)).toEqual([fate]);
      await stop();
    },
  );

  it.each([
    ['refuses it', 0x0b, 'failed', false],
    ['is too busy', 0x58, 'scheduled', false],
    ['does not answer', null, 'failed', true],
  ] as const)('%s leaves the delivery in the right state', async (_name, status, fate, isInDoubt) => {
    const { hospital, stop } = await askThroughSmpp(status);
    expect(await listDeliveries(server, hospital)).toMatchObject([{ state: fate, outcome_unknown: isInDoubt }]);
    await stop();
  });
});

describe('a receipt for a message id that is not stored yet', () => {
  it('waits, and the message that bounced does not stay sent', async () => {
    const { hospital } = await askThroughGateway('takes it', async (asking) => {
      await tell(asking, { event: 'bounced', gateway_message_id: `GW${asking.id}` });
      await applyReceipts();
    });
    await applyReceipts();
    expect(await listDeliveries(server, hospital)).toMatchObject([
      { state: 'failed', last_error: 'The message bounced: nobody receives messages at this address.', sent_at: NOON },
    ]);
    expect(await countWaiting(hospital)).toBe(0);
  });

  it('is applied after days, however often it was tried before', async () => {
    const hospital = await makeAskingApplication(server);
    await tell(hospital, { event: 'delivered', gateway_message_id: 'LATE' });
    for (let look = 0; look < 20; look += 1) await applyReceipts();
    expect(await countWaiting(hospital)).toBe(1);
    server.setTime(after(3 * DAY));
    await feed(server, hospital, { event: 'A03', at: stamp(3 * DAY) });
    server.gateways.answerNext({ ok: true, gatewayMessageId: 'LATE' });
    const [delivery] = await listDeliveries(server, hospital);
    await sendDelivery(server.ctx, hospital.id, delivery?.id ?? 0);
    await applyReceipts();
    expect(await fates(server, hospital)).toEqual(['delivered']);
  });

  it('is applied once by two workers at the same time', async () => {
    const { hospital } = await askThroughGateway('takes it');
    await tell(hospital, { event: 'bounced', gateway_message_id: `GW${hospital.id}` });
    await Promise.all([applyReceipts(), applyReceipts(), server.runJobs()]);
    expect(await fates(server, hospital)).toEqual(['failed']);
    expect(await countWaiting(hospital)).toBe(0);
  });
});

async function countWaiting(hospital: TestApplication): Promise<number> {
  const rows = await within(server, hospital, (tx) => tx.selectFrom('waiting_receipts').select('id').execute());
  return rows.length;
}
