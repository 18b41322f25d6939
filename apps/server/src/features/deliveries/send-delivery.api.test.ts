import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, listDeliveries, MINUTE, NOON, sendAllAtOnce, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import type { Context } from '../../platform/context.ts';
import { adt, type MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { sendDelivery } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const discharge = (parts: MessageParts = {}): MessageParts => ({ event: 'A03', at: stamp(), ...parts });
const first = async (application: TestApplication) => {
  const [delivery] = await listDeliveries(server, application);
  if (!delivery) throw new Error('nothing was planned');
  return delivery;
};
async function workAt(milliseconds: number) {
  server.setTime(after(milliseconds));
  await server.runJobs();
}
const retry = { ok: false, outcome: 'retry', error: 'The gateway answered 503.' } as const;
const refused = { ok: false, outcome: 'refused', error: '550 no such person' } as const;
const unknown = { ok: false, outcome: 'unknown', error: 'The line went dead.' } as const;

describe('a delivery is sent', () => {
  it('with the delay counted from the event, not from the time of the message', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    await feed(server, hospital, discharge({ at: stamp(-30 * MINUTE) }));
    expect((await first(hospital)).send_at).toEqual(after(30 * MINUTE));
    await workAt(28 * MINUTE);
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    await workAt(31 * MINUTE);
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('at once when its time has already passed', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    await feed(server, hospital, discharge({ at: stamp(-5 * HOUR) }));
    expect((await first(hospital)).send_at).toEqual(NOON);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('in the morning when its time is in the quiet hours of the hospital', async () => {
    const hospital = await makeAskingApplication(server, { delay: 9 * 60 });
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ quiet_from: '20:00', quiet_to: '09:30', time_zone: 'Asia/Tokyo' }).execute(),
    );
    // 12:00 UTC is 21:00 in Tokyo; nine hours later it is 06:00.
    await feed(server, hospital, discharge({ phone: '+819012345678^PRN^CP' }));
    await workAt(9 * HOUR);
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    expect((await first(hospital)).send_at).toEqual(after(12.5 * HOUR));
    await workAt(12.5 * HOUR);
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('by day where the patient is, as the phone number shows, though it is night at the hospital', async () => {
    const hospital = await makeAskingApplication(server);
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ quiet_from: '20:00', quiet_to: '08:00', time_zone: 'Asia/Tokyo' }).execute(),
    );
    // It is noon in Dublin, which has the same clock as London, and 21:00 at the hospital.
    await feed(server, hospital, discharge({ phone: '+353851234567^PRN^CP' }));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('in the morning where the patient is, though it is day at the hospital', async () => {
    const hospital = await makeAskingApplication(server);
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ quiet_from: '20:00', quiet_to: '08:00', time_zone: 'UTC' }).execute(),
    );
    await feed(server, hospital, discharge({ phone: '+819012345678^PRN^CP' }));
    await server.runJobs();
    expect((await first(hospital)).send_at).toEqual(after(11 * HOUR));
    await workAt(11 * HOUR);
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('though the clock of the database is a little ahead', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    await feed(server, hospital, discharge());
    server.setTime(after(HOUR - 20_000));
    await server.runJobs({ asOf: after(HOUR) });
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('in the words of the trigger, with the link in them', async () => {
    const hospital = await makeAskingApplication(server, {
      channel: 'email',
      subject: 'From {{hospital}}',
      text: 'Dear {{given_name}}, you were in {{ward}}. {{unheard_of}}',
    });
    await feed(server, hospital, discharge({ given: 'Órla', ward: 'ASH' }));
    await server.runJobs();
    const email = server.gateways.emails.at(-1);
    expect(email).toMatchObject({ to: 'orla@example.org', from: { address: 'no-reply@wardvoice.test' } });
    expect(email?.subject).toMatch(/^From Hospital \d+$/);
    expect(email?.text).toMatch(
      /^Dear Órla, you were in ASH\. {2}http:\/\/wardvoice\.test\/feedback\/[\w-]{27}\n\n.*\/unsubscribe\/[\w-]{48}\n$/,
    );
  });

  it('by e-mail also as HTML with the logo, unless the hospital wants plain text only', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'email', subject: 'Your visit', text: '{{link}}' });
    const set = (columns: { logo?: string; html_emails?: boolean }) =>
      within(server, hospital, (tx) => tx.updateTable('applications').set(columns).execute());
    await set({ logo: '/api/v1/logos/0123' });
    await feed(server, hospital, discharge());
    await server.runJobs();
    const { text = '', html = '' } = server.gateways.emails.at(-1) ?? {};
    expect(html).toContain(`<img src="http://wardvoice.test/api/v1/logos/0123" alt="${hospital.title}"`);
    const links = (of: string) => [...new Set(of.match(/http:\/\/wardvoice\.test\/(feedback|unsubscribe)\/[\w-]+/g))];
    expect(links(html)).toEqual(links(text));
    expect(links(html)).toHaveLength(2);

    await set({ html_emails: false });
    await feed(server, hospital, discharge({ patient: 'ANOTHER', phone: '^NET^Internet^another@example.org' }));
    await server.runJobs();
    expect(server.gateways.emails.at(-1)?.html).toBeUndefined();
  });
});

describe('when the gateway', () => {
  it('is unavailable, the delivery is retried after longer and longer pauses, with the same key', async () => {
    const hospital = await makeAskingApplication(server);
    server.gateways.answerNext(retry, retry, retry);
    await feed(server, hospital, discharge());
    const sent = server.gateways.texts.length;
    const { idempotency_key: key } = await first(hospital);
    let passed = 0;
    for (const [attempt, pause] of [30_000, 60_000, 120_000].entries()) {
      await workAt(passed);
      expect(await first(hospital)).toMatchObject({
        state: 'scheduled',
        attempts: attempt + 1,
        last_error: retry.error,
        send_at: after(passed + pause),
      });
      passed += pause;
    }
    await workAt(passed);
    expect(await first(hospital)).toMatchObject({ state: 'sent', attempts: 4, last_error: null });
    expect(server.gateways.texts.slice(sent)).toMatchObject([{ idempotencyKey: key }]);
  });

  /** Works whenever the delivery is due, until it waits no more. Returns the hours that passed. */
  async function workUntilDecided(hospital: TestApplication): Promise<number> {
    for (;;) {
      const { state, send_at } = await first(hospital);
      if (state !== 'scheduled') return (server.ctx.clock().getTime() - NOON.getTime()) / HOUR;
      server.setTime(send_at);
      await server.runJobs();
    }
  }
  const withoutQuietHours = (hospital: TestApplication) =>
    within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ quiet_from: '00:00', quiet_to: '00:00' }).execute(),
    );

  it('is unavailable for a night, the delivery is sent when it is there again', async () => {
    const hospital = await makeAskingApplication(server);
    await withoutQuietHours(hospital);
    server.gateways.answerNext(...Array.from({ length: 30 }, () => retry));
    await feed(server, hospital, discharge());
    const hours = await workUntilDecided(hospital);
    expect(await first(hospital)).toMatchObject({ state: 'sent', attempts: 31, last_error: null });
    expect(hours).toBeGreaterThan(12);
  });

  it('is unavailable for a day, the delivery fails and is shown', async () => {
    const hospital = await makeAskingApplication(server);
    await withoutQuietHours(hospital);
    server.gateways.answerNext(...Array.from({ length: 46 }, () => retry));
    await feed(server, hospital, discharge());
    const hours = await workUntilDecided(hospital);
    expect(await first(hospital)).toMatchObject({ state: 'failed', attempts: 46, last_error: retry.error });
    expect(hours).toBeGreaterThan(19);
    expect(hours).toBeLessThan(21);
  });

  it('of SMS is unavailable for an hour, the e-mail is sent to whoever has an address', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
    await withoutQuietHours(hospital);
    server.gateways.answerNext(...Array.from({ length: 8 }, () => retry));
    await feed(server, hospital, discharge({ phone: '+447700900123^PRN^CP^orla@example.org' }));
    const [texts, emails] = [server.gateways.texts.length, server.gateways.emails.length];
    const hours = await workUntilDecided(hospital);
    expect(await first(hospital)).toMatchObject({ state: 'sent', channel: 'email', attempts: 9 });
    expect([server.gateways.texts.length, server.gateways.emails.length]).toEqual([texts, emails + 1]);
    expect(hours).toBeLessThan(1.1);
  });

  it('of SMS is unavailable for hours, whoever has no e-mail address gets the SMS later', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
    await withoutQuietHours(hospital);
    server.gateways.answerNext(...Array.from({ length: 20 }, () => retry));
    await feed(server, hospital, discharge({ phone: '+447700900123^PRN^CP' }));
    await workUntilDecided(hospital);
    expect(await first(hospital)).toMatchObject({ state: 'sent', channel: 'sms', attempts: 21 });
  });

  it('and the other one are unavailable, both are tried in turn, and one message leaves', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
    await withoutQuietHours(hospital);
    server.gateways.answerNext(...Array.from({ length: 9 }, () => retry));
    await feed(server, hospital, discharge({ phone: '+447700900123^PRN^CP^orla@example.org' }));
    const [texts, emails] = [server.gateways.texts.length, server.gateways.emails.length];
    await workUntilDecided(hospital);
    expect(await first(hospital)).toMatchObject({ state: 'sent', channel: 'sms', attempts: 10 });
    expect([server.gateways.texts.length, server.gateways.emails.length]).toEqual([texts + 1, emails]);
  });

  it('refuses, the delivery fails, and can be retried by hand', async () => {
    const hospital = await makeAskingApplication(server);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    server.gateways.answerNext(refused);
    await feed(server, hospital, discharge());
    await server.runJobs();
    const list = () => server.call({ method: 'GET', url: '/api/v1/deliveries?state=failed', headers: admin.headers });
    const [failed] = (await list()).body.data;
    expect(failed).toMatchObject({ state: 'failed', last_error: refused.error, attempts: 1 });
    const url = `/api/v1/deliveries/${failed.id}/retry`;
    const again = await server.call({ method: 'POST', url, headers: admin.headers });
    expect([again.status, again.body.data.state]).toEqual([200, 'scheduled']);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
    const sentAlready = await server.call({ method: 'POST', url, headers: admin.headers });
    expect(sentAlready.status).toBe(409);
  });

  it('refuses, and the patient has died since, a retry asks the gate again', async () => {
    const hospital = await makeAskingApplication(server);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    server.gateways.answerNext(refused);
    await feed(server, hospital, discharge({ patient: 'X' }));
    await server.runJobs();
    await feed(server, hospital, { event: 'A31', patient: 'X', died: 'Y', at: stamp(MINUTE), without: ['PV1'] });
    const { id } = await first(hospital);
    await server.call({ method: 'POST', url: `/api/v1/deliveries/${id}/retry`, headers: admin.headers });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: deceased']);
  });

  it('does not answer after it was sent the message, only a person sends it again', async () => {
    const hospital = await makeAskingApplication(server);
    server.gateways.answerNext(unknown);
    await feed(server, hospital, discharge());
    const before = server.gateways.texts.length;
    await server.runJobs();
    await workAt(2 * DAY);
    expect(await first(hospital)).toMatchObject({
      state: 'failed',
      last_error: 'The line went dead. It may or may not have arrived.',
    });
    expect(server.gateways.texts).toHaveLength(before);
  });
});

describe('nothing is sent twice', () => {
  it('when the same job runs many times at once', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge());
    const before = server.gateways.texts.length;
    await sendAllAtOnce(server, hospital, 5);
    expect(server.gateways.texts).toHaveLength(before + 1);
    expect(await fates(server, hospital)).toEqual(['sent']);
    await server.runJobs();
    await sendAllAtOnce(server, hospital, 2);
    expect(server.gateways.texts).toHaveLength(before + 1);
    expect(await fates(server, hospital)).toEqual(['sent']);
  });

  it('when the same job runs again while the first run is still waiting for the gateway', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge());
    const { id } = await first(hospital);
    let finish = () => undefined as void;
    const talking = new Promise<void>((resolve) => (finish = resolve));
    let sends = 0;
    const slow = {
      name: 'slow',
      close: async () => undefined,
      send: async () => {
        sends += 1;
        await talking;
        return { ok: true, gatewayMessageId: '7' } as const;
      },
    };
    const ctx = { ...server.ctx, gateways: { ...server.ctx.gateways, sms: slow } };
    const sending = sendDelivery(ctx, hospital.id, id);
    await expect.poll(() => sends).toBe(1);
    await sendDelivery(ctx, hospital.id, id);
    finish();
    await sending;
    expect(sends).toBe(1);
    expect(await first(hospital)).toMatchObject({ state: 'sent', gateway_message_id: '7', last_error: null });
  });

  it('when a process died between sending and recording the result', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge());
    await within(server, hospital, (tx) =>
      tx.updateTable('deliveries').set({ state: 'sending', attempts: 1, recipient: '+447700900123' }).execute(),
    );
    const before = server.gateways.texts.length;
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(before);
    expect(await first(hospital)).toMatchObject({
      state: 'failed',
      last_error: 'Interrupted while sending: it may or may not have arrived.',
    });
  });
});

describe('the figures', () => {
  it('add up: eligible is sent, suppressed by reason, failed and scheduled, exactly', async () => {
    const hospital = await makeAskingApplication(server);
    const phone = (index: number) => `07700 9001${String(index).padStart(2, '0')}^PRN^CP`;
    server.gateways.answerNext(refused);
    await feed(server, hospital, discharge({ phone: phone(0) }));
    await server.runJobs();
    await feed(
      server,
      hospital,
      discharge({ phone: phone(1) }),
      discharge({ phone: phone(2), patient: 'ONCE', visit: 'ONCE' }),
    );
    await server.runJobs();
    await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Nobody came.');
    await feed(
      server,
      hospital,
      discharge({ phone: phone(2), patient: 'ONCE', visit: 'ONCE' }),
      discharge({ phone: phone(4), died: 'Y' }),
      discharge({ phone: phone(5), born: '20200101' }),
      discharge({ phone: phone(6), born: '20200101' }),
      discharge({ phone: '' }),
      // An admission sends nothing, so it is not counted.
      { event: 'A01', at: stamp(), phone: phone(7) },
      discharge({ phone: phone(8) }),
    );
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const { body } = await server.call({ method: 'GET', url: '/api/v1/dashboard', headers: admin.headers });
    const { funnel } = body.data;
    expect(funnel).toMatchObject({
      eligible: 9,
      sent: 2,
      suppressed: 5,
      failed: 1,
      scheduled: 1,
      opened: 1,
      answered: 1,
      cases: 1,
      closed: 0,
    });
    expect(funnel.eligible).toBe(funnel.sent + funnel.suppressed + funnel.failed + funnel.scheduled);
    const reasons = Object.fromEntries(
      funnel.suppressed_by_reason.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
    );
    expect(reasons).toEqual({ under_age: 2, deceased: 1, no_address: 1, already_answered: 1 });
    expect(body.data.feedback).toMatchObject({ answers: 1, response_rate: 50 });
  });
});

describe('with nothing configured', () => {
  it('the outbox shows the link until it is answered; with a real gateway only the patient has it', async () => {
    const hospital = await makeAskingApplication(server);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    await feed(server, hospital, discharge());
    await server.runJobs();
    const show = async () =>
      (await server.call({ method: 'GET', url: '/api/v1/deliveries?purpose=survey', headers: admin.headers })).body
        .data[0];
    expect(await show()).toMatchObject({ gateway: 'recorded', link: null });
    expect((await show()).text).toContain('{{link}}');
    await within(server, hospital, (tx) => tx.updateTable('deliveries').set({ gateway: 'outbox' }).execute());
    const { link, text } = await show();
    expect(link).toMatch(/^http:\/\/wardvoice\.test\/feedback\/[\w-]{27}$/);
    expect(text).toContain(link);
    await answerBadly(server, linkIn(link), 'Nobody came.');
    expect(await show()).toMatchObject({ state: 'answered', link: null });
  });
});

describe('a cancellation that is acknowledged before a survey is sent stops the survey', () => {
  const stay = { patient: 'LEFT', visit: 'LEFT' };
  const cancelLast = (hospital: TestApplication) =>
    server.receive(adt({ facility: hospital.facility, event: 'A13', at: stamp(MINUTE), ...stay }));

  /** Sends the first delivery, and runs `work` after it is claimed and before it is sent. */
  async function sendMeanwhile(hospital: TestApplication, work: () => Promise<unknown>): Promise<void> {
    const { db } = server.ctx;
    let isClaimed = false;
    const ctx: Context = {
      ...server.ctx,
      db: {
        ...db,
        transaction: async (scope, claim) => {
          const result = await db.transaction(scope, claim);
          if (!isClaimed) await work();
          isClaimed = true;
          return result;
        },
      },
    };
    await sendDelivery(ctx, hospital.id, (await first(hospital)).id);
  }

  it('although the cancellation is not processed yet when the survey is due', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge(stay));
    await cancelLast(hospital);
    await sendAllAtOnce(server, hospital);
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    expect((await first(hospital)).send_at).toEqual(after(1_000));
    await server.processAll();
    await workAt(2_000);
    expect(await fates(server, hospital)).toEqual(['suppressed: event_cancelled']);
  });

  it('although it comes when the survey is already claimed', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge(stay));
    await sendMeanwhile(hospital, () => cancelLast(hospital));
    expect(await first(hospital)).toMatchObject({ state: 'scheduled', attempts: 0, send_at: after(1_000) });
    await server.processAll();
    await workAt(2_000);
    expect(await fates(server, hospital)).toEqual(['suppressed: event_cancelled']);
  });

  it('although it comes when the survey is already claimed, and is processed before the survey is sent', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge(stay));
    await sendMeanwhile(hospital, async () => {
      await cancelLast(hospital);
      await server.processAll();
    });
    expect(await first(hospital)).toMatchObject({ state: 'scheduled', attempts: 0, send_at: after(1_000) });
    await workAt(2_000);
    expect(await fates(server, hospital)).toEqual(['suppressed: still_admitted']);
  });

  it('and messages that are only about somebody else hold nothing up', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, discharge(stay));
    const other = { patient: 'OTHER', visit: 'OTHER', born: '19450101' };
    await server.receive(adt({ facility: hospital.facility, event: 'A13', ...other }));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
    await server.processAll();
  });
});
