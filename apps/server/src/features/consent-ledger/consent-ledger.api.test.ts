import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveText } from '../consent/index.ts';
import { NOON, stamp } from '../../testing/asked.ts';
import { credentialsOf, feed, makeAskingApplication, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server, { channel: 'email' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});

const PHONE = '+447700900777';
const EMAIL = 'orla@example.org';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, user: TestUser = admin) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });

/** Returns the entries of the hospital's ledger, oldest first. */
const ledger = () =>
  within(server, hospital, (tx) =>
    tx
      .selectFrom('consent_events as e')
      .leftJoin('consent_wordings as w', 'w.id', 'e.wording_id')
      .select(['e.change', 'e.source', 'e.purpose', 'e.channel', 'e.address', 'e.written', 'e.note', 'e.carried_from'])
      .select(['e.patient_id', 'e.contact_id', 'e.user_id', 'e.is_earlier', 'w.text as wording', 'w.language'])
      .orderBy('e.id')
      .execute(),
  );

/** Returns a patient who was sent an e-mail, and the path of its link. */
async function mailed(): Promise<{ patientId: number; page: string }> {
  await feed(server, hospital, { event: 'A03', at: stamp(), phone: `07700 900777^PRN^CP^${EMAIL}` });
  await server.runJobs();
  const { id: patientId } = await within(server, hospital, (tx) =>
    tx.selectFrom('patients').select('id').executeTakeFirstOrThrow(),
  );
  return { patientId, page: new URL(server.gateways.emails.at(-1)?.unsubscribeUrl ?? '').pathname };
}

/** Sends the first form of a page that has this value, as a browser does. */
async function press(page: string, value = '', fields: Record<string, string> = {}) {
  const { body } = await server.call({ url: page });
  const form = (body as string).split('<form').find((part, at) => at > 0 && part.includes(value)) ?? '';
  const action = /action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const inputs = [...form.matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => [
    / name="(\w+)"/.exec(tag)?.[1] ?? '',
    / value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ]);
  return server.call({
    method: 'POST',
    url: page.split('?')[0] + action,
    headers: FORM,
    payload: new URLSearchParams({ ...Object.fromEntries(inputs), ...fields }).toString(),
  });
}

const text = (words: string, more: object = {}) =>
  receiveText(server.ctx, {
    channel: 'sms',
    from: PHONE,
    text: words,
    gatewayMessageId: null,
    origin: { applicationId: hospital.id },
    ...more,
  });

const createContact = async (contact: object): Promise<Json> =>
  (await call('POST', '/contacts', { contact })).body.data;
const optOut = (id: number, channel: string, reason = 'Said so on the ward') =>
  call('POST', `/contacts/${id}/opt_outs`, { opt_out: { channel, reason } });

describe('every way of opting out and in is one entry', () => {
  it('the page of the link, in the words and the language that were shown', async () => {
    const { patientId, page } = await mailed();
    await press(`${page}?lang=fr`);
    await press(`${page}?lang=en`);
    const shared = { purpose: 'all', channel: 'email', address: EMAIL, source: 'unsubscribe', patient_id: patientId };
    const entries = await ledger();
    expect(entries).toMatchObject([
      { ...shared, change: 'opted_out', language: 'fr' },
      { ...shared, change: 'resumed', language: 'en' },
    ]);
    expect(entries[0]?.wording).toMatch(/^Ne plus recevoir ces e-mails \?\nNous écrivons .*\nArrêter les e-mails$/);
    expect(entries[1]?.wording).toMatch(/^You will get no more e-mails\n.*\nSend me e-mails again$/);
  });

  it('the button of the mail program, which shows no words', async () => {
    const { page } = await mailed();
    await server.call({ method: 'POST', url: page, headers: FORM, payload: 'List-Unsubscribe=One-Click' });
    expect(await ledger()).toMatchObject([{ change: 'opted_out', source: 'one_click', wording: null }]);
  });

  it('a page of an earlier version, whose words nobody knows any more', async () => {
    const { page } = await mailed();
    await press(page, '', { words: 'of-yesterday' });
    expect(await ledger()).toMatchObject([{ change: 'opted_out', source: 'unsubscribe', wording: null }]);
  });

  it('the page of preferences', async () => {
    const { patientId, page } = await mailed();
    await press(`${page}/preferences?lang=en`, 'value="sms"');
    await press(`${page}/preferences?lang=pl`, 'value="sms"');
    const shared = { source: 'preferences', channel: 'sms', address: PHONE, patient_id: patientId };
    const entries = await ledger();
    expect(entries).toMatchObject([
      { ...shared, change: 'opted_out', language: 'en' },
      { ...shared, change: 'resumed', language: 'pl' },
    ]);
    expect(entries[0]?.wording?.split('\n')).toEqual([
      'What you get from us',
      'We write to ask how your visit went. Your care does not depend on it.',
      'Text messages',
      'You get our text messages.',
      'Stop the messages',
    ]);
  });

  it('a text, in the words that the patient wrote', async () => {
    const { patientId } = await mailed();
    await text('STOP please, Orla');
    await text('Start');
    await text('Start');
    expect(await ledger()).toMatchObject([
      { change: 'opted_out', source: 'stop', channel: 'sms', address: PHONE, written: 'STOP please, Orla' },
      { change: 'resumed', source: 'stop', channel: 'sms', address: PHONE, written: 'Start' },
    ]);
    // The patient was never sent an SMS, so nobody knows whose words these are.
    expect((await ledger()).map((entry) => entry.patient_id)).toEqual([null, null]);
    expect((await call('GET', `/patients/${patientId}/consent`)).body.data.events).toHaveLength(2);
  });

  it('an answer to an e-mail from another address, which is one entry for each address', async () => {
    const { patientId } = await mailed();
    const [delivery] = await within(server, hospital, (tx) =>
      tx.selectFrom('deliveries').select('idempotency_key').execute(),
    );
    const deliveryKey = delivery?.idempotency_key ?? '';
    await text('Unsubscribe', { channel: 'email', from: 'other@example.org', deliveryKey });
    const entries = await ledger();
    expect(entries.map(({ address, written, patient_id }) => [address, written, patient_id])).toEqual([
      ['other@example.org', 'Unsubscribe', patientId],
      [EMAIL, 'Unsubscribe', patientId],
    ]);
  });

  it.each([
    ['bounced', 'bounce'],
    ['complained', 'complaint'],
  ])('a receipt that says %s', async (event, source) => {
    server.gateways.answerNext({ ok: true, gatewayMessageId: `GW-${source}` });
    const { patientId } = await mailed();
    const headers = await credentialsOf(server, hospital);
    const payload = { event, gateway_message_id: `GW-${source}` };
    await server.call({ method: 'POST', url: '/api/v1/inbound/receipts', headers, payload });
    await server.runJobs();
    expect(await ledger()).toMatchObject([{ change: 'opted_out', source, address: EMAIL, patient_id: patientId }]);
  });

  it('a colleague, with who and why', async () => {
    const { id } = await createContact({ name: 'Una', email: 'Una@example.org' });
    await optOut(id, 'email');
    await call('POST', `/contacts/${id}/opt_outs/take_back`, { opt_out: { channel: 'email', reason: 'Wrote to us' } });
    const shared = { source: 'staff', address: 'una@example.org', contact_id: id, user_id: admin.id };
    expect(await ledger()).toMatchObject([
      { ...shared, change: 'opted_out', note: 'Said so on the ward' },
      { ...shared, change: 'resumed', note: 'Wrote to us' },
    ]);
  });
});

describe('an opt-out that is carried over says why', () => {
  it('when somebody changes a contact, and when two are merged', async () => {
    const una = await createContact({ name: 'Una', email: 'old@example.org', phone: '07700 900111' });
    await optOut(una.id, 'email');
    await call('PUT', `/contacts/${una.id}`, { contact: { email: 'new@example.org' } });
    const other = await createContact({ name: 'Una T.', email: 'another@example.org' });
    await call('POST', `/contacts/${other.id}/merge`, { merge: { contact_id: una.id } });
    expect((await ledger()).slice(1)).toMatchObject([
      {
        change: 'opted_out',
        source: 'contact_changed',
        address: 'new@example.org',
        carried_from: 'old@example.org',
        user_id: admin.id,
      },
      {
        change: 'opted_out',
        source: 'contacts_merged',
        address: 'another@example.org',
        carried_from: 'new@example.org',
        user_id: admin.id,
      },
    ]);
  });

  it('when the feed changes a number', async () => {
    await feed(server, hospital, { event: 'A01', patient: 'P1', visit: 'V1', phone: '07700 900111^PRN^CP' });
    const list = { name: 'In the house', type_of: 'census' };
    const { id } = (await call('POST', '/mailing_list', { mailing_list: list })).body.data;
    const [contact] = (await call('GET', '/contacts')).body.data;
    await optOut(contact.id, 'sms');
    await feed(server, hospital, { event: 'A08', patient: 'P1', visit: 'V1', phone: '07700 900222^PRN^CP' });
    for (let time = 0; time < 2; time += 1) await call('POST', `/mailing_list/${id}/refresh`);
    expect((await ledger()).slice(1)).toMatchObject([
      {
        source: 'feed',
        address: '+447700900222',
        carried_from: '+447700900111',
        contact_id: contact.id,
        user_id: null,
      },
    ]);
  });
});

describe('the same again', () => {
  it('changes nothing, and two at once are one entry', async () => {
    const { page } = await mailed();
    const click = () =>
      server.call({ method: 'POST', url: page, headers: FORM, payload: 'List-Unsubscribe=One-Click' });
    await Promise.all([click(), click(), click()]);
    await click();
    expect(await ledger()).toHaveLength(1);
    const undo = () => server.call({ method: 'POST', url: `${page}?undo=1`, headers: FORM, payload: 'undo=1' });
    await Promise.all([undo(), undo(), undo()]);
    await undo();
    expect((await ledger()).map(({ change }) => change)).toEqual(['opted_out', 'resumed']);
  });

  it('stores the same words once', async () => {
    const { page } = await mailed();
    for (let time = 0; time < 2; time += 1) {
      await press(`${page}?lang=en`);
      await press(`${page}?lang=en`);
    }
    expect(await ledger()).toHaveLength(4);
    expect(
      await within(server, hospital, (tx) => tx.selectFrom('consent_wordings').select('id').execute()),
    ).toHaveLength(2);
  });
});

describe('opting a contact out', () => {
  it('is recorded and withdrawn with a reason, and both stay in the history with who did it', async () => {
    const { id } = await createContact({ name: 'Una', email: 'Una@example.org' });
    const noted = await call('POST', `/contacts/${id}/opt_outs`, {
      opt_out: { channel: 'email', reason: 'Told the ward' },
    });
    expect([noted.status, noted.body.data.channels[0]]).toMatchObject([201, { source: 'staff' }]);
    const back = await call('POST', `/contacts/${id}/opt_outs/take_back`, {
      opt_out: { channel: 'email', reason: 'Wrote to us' },
    });
    expect(back.body.data.channels[0].source).toBeNull();
    expect((await call('GET', `/contacts/${id}/opt_outs`)).body.data.events).toMatchObject([
      { change: 'resumed', note: 'Wrote to us', user_name: expect.stringContaining('User') },
      { change: 'opted_out', note: 'Told the ward', source: 'staff', address: 'una@example.org' },
    ]);
    await call('DELETE', `/contacts/${id}`);
    const again = await createContact({ name: 'Una again', email: 'una@example.org' });
    expect((await call('GET', `/contacts/${again.id}/opt_outs`)).body.data.events).toHaveLength(2);
  });

  it('needs a reason and an address, and can be withdrawn only where there is one', async () => {
    const { id } = await createContact({ name: 'Una', email: 'una@example.org' });
    const note = (opt_out: object, path = '') => call('POST', `/contacts/${id}/opt_outs${path}`, { opt_out });
    expect((await note({ channel: 'email', reason: ' ' })).body.errors).toHaveProperty('reason');
    expect((await note({ channel: 'pigeon', reason: 'Because' })).body.errors).toHaveProperty('channel');
    expect((await note({ channel: 'sms', reason: 'Because' })).status).toBe(409);
    expect((await note({ channel: 'email', reason: 'Because' }, '/take_back')).status).toBe(409);
  });
});

describe('the record of a patient', () => {
  it('shows what stands and what was decided, newest first, and the reading is audited', async () => {
    const { patientId, page } = await mailed();
    await press(`${page}?lang=en`);
    const { status, body } = await call('GET', `/patients/${patientId}/consent`);
    expect(status).toBe(200);
    expect(body.data.channels).toEqual([
      { channel: 'email', address: EMAIL, source: 'unsubscribe' },
      { channel: 'sms', address: PHONE, source: null },
    ]);
    expect(body.data.events).toMatchObject([
      { change: 'opted_out', wording: expect.stringContaining('Stop the e-mails') },
    ]);
    const [entry] = (await call('GET', '/audit?record_type=consent')).body.data;
    expect(entry).toMatchObject({ patient_ids: [patientId], user_id: admin.id });
  });

  it('includes what was decided by a record that was merged into it', async () => {
    await feed(server, hospital, { event: 'A28', without: ['PV1'], patient: 'OLD', phone: `07700 900777^PRN^CP` });
    const old = await within(server, hospital, (tx) =>
      tx.selectFrom('patients').select('id').executeTakeFirstOrThrow(),
    );
    await within(server, hospital, (tx) =>
      tx
        .insertInto('consent_events')
        .values({
          application_id: hospital.id,
          purpose: 'all',
          channel: 'sms',
          address: '+447700900555',
          change: 'opted_out',
          source: 'stop',
          patient_id: old.id,
          written: 'Stop',
        })
        .execute(),
    );
    await feed(server, hospital, { event: 'A28', without: ['PV1'], patient: 'NEW', phone: '' });
    await feed(server, hospital, {
      event: 'A40',
      without: ['PV1'],
      patient: 'NEW',
      phone: '',
      more: ['MRG|OLD^^^HOSP^MR'],
    });
    const kept = await within(server, hospital, (tx) =>
      tx.selectFrom('patients').select('id').where('merged_into_id', 'is', null).executeTakeFirstOrThrow(),
    );
    expect((await call('GET', `/patients/${kept.id}/consent`)).body.data.events).toMatchObject([{ written: 'Stop' }]);
  });

  it('is closed to other hospitals and wards', async () => {
    const { patientId, page } = await mailed();
    await press(page);
    const elsewhere = await server.makeApplication();
    const stranger = await server.makeUser({ applications: [elsewhere], permissions: ['admin'] });
    const otherWard = await server.makeUser({
      applications: [hospital],
      permissions: ['admin'],
      locations: ['NOWHERE'],
    });
    for (const user of [stranger, otherWard])
      expect((await call('GET', `/patients/${patientId}/consent`, undefined, user)).status).toBe(404);
    for (const user of [stranger, otherWard])
      expect((await call('GET', '/consent_events', undefined, user)).body.data).toEqual([]);
    const cannotExport = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    expect((await call('GET', '/consent_events.csv', undefined, cannotExport)).status).toBe(403);
  });

  it('shows nobody of one ward what a patient of another wrote from the same number', async () => {
    await feed(
      server,
      hospital,
      { event: 'A01', patient: 'P1', visit: 'V1', ward: 'ASH', phone: '07700 900111^PRN^CP' },
      { event: 'A01', patient: 'P2', visit: 'V2', ward: 'BIRCH', phone: '07700 900111^PRN^CP' },
    );
    const people = await within(server, hospital, (tx) =>
      tx.selectFrom('patients').select(['id', 'identifier']).orderBy('identifier').execute(),
    );
    const [one, two] = people.map(({ id }) => id);
    await within(server, hospital, (tx) =>
      tx
        .insertInto('consent_events')
        .values({
          application_id: hospital.id,
          purpose: 'all',
          channel: 'sms',
          address: '+447700900111',
          change: 'opted_out',
          source: 'stop',
          patient_id: one,
          written: 'Stop, says P1',
        })
        .execute(),
    );
    const birch = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['BIRCH'] });
    expect((await call('GET', `/patients/${two}/consent`)).body.data.events).toHaveLength(1);
    expect((await call('GET', `/patients/${two}/consent`, undefined, birch)).body.data.events).toEqual([]);
  });
});

it('the ledger of a hospital is a file, of the days that were chosen', async () => {
  const { patientId, page } = await mailed();
  await press(`${page}?lang=en`);
  await text('=STOP()');
  const { status, body } = await call('GET', '/consent_events.csv?from=2020-01-01');
  expect(status).toBe(200);
  const [head, ...lines] = String(body).trim().split('\r\n');
  expect(head).toBe(
    'id,at,patient_id,purpose,channel,address,change,actor,source,user,wording_language,wording,written,note,manner,given_on,bases,carried_from,is_earlier',
  );
  expect(lines.join('\n')).toContain(`,${patientId},all,email,${EMAIL},opted_out,person,unsubscribe,,en,`);
  expect(lines.join('\n')).toContain(`'=STOP()`);
  expect(String((await call('GET', '/consent_events.csv?to=2020-01-01')).body).trim()).toBe(head);
  const [entry] = (await call('GET', '/audit?action=export')).body.data;
  expect(entry).toMatchObject({ record_type: 'consent_events', user_id: admin.id });
});
