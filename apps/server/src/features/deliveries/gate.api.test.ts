import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, listDeliveries, MINUTE, NOON, sendAllAtOnce, stamp } from '../../testing/asked.ts';
import { feed, linkIn, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import { adt, type MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const discharge = (parts: MessageParts = {}): MessageParts => ({ event: 'A03', at: stamp(), ...parts });
const feedIn = (application: TestApplication, ...messages: MessageParts[]) => feed(server, application, ...messages);

async function sendUntil(at: Date) {
  server.setTime(at);
  await server.runJobs();
}

async function optOut(application: TestApplication, channel: 'sms' | 'email', address: string) {
  await within(server, application, (tx) =>
    tx.insertInto('opt_outs').values({ application_id: application.id, channel, address, source: 'stop' }).execute(),
  );
}

describe('after a discharge', () => {
  it('a survey is sent', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(hospital, discharge());
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent']);
    expect(server.gateways.texts.at(-1)).toMatchObject({ to: '+447700900123' });
  });

  it.each<[who: string, reason: string, parts: MessageParts]>([
    ['has died (PID-30)', 'deceased', { died: 'Y' }],
    ['has a time of death (PID-29)', 'deceased', { more: [], died: '', given: 'Una' }],
    ['died in the hospital (PV1-36)', 'deceased', { disposition: '20' }],
    ['is a child', 'under_age', { born: '20200101' }],
    ['is nobody yet known', 'identity_unknown', { unknown: 'Y' }],
    ['wants no publicity (PD1-11)', 'protected', { more: ['PD1|||||||||||N'] }],
    ['is protected (PD1-12)', 'protected', { more: ['PD1||||||||||||Y'] }],
    ['is a test (MSH-11 T)', 'not_production', { processingId: 'T' }],
    ['is a debugging message (MSH-11 D)', 'not_production', { processingId: 'D' }],
    ['has no phone', 'no_address', { phone: '^NET^Internet^orla@example.org' }],
    ['has a number that cannot be one', 'invalid_address', { phone: '12' }],
    ['left four days ago', 'replay', { at: stamp(-73 * HOUR) }],
  ])('nothing is sent to somebody who %s', async (who, reason, parts) => {
    const hospital = await makeAskingApplication(server);
    const message = adt({ ...discharge(parts), facility: hospital.facility });
    // PID-29 is the field before PID-30.
    await server.receive(who.includes('PID-29') ? withDeath(message) : message);
    await server.processAll();
    expect(await fates(server, hospital)).toEqual([`suppressed: ${reason}`]);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual([`suppressed: ${reason}`]);
  });

  it('a survey is still sent three days after the discharge', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(hospital, discharge({ at: stamp(-71 * HOUR) }));
    expect(await fates(server, hospital)).toEqual(['scheduled']);
  });

  it('the link of a survey that is not sent cannot be opened', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    await feedIn(hospital, discharge({ visit: 'LINK', patient: 'LINK' }));
    const [invitation] = await within(server, hospital, (tx) => tx.selectFrom('invitations').selectAll().execute());
    expect(invitation?.withdrawn_at).toBeNull();
    await feedIn(hospital, { event: 'A13', at: stamp(MINUTE), visit: 'LINK', patient: 'LINK' });
    const [withdrawn] = await within(server, hospital, (tx) => tx.selectFrom('invitations').selectAll().execute());
    expect(withdrawn?.withdrawn_at).not.toBeNull();
  });
});

const withDeath = (message: string): string =>
  message
    .split('\r')
    .map((line) => {
      if (!line.startsWith('PID')) return line;
      const fields = line.split('|');
      fields[29] = '20260101';
      return fields.join('|');
    })
    .join('\r');

describe('nobody is sent a second survey', () => {
  it('about the same visit, however often its discharge is reported', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(
      hospital,
      discharge({ patient: 'A', visit: 'V' }),
      discharge({ patient: 'A', visit: 'V', at: stamp(1000) }),
    );
    await server.runJobs();
    await feedIn(hospital, discharge({ patient: 'A', visit: 'V', at: stamp(2000) }));
    expect(await fates(server, hospital)).toEqual([
      'sent',
      'suppressed: already_asked_visit',
      'suppressed: already_asked_visit',
    ]);
  });

  it('about the same visit, where it is unknown whether the first message arrived', async () => {
    const hospital = await makeAskingApplication(server);
    server.gateways.answerNext({ ok: false, outcome: 'unknown', error: 'No answer.' });
    const about = { patient: 'A', visit: 'V' };
    await feedIn(hospital, discharge(about));
    await server.runJobs();
    await feedIn(
      hospital,
      { event: 'A13', at: stamp(MINUTE), ...about },
      discharge({ ...about, at: stamp(2 * MINUTE) }),
    );
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['failed', 'suppressed: already_asked_visit']);
  });

  it('within thirty days of another visit', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(hospital, discharge({ patient: 'B', visit: 'FIRST' }));
    await server.runJobs();
    server.setTime(after(29 * DAY));
    await feedIn(hospital, discharge({ patient: 'B', visit: 'SECOND', at: stamp(29 * DAY) }));
    server.setTime(after(31 * DAY));
    await feedIn(hospital, discharge({ patient: 'B', visit: 'THIRD', at: stamp(31 * DAY) }));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: asked_lately', 'sent']);
  });

  it('within thirty days of a message that may have arrived, but they are after one that certainly did not', async () => {
    const hospital = await makeAskingApplication(server);
    const both = [
      { patient: 'B1', phone: '+447700900781' },
      { patient: 'B2', phone: '+447700900782' },
    ];
    for (const [index, outcome] of (['unknown', 'refused'] as const).entries()) {
      await feedIn(hospital, discharge({ ...both[index], visit: `FIRST${index}` }));
      server.gateways.answerNext({ ok: false, outcome, error: 'The line was cut.' });
      await server.runJobs();
    }
    server.setTime(after(29 * DAY));
    await feedIn(hospital, ...both.map((one) => discharge({ ...one, visit: `2${one.patient}`, at: stamp(29 * DAY) })));
    await server.runJobs();
    server.setTime(after(31 * DAY));
    await feedIn(hospital, discharge({ ...both[0], visit: 'THIRD', at: stamp(31 * DAY) }));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['failed', 'failed', 'suppressed: asked_lately', 'sent', 'sent']);
  });

  it('on the phone of the same family within thirty days', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(hospital, discharge({ patient: 'MOTHER' }));
    await server.runJobs();
    await feedIn(hospital, discharge({ patient: 'SON' }));
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: asked_lately']);
  });

  it('when two messages about one patient are sent at the same time', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(hospital, discharge({ patient: 'C', visit: 'C1' }), discharge({ patient: 'C', visit: 'C2' }));
    expect(await fates(server, hospital)).toEqual(['scheduled', 'scheduled']);
    await sendAllAtOnce(server, hospital);
    expect((await fates(server, hospital)).sort()).toEqual(['sent', 'suppressed: asked_lately']);
  });

  it('when two people with one phone are sent to at the same time', async () => {
    const hospital = await makeAskingApplication(server);
    const family = Array.from({ length: 6 }, (_, index) => discharge({ patient: `D${index}` }));
    await feedIn(hospital, ...family);
    await sendAllAtOnce(server, hospital);
    const expected = ['sent', ...Array.from({ length: 5 }, () => 'suppressed: asked_lately')];
    expect((await fates(server, hospital)).sort()).toEqual(expected);
  });

  it('by a second trigger, which sends only where the first cannot', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms' });
    await makeTrigger(server, hospital, { survey_id: hospital.survey.id, channel: 'email' });
    await feedIn(hospital, discharge({ patient: 'BOTH' }));
    expect(await fates(server, hospital)).toEqual(['scheduled', 'suppressed: already_asked_visit']);
    const other = await makeAskingApplication(server, { channel: 'sms' });
    await makeTrigger(server, other, { survey_id: other.survey.id, channel: 'email' });
    await feedIn(other, discharge({ patient: 'NOPHONE', phone: '^NET^Internet^una@example.org' }));
    await server.runJobs();
    expect(await fates(server, other)).toEqual(['suppressed: no_address', 'sent']);
  });

  it('after opting out, whatever number or record they have since', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
    await feedIn(hospital, discharge({ patient: 'E', visit: 'E1', phone: '07700 900001^PRN^CP' }));
    await server.runJobs();
    await optOut(hospital, 'sms', '+447700900001');
    server.setTime(after(40 * DAY));
    const later = { at: stamp(40 * DAY), phone: '07700 900002^PRN^CP' };
    await feedIn(hospital, discharge({ ...later, patient: 'E', visit: 'E2' }));
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: opted_out');
    // The record is merged into a new one, again with a new number.
    await feedIn(
      hospital,
      {
        event: 'A40',
        ...later,
        patient: 'NEW-E',
        phone: '07700 900003^PRN^CP',
        more: ['MRG|E^^^HOSP^MR'],
        without: ['PV1'],
      },
      discharge({ ...later, patient: 'NEW-E', visit: 'E3', phone: '07700 900003^PRN^CP' }),
    );
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: opted_out');
    // Another person, whose number is not opted out, gets the survey.
    await feedIn(hospital, discharge({ ...later, patient: 'F', phone: '07700 900004^PRN^CP' }));
    expect((await fates(server, hospital)).at(-1)).toBe('scheduled');
  });

  it('by SMS after opting out of SMS, but by e-mail where that is allowed', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
    await optOut(hospital, 'sms', '+447700900123');
    await feedIn(hospital, discharge());
    await server.runJobs();
    const [row] = await listDeliveries(server, hospital);
    expect(row).toMatchObject({ state: 'sent', channel: 'email', recipient: 'orla@example.org' });
    await optOut(hospital, 'email', 'orla@example.org');
    server.setTime(after(40 * DAY));
    await feedIn(hospital, discharge({ at: stamp(40 * DAY), phone: '07700 900123^PRN^CP^ORLA@example.org' }));
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: opted_out');
  });

  it.each<[who: string, reason: string, isStopped: boolean]>([
    ['said stop to a broadcast that came at an earlier number', 'opted_out', true],
    ['had as many broadcasts as a week allows', 'too_many_lately', false],
  ])('who %s', async (_who, reason, isStopped) => {
    const hospital = await makeAskingApplication(server);
    await within(server, hospital, async (tx) => {
      const own = { application_id: hospital.id, phone: '+447700900001' };
      const contact = await tx
        .insertInto('contacts')
        .values({ ...own, name: 'Una Testwell', external_id: 'LISTED' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const sent = {
        state: 'sent',
        send_at: NOON,
        sent_at: NOON,
        recipient: own.phone,
        created_at: NOON,
        text: 'Hello',
      };
      const asked = { purpose: 'survey', channel: 'sms', cause: 'a list', contact_id: contact.id };
      await tx
        .insertInto('deliveries')
        .values({ ...sent, ...asked, application_id: hospital.id })
        .execute();
      await tx
        .updateTable('applications')
        .set({ max_messages_per_week: isStopped ? null : 1 })
        .where('id', '=', hospital.id)
        .execute();
    });
    if (isStopped) await optOut(hospital, 'sms', '+447700900001');
    await feedIn(hospital, discharge({ patient: 'LISTED', phone: '07700 900002^PRN^CP' }));
    expect((await fates(server, hospital)).at(-1)).toBe(`suppressed: ${reason}`);
  });

  it('within thirty days at the same mailbox in capital letters', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'email' });
    await feedIn(hospital, discharge({ patient: 'SMALL' }));
    await server.runJobs();
    await feedIn(hospital, discharge({ patient: 'LARGE', phone: '^PRN^CP^ORLA@example.org' }));
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: asked_lately');
  });
});

describe('between planning and sending', () => {
  it.each<[what: string, reason: string, message: MessageParts]>([
    ['the discharge is taken back', 'event_cancelled', { event: 'A13' }],
    ['the whole admission is taken back', 'event_cancelled', { event: 'A11' }],
    ['the patient dies', 'deceased', { event: 'A31', died: 'Y', without: ['PV1'] }],
    ['the patient comes back', 'readmitted', { event: 'A01', visit: 'AGAIN' }],
    ['the patient comes to the clinic', 'readmitted', { event: 'A04', visit: 'AGAIN' }],
    ['the same stay goes on', 'still_admitted', { event: 'A01' }],
    ['the same attendance goes on', 'still_admitted', { event: 'A04', patientClass: 'E' }],
    ['the number is taken out', 'no_address', { event: 'A31', phone: '""', without: ['PV1'] }],
    ['the patient becomes protected', 'protected', { event: 'A08', more: ['PD1||||||||||||Y'] }],
  ])('%s: nothing is sent', async (_what, reason, message) => {
    const hospital = await makeAskingApplication(server, { delay: 120 });
    await feedIn(hospital, discharge({ patient: 'P', visit: 'STAY' }));
    await feedIn(hospital, { patient: 'P', visit: 'STAY', at: stamp(HOUR), ...message });
    await sendUntil(after(3 * HOUR));
    expect((await fates(server, hospital))[0]).toBe(`suppressed: ${reason}`);
  });

  it('the discharge of an earlier stay is cancelled: nothing is sent to a patient in bed', async () => {
    const hospital = await makeAskingApplication(server, { delay: 120 });
    await feedIn(
      hospital,
      { event: 'A01', patient: 'P', visit: 'FIRST' },
      { event: 'A03', patient: 'P', visit: 'FIRST' },
    );
    await feedIn(
      hospital,
      { event: 'A01', patient: 'P', visit: 'SECOND' },
      { event: 'A13', patient: 'P', visit: 'FIRST' },
    );
    await feedIn(hospital, discharge({ patient: 'P', visit: 'SECOND' }));
    await sendUntil(after(3 * HOUR));
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: still_admitted');
  });

  it('the discharge is cancelled and sent again: the patient gets one survey', async () => {
    for (const batches of [1, 3]) {
      const hospital = await makeAskingApplication(server, { delay: 120 });
      const about = { patient: 'P', visit: 'STAY' };
      const messages = [
        discharge(about),
        { event: 'A13', at: stamp(MINUTE), ...about },
        discharge({ ...about, at: stamp(2 * MINUTE) }),
      ];
      if (batches === 1) await feedIn(hospital, ...messages);
      else for (const message of messages) await feedIn(hospital, message);
      await sendUntil(after(3 * HOUR));
      expect([batches, await fates(server, hospital)]).toEqual([batches, ['suppressed: event_cancelled', 'sent']]);
      server.setTime(NOON);
    }
  });

  it('two stays with surveys waiting are merged: one message is sent, and its link can be answered', async () => {
    const hospital = await makeAskingApplication(server, { delay: 120 });
    const at = (minutes: number) => ({ patient: 'P', at: stamp(minutes * MINUTE) });
    await feedIn(hospital, discharge({ ...at(1), visit: 'FIRST' }), discharge({ ...at(2), visit: 'SECOND' }), {
      ...at(3),
      event: 'A42',
      visit: 'SECOND',
      more: ['MRG|P^^^HOSP^MR||||FIRST'],
    });
    const before = server.gateways.texts.length;
    await sendUntil(after(3 * HOUR));
    expect((await fates(server, hospital)).toSorted()).toEqual(['sent', 'suppressed: already_asked_visit']);
    const [text] = server.gateways.texts.slice(before);
    expect((await server.call({ url: `/api/v1/feedback/${linkIn(text?.text ?? '')}` })).status).toBe(200);
  });

  it.each([
    ['is merged into one that was not', 'FIRST', 'SECOND'],
    ['goes on after one that was not', 'SECOND', 'FIRST'],
  ])('a stay that was asked about %s: its link can be answered, and nothing more is sent', async (_, asked, later) => {
    const hospital = await makeAskingApplication(server, { delay: 120 });
    const at = (minutes: number) => ({ patient: 'P', at: stamp(minutes * MINUTE) });
    const before = server.gateways.texts.length;
    await feedIn(hospital, discharge({ ...at(1), visit: asked }));
    server.setTime(after(HOUR));
    await feedIn(hospital, discharge({ ...at(60), visit: later }));
    await sendUntil(after(150 * MINUTE));
    await feedIn(hospital, {
      ...at(151),
      event: 'A42',
      visit: 'SECOND',
      more: ['MRG|P^^^HOSP^MR||||FIRST'],
    });
    await sendUntil(after(6 * HOUR));
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: already_asked_visit']);
    const [text] = server.gateways.texts.slice(before);
    expect((await server.call({ url: `/api/v1/feedback/${linkIn(text?.text ?? '')}` })).status).toBe(200);
  });

  it('a transfer is cancelled: what the discharge scheduled is still sent', async () => {
    const hospital = await makeAskingApplication(server, { delay: 120 });
    const about = { patient: 'P', visit: 'STAY' };
    await feedIn(hospital, discharge(about), { event: 'A12', at: stamp(MINUTE), ...about });
    await sendUntil(after(3 * HOUR));
    expect(await fates(server, hospital)).toEqual(['sent']);
  });
});

describe('a replay', () => {
  it('of a message sends nothing, and does not change what it scheduled the first time', async () => {
    const hospital = await makeAskingApplication(server, { delay: 120 });
    await feedIn(hospital, discharge());
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const message_id = (await listDeliveries(server, hospital))[0]?.message_id;
    server.setTime(after(MINUTE));
    const { status } = await server.call({
      method: 'PUT',
      url: `/api/v1/hl7_messages/${message_id}/reprocess`,
      headers: admin.headers,
    });
    expect(status).toBe(200);
    // A trigger that was added since sends nothing on a replay.
    await makeTrigger(server, hospital, { action: 'send_sms', text: 'Get well soon.' });
    server.setTime(after(2 * MINUTE));
    await server.call({ method: 'PUT', url: `/api/v1/hl7_messages/${message_id}/reprocess`, headers: admin.headers });
    await sendUntil(after(3 * HOUR));
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: replay']);
  });

  it('of an error that can be processed now is shown and sends nothing', async () => {
    const hospital = await makeAskingApplication(server);
    const message = adt({ ...discharge(), facility: hospital.facility, born: '1970-odd' });
    await server.receive(message);
    await server.processAll();
    expect(await fates(server, hospital)).toEqual([]);
    await within(server, hospital, (tx) =>
      tx
        .updateTable('hl7_messages')
        .set({ raw: Buffer.from(message.replace('1970-odd', '19700517')) })
        .execute(),
    );
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const { body } = await server.call({
      method: 'PUT',
      url: '/api/v1/hl7_messages/reprocess',
      headers: admin.headers,
    });
    expect(body).toEqual({ data: { queued: 1 } });
    await server.processAll();
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: replay']);
  });
});

describe('the link', () => {
  it('belongs to one person and opens the survey', async () => {
    const hospital = await makeAskingApplication(server);
    await feedIn(hospital, discharge({ language: 'fr' }));
    await server.runJobs();
    const text = server.gateways.texts.at(-1)?.text ?? '';
    const { status, body } = await server.call({ method: 'GET', url: `/api/v1/feedback/${linkIn(text)}` });
    expect([status, body.data.survey.language]).toEqual([200, 'fr']);
  });
});
