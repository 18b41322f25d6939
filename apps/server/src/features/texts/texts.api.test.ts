import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { credentialsOf, feed, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { FOLLOW_UP_TEXT, receiveText } from '../consent/index.ts';
import { followUpText } from './index.ts';

const PHONE = '+447700900777';
const HARM = 'I am bleeding heavily, please help';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

type Asking = Awaited<ReturnType<typeof makeAskingApplication>>;

/** Makes a hospital whose patient got a survey by SMS. `nurse` is notified of bad answers first. */
async function makeWorld({ channel = 'sms', patient = 'ORLA' }: { channel?: 'sms' | 'email'; patient?: string } = {}) {
  const nurse = await server.makeUser({ permissions: ['texts.list', 'texts.reply', 'cases.list', 'cases.update'] });
  const hospital = await makeAskingApplication(server, { channel, users: [nurse] });
  await within(server, hospital, (tx) =>
    tx.insertInto('application_users').values({ application_id: hospital.id, user_id: nurse.id }).execute(),
  );
  await choose(nurse, hospital);
  await feed(server, hospital, {
    event: 'A03',
    at: stamp(),
    patient,
    ward: 'ASH',
    ...(channel === 'sms' ? { phone: '07700 900777^PRN^CP' } : {}),
  });
  await server.runJobs();
  const headers = await credentialsOf(server, hospital);
  const post = (url: string) => (payload: object) => server.call({ method: 'POST', url, headers, payload });
  return { hospital, nurse, write: post('/api/v1/inbound/sms'), mail: post('/api/v1/inbound_emails') };
}

const choose = (user: TestUser, { id }: TestApplication) =>
  server.call({
    method: 'PUT',
    url: '/api/v1/session/application',
    headers: user.headers,
    payload: { application_id: id },
  });
const get = async (user: TestUser, path: string) =>
  (await server.call({ method: 'GET', url: `/api/v1${path}`, headers: user.headers })).body;
const send = (user: TestUser, method: 'POST' | 'PUT', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });
const optOuts = (hospital: TestApplication) =>
  within(server, hospital, (tx) =>
    tx.selectFrom('opt_outs').select(['channel', 'address']).orderBy('address').execute(),
  );

describe('a text from a patient', () => {
  it('is stored before its gateway is answered, and shown with the delivery that it answers', async () => {
    const { hospital, nurse, write } = await makeWorld();
    expect((await write({ from: PHONE, text: 'Nobody came when I rang' })).status).toBe(200);
    const { data, unread_count } = await get(nurse, '/inbound_texts');
    expect(unread_count).toBe(1);
    const [{ id: deliveryId } = { id: 0 }] = await listDeliveries(server, hospital);
    expect(data).toMatchObject([
      {
        text: 'Nobody came when I rang',
        from_address: PHONE,
        delivery_id: deliveryId,
        family_name: 'Inventwell',
        location: 'ASH',
        understood: null,
        harm: false,
        read_at: null,
      },
    ]);
    const { thread, can_reply } = (await get(nurse, `/inbound_texts/${data[0].id}`)).data;
    expect(can_reply).toBe(true);
    const shown = thread.map(({ from, text }: { from: string; text: string }) => [
      from,
      text.includes('/feedback/'),
      text.includes('{{link}}'),
    ]);
    expect(shown).toEqual([
      ['us', false, true],
      ['them', false, false],
    ]);
  });

  it('that says that somebody has died ends all messages, by the other way too, with words of sympathy, and a person reads it', async () => {
    const { hospital, nurse, write } = await makeWorld();
    const { body } = await write({ from: PHONE, text: 'My husband passed away on Sunday.' });
    expect(body.data).toMatchObject({ understood: 'stop', reply: expect.stringContaining('very sorry for your loss') });
    expect(await optOuts(hospital)).toEqual([{ channel: 'sms', address: PHONE }]);
    expect((await write({ from: PHONE, text: 'He died.' })).body.data.reply).toBeNull();
    await server.runJobs();
    const { data } = await get(nurse, '/inbox');
    expect(data.map(({ answer }: { answer: string }) => answer)).toContain('My husband passed away on Sunday.');

    const both = await makeWorld({ channel: 'email' });
    const from = 'orla@example.org';
    await both.mail({ from, text: 'Elle est décédée hier.', message_id: '<d1@example.org>' });
    expect((await optOuts(both.hospital)).map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
  });

  it('that its gateway sends again is stored once, and gets the same reply', async () => {
    const { nurse, write } = await makeWorld();
    const text = { from: PHONE, text: 'It was cold', message_id: 'GW-1' };
    const answers = await Promise.all([write(text), write(text), write(text)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.reply)).size).toBe(1);
    expect((await get(nurse, '/inbound_texts')).data).toHaveLength(1);
  });

  it('is stored whatever it contains: NUL, half a character, or too many characters', async () => {
    const { nurse, write } = await makeWorld();
    expect((await write({ from: PHONE, text: `a\0b\uD800${'x'.repeat(10_000)}` })).status).toBe(200);
    expect((await write({ from: 'AD-BANK', text: '' })).status).toBe(200);
    expect((await get(nurse, '/inbound_texts')).data).toHaveLength(2);
  });

  it('is found by its words or its sender, marked as read once, and counted as unread until then', async () => {
    const { nurse, write } = await makeWorld();
    await write({ from: PHONE, text: 'The soup was cold' });
    await write({ from: PHONE, text: 'STOP' });
    const [{ id }] = (await get(nurse, '/inbound_texts?term=soup')).data;
    for (const term of ['invent', 'orla%20inventwell', '447700'])
      expect([term, (await get(nurse, `/inbound_texts?term=${term}`)).total]).toEqual([term, 2]);
    expect((await get(nurse, '/inbound_texts?for_people=1')).data).toMatchObject([{ id }]);
    const first = await send(nurse, 'PUT', `/inbound_texts/${id}/read`);
    expect(first.body.data.read_at).not.toBeNull();
    server.setTime(after(60_000));
    const second = await send(nurse, 'PUT', `/inbound_texts/${id}/read`);
    expect(second.body.data.read_at).toBe(first.body.data.read_at);
    expect((await get(nurse, '/inbound_texts?unread=1')).unread_count).toBe(0);
  });

  it('is not shown to users of other wards', async () => {
    const { hospital, write } = await makeWorld();
    await write({ from: PHONE, text: 'Thanks' });
    const people = { applications: [hospital], permissions: ['texts.list'] };
    const [onAsh, onBirch] = [
      await server.makeUser({ ...people, locations: ['ASH'] }),
      await server.makeUser({ ...people, locations: ['BIRCH'] }),
    ];
    expect((await get(onAsh, '/inbound_texts')).data).toHaveLength(1);
    expect(await get(onBirch, '/inbound_texts')).toMatchObject({ data: [], unread_count: 0 });
  });

  it('is put into the inbox of the people notified first, once; a plain STOP is put into nobody’s', async () => {
    const { hospital, nurse, write } = await makeWorld();
    await write({ from: PHONE, text: 'STOP' });
    await write({ from: PHONE, text: 'stop sending me these' });
    await server.runJobs();
    const { data } = await get(nurse, '/inbox');
    expect(data).toMatchObject([{ kind: 'text_received', answer: 'stop sending me these', case_id: null }]);
    expect(FOLLOW_UP_TEXT).toBe('follow-up-text');
    await followUpText(server.ctx, hospital.id, data[0].text_id);
    expect((await get(nurse, '/inbox')).data).toHaveLength(1);
  });

  it('is put into the administrators’ inbox where no escalation is set', async () => {
    const hospital = await makeAskingApplication(server);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const headers = await credentialsOf(server, hospital);
    const payload = { from: PHONE, text: HARM };
    await server.call({ method: 'POST', url: '/api/v1/inbound/sms', headers, payload });
    await server.runJobs();
    expect((await get(admin, '/inbox')).data).toMatchObject([{ kind: 'case_opened', answer: HARM }]);
    expect((await get(admin, '/cases')).data).toMatchObject([{ answer: HARM, department_title: null, state: 'new' }]);
  });
});

describe('words of harm', () => {
  it('open a case at once, of which the first level is notified in the inbox and by e-mail, without the words', async () => {
    const { hospital, nurse, write } = await makeWorld();
    const { body } = await write({ from: PHONE, text: HARM });
    expect(body.data.reply).toContain('emergency');
    await server.runJobs();
    const { data } = await get(nurse, '/cases');
    expect(data).toMatchObject([
      { state: 'new', answer: HARM, department_title: 'Nursing', family_name: 'Inventwell', location: 'ASH', level: 1 },
    ]);
    const [text] = (await get(nurse, '/inbound_texts')).data;
    expect(text).toMatchObject({ harm: true, case_id: data[0].id });
    expect((await get(nurse, `/cases/${data[0].id}`)).data).toMatchObject({
      text_id: text.id,
      phone: PHONE,
      answers: [],
      de_escalation: null,
    });
    expect((await get(nurse, '/inbox')).data).toMatchObject([{ kind: 'case_opened', case_id: data[0].id }]);
    const mail = server.gateways.emails.findLast(({ to }) => to === nurse.email);
    expect(mail?.text).toContain('What a patient wrote needs somebody.');
    expect(mail?.text).not.toContain('bleeding');
    // The job may run twice.
    await followUpText(server.ctx, hospital.id, text.id);
    expect((await get(nurse, '/cases')).data).toHaveLength(1);
  });

  it('make a case that is claimed and closed like any other', async () => {
    const { nurse, write } = await makeWorld();
    await write({ from: PHONE, text: HARM });
    await server.runJobs();
    const [{ id }] = (await get(nurse, '/cases')).data;
    expect((await send(nurse, 'PUT', `/cases/${id}`, { case: { action: 'claim' } })).status).toBe(200);
    const close = { case: { action: 'close', note: 'Sent an ambulance' } };
    expect((await send(nurse, 'PUT', `/cases/${id}`, close)).body.data.state).toBe('closed');
  });
});

describe('a case opened by hand', () => {
  it('from a text is one case per department, however often it is opened', async () => {
    const { hospital, nurse, write } = await makeWorld();
    await write({ from: PHONE, text: 'The night nurse was rude' });
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    const body = { case: { text_id: id, department_id: hospital.survey.departmentId, note: 'Please ring her' } };
    const [first, second] = await Promise.all([
      send(nurse, 'POST', '/cases', body),
      send(nurse, 'POST', '/cases', body),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data.id).toBe(second.body.data.id);
    expect(first.body.data.steps).toMatchObject([{ action: 'opened', note: 'Please ring her' }]);
    expect((await get(nurse, `/inbound_texts/${id}`)).data.handled_at).not.toBeNull();
  });

  it('needs an answer or a text, of the own application', async () => {
    const [one, other] = [await makeWorld(), await makeWorld()];
    await other.write({ from: PHONE, text: 'Thanks' });
    const [{ id }] = (await get(other.nurse, '/inbound_texts')).data;
    expect((await send(one.nurse, 'POST', '/cases', { case: {} })).status).toBe(422);
    expect((await send(one.nurse, 'POST', '/cases', { case: { text_id: id } })).status).toBe(404);
    expect((await send(one.nurse, 'POST', '/cases', { case: { feedback_id: 999_999_999 } })).status).toBe(404);
    const foreign = { case: { text_id: id, department_id: one.hospital.survey.departmentId } };
    expect((await send(other.nurse, 'POST', '/cases', foreign)).status).toBe(422);
  });
});

describe('the reply of a colleague', () => {
  it('is sent through the gate to the number that wrote, once, and shown in the thread', async () => {
    const { hospital, nurse, write } = await makeWorld();
    await write({ from: PHONE, text: 'When is my check-up?' });
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    const text = 'On Tuesday at nine.';
    server.setTime(after(60_000));
    const [first] = await Promise.all([
      send(nurse, 'POST', `/inbound_texts/${id}/reply`, { text }),
      send(nurse, 'POST', `/inbound_texts/${id}/reply`, { text }),
    ]);
    expect(first.status).toBe(201);
    await server.runJobs();
    expect(server.gateways.texts.filter((sms) => sms.text === text)).toMatchObject([{ to: PHONE }]);
    const { thread, handled_at } = (await get(nurse, `/inbound_texts/${id}`)).data;
    expect(handled_at).not.toBeNull();
    expect(thread.at(-1)).toMatchObject({ from: 'us', text, state: 'sent', user_name: expect.any(String) });
    expect(await fates(server, hospital)).toEqual(['sent', 'sent']);
  });

  it('is not sent to somebody who opted out', async () => {
    const { hospital, nurse, write } = await makeWorld();
    await write({ from: PHONE, text: 'stop sending me these' });
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    await send(nurse, 'POST', `/inbound_texts/${id}/reply`, { text: 'We are sorry.' });
    await server.runJobs();
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: opted_out');
  });

  it('is refused where the person is unknown, and without the permission', async () => {
    const { hospital, nurse, write } = await makeWorld();
    await write({ from: '+447700900111', text: 'Who is this?' });
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    expect((await send(nurse, 'POST', `/inbound_texts/${id}/reply`, { text: 'Hello' })).status).toBe(409);
    const reader = await server.makeUser({ applications: [hospital], permissions: ['texts.list'] });
    expect((await send(reader, 'POST', `/inbound_texts/${id}/reply`, { text: 'Hello' })).status).toBe(403);
  });
});

describe('the automatic reply', () => {
  it('tells a sender once in 30 days that nobody watches the number, however many texts come at once', async () => {
    const { write } = await makeWorld();
    const texts = await Promise.all([1, 2, 3].map((one) => write({ from: PHONE, text: `Hello ${one}` })));
    expect(texts.filter(({ body }) => body.data.reply?.includes('Nobody watches this number'))).toHaveLength(1);
    server.setTime(after(31 * DAY));
    expect((await write({ from: PHONE, text: 'Hello again' })).body.data.reply).toContain('Nobody watches');
  });

  it('is the text that the organisation has set, if it has', async () => {
    const { hospital, write } = await makeWorld();
    await within(server, hospital, (tx) =>
      tx
        .updateTable('applications')
        .set({ unwatched_notice: 'In need call 112.' })
        .where('id', '=', hospital.id)
        .execute(),
    );
    expect((await write({ from: PHONE, text: 'Hello' })).body.data.reply).toBe('In need call 112.');
  });

  it('confirms an opt-out once, in the person’s language', async () => {
    const { hospital, write } = await makeWorld();
    expect((await write({ from: PHONE, text: 'Rezygnuję' })).body.data.reply).toContain('nie będziemy');
    expect((await write({ from: PHONE, text: 'Rezygnuję' })).body.data.reply).toBeNull();
    expect(await optOuts(hospital)).toEqual([{ channel: 'sms', address: PHONE }]);
    // A person who opted out gets nothing further, except where to turn in an emergency.
    expect((await write({ from: PHONE, text: 'thanks' })).body.data.reply).toBeNull();
    expect((await write({ from: PHONE, text: HARM })).body.data.reply).toContain('emergency');
  });

  it('to "yes" is no confirmation where nobody opted out: a person reads the text', async () => {
    const { nurse, write } = await makeWorld();
    await write({ from: PHONE, text: 'yes' });
    expect((await get(nurse, '/inbound_texts?for_people=1')).data).toMatchObject([{ text: 'yes', doubtful: true }]);
  });
});

describe('the application of a text', () => {
  it('is the one whose credentials were used: neither STOP nor START affects another', async () => {
    const [one, other] = [await makeWorld(), await makeWorld()];
    await one.write({ from: PHONE, text: 'opt out' });
    expect([(await optOuts(one.hospital)).length, (await optOuts(other.hospital)).length]).toEqual([1, 0]);
    await other.write({ from: PHONE, text: 'START' });
    expect(await optOuts(one.hospital)).toHaveLength(1);
    expect((await get(other.nurse, '/inbound_texts')).data).toMatchObject([{ text: 'START' }]);
  });

  const smpp = (from: string, text: string, to: string | null = null) =>
    receiveText(server.ctx, { channel: 'sms', from, to, text, gatewayMessageId: null, origin: { gateway: 'smpp' } });
  const writeTo = async (hospital: Asking, phone: string) => {
    await feed(server, hospital, { event: 'A03', at: stamp(), phone: `${phone}^PRN^CP`, patient: phone });
    await server.runJobs();
  };

  it('at a shared gateway is the one that wrote last', async () => {
    const [one, other] = [await makeAskingApplication(server), await makeAskingApplication(server)];
    await writeTo(one, '07700 900201');
    server.setTime(after(60_000));
    await writeTo(other, '07700 900201');
    await smpp('447700900201', 'STOP');
    expect([(await optOuts(one)).length, (await optOuts(other)).length]).toEqual([0, 1]);
  });

  it('is the one whose number it was sent to, where it has its own', async () => {
    const [one, other] = [await makeAskingApplication(server), await makeAskingApplication(server)];
    await within(server, one, (tx) =>
      tx.updateTable('applications').set({ sms_sender: '+447700900500' }).where('id', '=', one.id).execute(),
    );
    await writeTo(one, '07700 900202');
    server.setTime(after(60_000));
    await writeTo(other, '07700 900202');
    await smpp('447700900202', 'STOP', '447700900500');
    expect([(await optOuts(one)).length, (await optOuts(other)).length]).toEqual([1, 0]);
  });

  it('is unknown for a sender that nobody wrote to: superusers without an application see it', async () => {
    const answer = await smpp('447700900999', 'Is this the hospital?');
    expect(answer).toEqual({ understood: null, reply: null });
    const superuser = await server.makeUser({ superUser: true });
    const { data } = await get(superuser, '/inbound_texts');
    expect(data).toMatchObject([{ from_address: '+447700900999', text: 'Is this the hospital?' }]);
    const { nurse } = await makeWorld();
    expect((await get(nurse, '/inbound_texts')).data).toEqual([]);
  });
});

describe('an answer to an e-mail', () => {
  it('is in a thread with the e-mail that it answers, and opts out both addresses', async () => {
    const { hospital, nurse, mail } = await makeWorld({ channel: 'email' });
    const [delivery] = await listDeliveries(server, hospital);
    const reply = {
      from: 'Daughter@Example.org',
      subject: 'Re: How was your stay?',
      text: 'Please stop sending these.\n\nOn Monday the hospital wrote:\n> How was it?',
      in_reply_to: `<${delivery?.idempotency_key}@wardvoice.test>`,
      message_id: '<1@example.org>',
    };
    const [first, second] = [await mail(reply), await mail(reply)];
    expect(first.body).toEqual(second.body);
    expect(first.body.data).toMatchObject({ understood: 'stop' });
    expect(await optOuts(hospital)).toEqual([
      { channel: 'email', address: 'daughter@example.org' },
      { channel: 'email', address: 'orla@example.org' },
    ]);
    expect((await get(nurse, '/inbound_texts')).data).toMatchObject([
      { channel: 'email', delivery_id: delivery?.id, subject: 'Re: How was your stay?' },
    ]);
  });

  it('does not opt out by our own words quoted below it, nor does a heart as a reaction', async () => {
    const { hospital, mail, write } = await makeWorld({ channel: 'email' });
    const quoted =
      'It was lovely, thank you\n\nYou do not want these e-mails any more? https://h.example/unsubscribe/abc\n> stop these messages';
    await mail({ from: 'orla@example.org', text: quoted, message_id: '<2@example.org>' });
    await write({ from: PHONE, text: 'Loved “Hospital: how was it? Send STOP to get no more messages.”' });
    expect(await optOuts(hospital)).toEqual([]);
  });

  it('needs credentials and a sender', async () => {
    const { mail } = await makeWorld();
    const payload = { from: 'orla@example.org', text: 'Hello', message_id: '<3@example.org>' };
    expect((await server.call({ method: 'POST', url: '/api/v1/inbound_emails', payload })).status).toBe(401);
    expect((await mail({ ...payload, from: 'nobody' })).status).toBe(422);
  });
});

it('is shown on the patient’s page', async () => {
  const { hospital, write } = await makeWorld();
  await makeTrigger(server, hospital, { survey_id: hospital.survey.id });
  await write({ from: PHONE, text: 'Thank you all' });
  const reader = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
  const [{ id }] = (await get(reader, '/patients?term=ORLA')).data;
  expect((await get(reader, `/patients/${id}`)).data.texts).toMatchObject([{ text: 'Thank you all', harm: false }]);
});
