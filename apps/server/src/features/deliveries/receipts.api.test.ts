import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpSmsGateway } from '../../platform/gateways/http-sms.ts';
import { after, DAY, fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startHttpListener } from '../../testing/http-listener.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { applyWaitingReceipts, sendDelivery } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

type ReceiptBody = { event: string; gateway_message_id?: string; idempotency_key?: string };

/** What the gateway answers to a send, and what that makes of the delivery when nothing more is heard. */
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

/** A discharged patient is asked through a gateway that listens on this machine and answers so. */
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
  const ctx = { ...server.house, gateways: { ...server.house.gateways, sms } };
  await sendDelivery(ctx, hospital.id, delivery.id);
  await listener.close();
  return { hospital, delivery, sends: listener.heard.length };
}

async function tell(hospital: TestApplication, payload: ReceiptBody): Promise<number> {
  const credentials = Buffer.from(`${hospital.accessKey}:${hospital.accessSecret}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}` };
  return (await server.call({ method: 'POST', url: '/api/v1/inbound/receipts', headers, payload })).status;
}

/** Applies all that wait, as a worker would within a minute. */
async function applyReceipts() {
  await applyWaitingReceipts(server.house);
}

describe('a gateway that', () => {
  it.each(CASES)('%s and says "%s" %s its answer leaves the delivery %s', async (answer, event, when, fate) => {
    const say = async (hospital: TestApplication, key: string) => {
      expect(await tell(hospital, { event, idempotency_key: key })).toBe(202);
      await applyReceipts();
    };
    const { hospital, delivery } = await askThroughGateway(answer, when === 'before' ? say : undefined);
    if (when === 'after') await say(hospital, delivery.idempotency_key);
    expect(await fates(server, hospital)).toEqual([fate]);
  });
});

describe('a receipt that names a number we have not written down yet', () => {
  it('waits, and the message that bounced does not stand as sent', async () => {
    const { hospital } = await askThroughGateway('takes it', async (asking) => {
      await tell(asking, { event: 'bounced', gateway_message_id: `GW${asking.id}` });
      await applyReceipts();
    });
    await applyReceipts();
    expect(await listDeliveries(server, hospital)).toMatchObject([
      { state: 'failed', last_error: 'It came back: nobody is at this address.', sent_at: NOON },
    ]);
    expect(await countWaiting(hospital)).toBe(0);
  });

  it('is found after days, however often it was looked for in vain', async () => {
    const hospital = await makeAskingApplication(server);
    await tell(hospital, { event: 'delivered', gateway_message_id: 'LATE' });
    for (let look = 0; look < 20; look += 1) await applyReceipts();
    expect(await countWaiting(hospital)).toBe(1);
    server.setTime(after(3 * DAY));
    await feed(server, hospital, { event: 'A03', at: stamp(3 * DAY) });
    server.gateways.answerNext({ ok: true, gatewayMessageId: 'LATE' });
    const [delivery] = await listDeliveries(server, hospital);
    await sendDelivery(server.house, hospital.id, delivery?.id ?? 0);
    await applyReceipts();
    expect(await fates(server, hospital)).toEqual(['delivered']);
  });

  it('is applied once by two workers that find it at the same moment', async () => {
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
