import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { whileRefused } from '../../testing/while-refused.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import type { Context } from '../../platform/context.ts';
import type { Gateways } from '../../platform/gateways/gateway.ts';
import { createHttpSmsGateway } from '../../platform/gateways/http-sms.ts';
import { sendDelivery } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const discharge = (digit: number) => ({
  event: 'A03',
  patient: `P${digit}`,
  visit: `V${digit}`,
  phone: `07700 90012${digit}^PRN^CP`,
  at: stamp(),
});

async function withDue(count: number): Promise<TestApplication> {
  const hospital = await makeAskingApplication(server);
  await feed(server, hospital, ...Array.from({ length: count }, (_, digit) => discharge(digit)));
  return hospital;
}

const newJob = () => ({ claim: randomUUID(), sendAt: NOON });

/** Returns the deliveries that have a job, once for each job. */
async function jobsOf(hospital: TestApplication): Promise<number[]> {
  const { rows } = await within(server, hospital, (tx) =>
    sql<{ id: number }>`
      select (payload ->> 'delivery_id')::int as id from graphile_worker._private_jobs
      where (payload ->> 'application_id')::int = ${hospital.id} and payload ->> 'delivery_id' is not null order by 1`.execute(
      tx,
    ),
  );
  return rows.map(({ id }) => id);
}

/** A gateway that accepts messages, and answers when the test tells it to. */
function makeSlowGateway() {
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const taken: string[] = [];
  const sms = {
    name: 'slow',
    close: async () => undefined,
    send: async ({ to }: { to: string }) => {
      taken.push(to);
      await answered;
      return { ok: true, gatewayMessageId: to } as const;
    },
  };
  return { ctx: withSms(sms), taken, answer };
}

const withSms = (sms: Gateways['sms']): Context => ({
  ...server.ctx,
  gateways: { ...server.ctx.gateways, sms },
});

/** Sends what is due by a gateway of the test's own. */
async function sendAllBy(sms: Gateways['sms'], hospital: TestApplication): Promise<void> {
  const [first] = await listDeliveries(server, hospital);
  await sendDelivery(withSms(sms), hospital.id, first?.id ?? 0, newJob());
}

describe('the job of one survey', () => {
  it('also sends the other due surveys of its hospital, and their own jobs send nothing', async () => {
    const hospital = await withDue(5);
    const other = await withDue(1);
    const [first] = await listDeliveries(server, hospital);
    const before = server.gateways.texts.length;
    await sendDelivery(server.ctx, hospital.id, first?.id ?? 0, newJob());
    expect(await fates(server, hospital)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    expect(await fates(server, other)).toEqual(['scheduled']);
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(before + 6);
  });

  it('takes the place of the jobs of those that it sends beside its own', async () => {
    const hospital = await withDue(3);
    const [first, ...others] = (await listDeliveries(server, hospital)).map(({ id }) => id);
    expect(await jobsOf(hospital)).toEqual([first, ...others]);
    await sendDelivery(server.ctx, hospital.id, first ?? 0, newJob());
    expect(await jobsOf(hospital)).toEqual([first]);
  });

  it('leaves a new job for each that it puts off', async () => {
    const hospital = await withDue(3);
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ quiet_from: '11:00', quiet_to: '14:00' }).execute(),
    );
    const [first, ...others] = (await listDeliveries(server, hospital)).map(({ id }) => id);
    await sendDelivery(server.ctx, hospital.id, first ?? 0, newJob());
    // That of the first is the one that would be running now.
    expect(await jobsOf(hospital)).toEqual([first, first, ...others]);
  });

  it('leaves alone deliveries that another job is sending', async () => {
    const hospital = await withDue(3);
    const { ctx, taken, answer } = makeSlowGateway();
    const [first, second] = await listDeliveries(server, hospital);
    const sending = sendDelivery(ctx, hospital.id, first?.id ?? 0, newJob());
    await expect.poll(() => taken.length).toBe(3);
    await sendDelivery(ctx, hospital.id, second?.id ?? 0, newJob());
    answer();
    await sending;
    expect(taken).toHaveLength(3);
    expect((await listDeliveries(server, hospital)).map(({ state, last_error }) => [state, last_error])).toEqual(
      Array.from({ length: 3 }, () => ['sent', null]),
    );
  });

  it('that runs again after its process died fails everything it was sending, and a person decides about each', async () => {
    const hospital = await withDue(3);
    const { ctx, taken } = makeSlowGateway();
    const [first] = await listDeliveries(server, hospital);
    const job = newJob();
    void sendDelivery(ctx, hospital.id, first?.id ?? 0, job);
    await expect.poll(() => taken.length).toBe(3);
    const before = server.gateways.texts.length;
    await sendDelivery(server.ctx, hospital.id, first?.id ?? 0, job);
    expect(server.gateways.texts).toHaveLength(before);
    const after = await listDeliveries(server, hospital);
    expect(after.map(({ state, outcome_unknown }) => [state, outcome_unknown])).toEqual(
      Array.from({ length: 3 }, () => ['failed', true]),
    );
  });

  it('that loses the database before sending gives everything back, and each is sent once', async () => {
    const hospital = await withDue(3);
    const { db } = server.ctx;
    let transactions = 0;
    const ctx: Context = {
      ...server.ctx,
      db: {
        ...db,
        // The second transaction is the one right before sending.
        transaction: (scope, work) => {
          transactions += 1;
          const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
          return transactions === 2 ? Promise.reject(lost) : db.transaction(scope, work);
        },
      },
    };
    const [first] = await listDeliveries(server, hospital);
    const before = server.gateways.texts.length;
    await expect(sendDelivery(ctx, hospital.id, first?.id ?? 0, newJob())).rejects.toThrow('terminating');
    expect(await fates(server, hospital)).toEqual(['scheduled', 'scheduled', 'scheduled']);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'sent', 'sent']);
    expect(server.gateways.texts).toHaveLength(before + 3);
  });

  it('that was interrupted and replaced gives back nothing that its replacement is sending', async () => {
    const hospital = await withDue(3);
    const { ctx: other, taken, answer } = makeSlowGateway();
    const [first] = await listDeliveries(server, hospital);
    const job = newJob();
    const { db } = server.ctx;
    const takenOver: Promise<void>[] = [];
    const cutOff: Context = {
      ...server.ctx,
      db: {
        ...db,
        transaction: async (scope, work) => {
          if (takenOver.length > 0) return db.transaction(scope, work);
          // The same job runs in a process that took this one for dead.
          takenOver.push(sendDelivery(other, hospital.id, first?.id ?? 0, job));
          await expect.poll(() => taken.length).toBe(3);
          throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        },
      },
    };
    await expect(sendDelivery(cutOff, hospital.id, first?.id ?? 0, job)).rejects.toThrow('terminating');
    expect(await fates(server, hospital)).toEqual(['sending', 'sending', 'sending']);
    answer();
    await Promise.all(takenOver);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'sent', 'sent']);
    expect(taken).toHaveLength(3);
  });

  it('claims no more than a few dozen, and the rest are sent by their own jobs', async () => {
    const hospital = await makeAskingApplication(server);
    const people = Array.from({ length: 60 }, (_, n) => ({
      ...discharge(0),
      patient: `M${n}`,
      visit: `W${n}`,
      phone: `07700 9001${String(n).padStart(2, '0')}^PRN^CP`,
    }));
    await feed(server, hospital, ...people);
    const [first] = await listDeliveries(server, hospital);
    await sendDelivery(server.ctx, hospital.id, first?.id ?? 0, newJob());
    expect((await fates(server, hospital)).filter((fate) => fate === 'sent')).toHaveLength(50);
    await server.runJobs();
    expect((await fates(server, hospital)).filter((fate) => fate === 'sent')).toHaveLength(60);
  });
});

it('a batch leaves in parts as large as the gateway takes, and what is heard meanwhile holds back the rest', async () => {
  const hospital = await makeAskingApplication(server);
  const people = [0, 1, 2, 3, 4].map((digit) => ({ ...discharge(digit), born: `1970010${digit + 1}` }));
  await feed(server, hospital, ...people);
  const sent: string[] = [];
  const sms = {
    ...server.ctx.gateways.sms,
    atOnce: 2,
    send: async ({ to }: { to: string }) => {
      sent.push(to);
      // While the first part leaves, the patient of the last one dies; nothing has been processed yet.
      if (sent.length === 2)
        await server.receive(adt({ ...people[4], event: 'A08', died: 'Y', facility: hospital.facility }));
      return { ok: true, gatewayMessageId: to } as const;
    },
  };
  await sendAllBy(sms, hospital);
  expect(sent).toHaveLength(4);
  expect(await fates(server, hospital)).toEqual(['sent', 'sent', 'sent', 'sent', 'scheduled']);
});

describe('one delivery that goes wrong harms no other of its batch', () => {
  it('whatever the gateway answers, it is noted that they were sent', async () => {
    const hospital = await withDue(3);
    // 199 characters, then one that is two for JavaScript: cut at 200, half of it would be left.
    const answer = JSON.stringify({ id: `\0${'x'.repeat(198)}😀` });
    const gateway = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
    await new Promise((resolve) => gateway.once('listening', resolve));
    const sms = createHttpSmsGateway(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`);
    await sendAllBy(sms, hospital);
    gateway.close();
    expect(await fates(server, hospital)).toEqual(['sent', 'sent', 'sent']);
  });

  it('a gateway that fails over one message has not accepted it for certain, and the results of the others are kept', async () => {
    const hospital = await withDue(3);
    const sms = {
      ...server.ctx.gateways.sms,
      send: async ({ to }: { to: string }) => {
        if (to.endsWith('1')) throw new RangeError('a fault in the gateway');
        return { ok: true, gatewayMessageId: to } as const;
      },
    };
    await sendAllBy(sms, hospital);
    const after = await listDeliveries(server, hospital);
    expect(after.map(({ state, outcome_unknown }) => [state, outcome_unknown])).toEqual([
      ['sent', false],
      ['failed', true],
      ['sent', false],
    ]);
  });

  it('what the database refuses of one is not waited for by the others', async () => {
    const hospital = await withDue(3);
    const [first, refused, third] = (await listDeliveries(server, hospital)).map(({ id }) => id);
    const allowed = `id <> ${refused} or state <> 'sending'`;
    await whileRefused(server, { table: 'deliveries', allowed }, async () => {
      await sendDelivery(server.ctx, hospital.id, first ?? 0, newJob());
      await expect(sendDelivery(server.ctx, hospital.id, refused ?? 0, newJob())).rejects.toThrow('refused');
      await sendDelivery(server.ctx, hospital.id, third ?? 0, newJob());
    });
    expect(await fates(server, hospital)).toEqual(['sent', 'scheduled', 'sent']);
  });
});
