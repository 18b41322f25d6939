import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDeliveries, NOON, stamp } from '../../../testing/asked.ts';
import { credentialsOf, feed, makeAskingApplication, within } from '../../../testing/builders.ts';
import { bounceOf, complaintAbout } from '../../../testing/outside/sample-emails.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const RAW = 'message/rfc822';

/** Makes a hospital that has asked a patient by e-mail, and a nurse who hears of what comes back. */
async function makeWorld() {
  const nurse = await server.makeUser({ permissions: ['texts.list', 'deliveries.list'] });
  const hospital = await makeAskingApplication(server, { channel: 'email', users: [nurse] });
  await within(server, hospital, (tx) =>
    tx.insertInto('application_users').values({ application_id: hospital.id, user_id: nurse.id }).execute(),
  );
  await server.as(nurse)('PUT', '/session/application', { application_id: hospital.id });
  await feed(server, hospital, { event: 'A03', at: stamp(), patient: 'ORLA', ward: 'ASH' });
  await server.runJobs();
  const [delivery] = await listDeliveries(server, hospital);
  const credentials = await credentialsOf(server, hospital);
  return { hospital, nurse, key: delivery?.idempotency_key ?? '', credentials, pass: passOn(credentials) };
}

/** Passes e-mails on as the hospital's mail server does. */
const passOn =
  (credentials: { authorization: string }) =>
  async (email: Buffer | string, type = RAW) => {
    const headers = { ...credentials, 'content-type': type };
    const answer = await server.call({ method: 'POST', url: '/api/v1/inbound_emails/raw', headers, payload: email });
    await server.runJobs();
    return answer;
  };

const get = async (user: TestUser, path: string) => (await server.as(user)('GET', path)).body;
const optOuts = (hospital: TestApplication) =>
  within(server, hospital, (tx) => tx.selectFrom('opt_outs').select(['address', 'source']).execute());
const stateOf = async (hospital: TestApplication) => {
  const [delivery] = await listDeliveries(server, hospital);
  return [delivery?.state, delivery?.last_error];
};

const answer = (key: string, { text, header = 'X-Nothing: more' }: { text: string; header?: string }) =>
  [
    'From: Orla <orla@example.org>',
    'Subject: Re: How was your stay?',
    `In-Reply-To: <${key}@wardvoice.test>`,
    'Message-ID: <answer@example.org>',
    header,
    'Content-Type: multipart/alternative; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--B',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${text}</p>`,
    '--B--',
    '',
  ].join('\r\n');

describe('a whole e-mail', () => {
  it('is an answer in its thread, read and obeyed like any other, and once', async () => {
    const { hospital, nurse, key, pass } = await makeWorld();
    const email = answer(key, { text: 'Please stop sending these.' });
    const [first, second] = [await pass(email), await pass(email)];
    expect(first.body).toMatchObject({ data: { kind: 'answer', understood: 'stop' } });
    expect(second.body).toEqual(first.body);
    expect(await optOuts(hospital)).toEqual([{ address: 'orla@example.org', source: 'stop' }]);
    const { data } = await get(nurse, '/inbound_texts');
    expect(data).toMatchObject([
      { text: 'Please stop sending these.', automatic: false, delivery_id: expect.any(Number) },
    ]);
  });

  it('that a mail program wrote is kept, and neither obeyed, nor answered, nor told to anybody', async () => {
    const { hospital, nurse, key, pass } = await makeWorld();
    const text = 'I am away. If you are bleeding heavily, call 112. Unsubscribe';
    const { body } = await pass(answer(key, { text, header: 'Auto-Submitted: auto-replied' }));
    expect(body).toEqual({ data: { kind: 'automatic', understood: null } });
    expect(await optOuts(hospital)).toEqual([]);
    const list = await get(nurse, '/inbound_texts');
    expect(list).toMatchObject({ unread_count: 0, data: [{ text, automatic: true, harm: false, reply: null }] });
    expect(list.data[0].read_at).not.toBeNull();
    expect((await get(nurse, '/inbound_texts?for_people=1')).data).toEqual([]);
    expect((await get(nurse, '/inbound_texts?for_people=0')).data).toHaveLength(1);
    const told = await within(server, hospital, (tx) => tx.selectFrom('inbox_items').select('id').execute());
    expect(told).toEqual([]);
  });

  it('is answered by a colleague’s own e-mail, which says so, and a survey says that a program sent it', async () => {
    const { hospital, key, pass } = await makeWorld();
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['texts.list', 'texts.reply'] });
    await pass(answer(key, { text: 'Whom do I call?' }));
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    await server.as(nurse)('POST', `/inbound_texts/${id}/reply`, { text: 'Call the ward.' });
    await server.runJobs();
    const theirs = server.gateways.emails.filter(({ messageId }) => messageId.includes(key));
    expect(theirs.map(({ byPerson }) => byPerson)).toEqual([false]);
    expect(server.gateways.emails.at(-1)).toMatchObject({
      text: expect.stringContaining('Call the ward.'),
      byPerson: true,
      inReplyTo: '<answer@example.org>',
    });
  });

  it('that says so in JSON is no different', async () => {
    const { nurse, credentials } = await makeWorld();
    const payload = { from: 'orla@example.org', text: 'Away', message_id: '<7@b.ie>', auto_submitted: 'auto-replied' };
    const url = '/api/v1/inbound_emails';
    const { body } = await server.call({ method: 'POST', url, headers: credentials, payload });
    expect(body).toEqual({ data: { understood: null, reply: null } });
    expect((await get(nurse, '/inbound_texts')).data).toMatchObject([{ automatic: true }]);
  });
});

describe('the automatic reply', () => {
  const repliesOf = async (hospital: TestApplication) =>
    within(server, hospital, (tx) =>
      tx
        .selectFrom('deliveries')
        .select(['state', 'recipient', 'subject', 'text', 'patient_id', 'idempotency_key'])
        .where('purpose', '=', 'automatic_reply')
        .orderBy('id')
        .execute(),
    );

  it('confirms an opt-out once, although nothing else is sent to the address any more', async () => {
    const { hospital, nurse, key, pass } = await makeWorld();
    const email = answer(key, { text: 'Please stop sending these.' });
    await pass(email);
    await pass(email);
    const [reply, ...more] = await repliesOf(hospital);
    expect([reply, more]).toMatchObject([
      {
        state: 'sent',
        recipient: 'orla@example.org',
        subject: 'Re: How was your stay?',
        patient_id: expect.any(Number),
      },
      [],
    ]);
    const sent = server.gateways.emails.filter(({ messageId }) => messageId.includes(reply?.idempotency_key ?? '-'));
    expect(sent).toMatchObject([
      {
        to: 'orla@example.org',
        text: expect.stringContaining('you will get no more messages from us'),
        inReplyTo: '<answer@example.org>',
        byPerson: false,
        unsubscribeUrl: null,
      },
    ]);
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    const { thread } = (await get(nurse, `/inbound_texts/${id}`)).data;
    expect(thread).toMatchObject([
      { from: 'us', purpose: 'survey' },
      { from: 'them', reply: null },
      { from: 'us', purpose: 'automatic_reply', state: 'sent', user_name: null },
    ]);
  });

  it('says of a mailbox that nobody watches it, and an answer to that is told by its key', async () => {
    const { hospital, nurse, key, pass } = await makeWorld();
    await pass(answer(key, { text: 'Whom do I call?' }));
    const [reply] = await repliesOf(hospital);
    expect(reply?.text).toContain('Nobody watches this mailbox at all hours.');
    const again = answer(reply?.idempotency_key ?? '', { text: 'Thank you' }).replace('answer@', 'again@');
    await pass(again.replace('From: Orla <orla@example.org>', 'From: orla@work.example'));
    expect(await repliesOf(hospital)).toHaveLength(2);
    const { data } = await get(nurse, '/inbound_texts');
    expect(data[0]).toMatchObject({ from_address: 'orla@work.example', family_name: data[1].family_name });
  });

  it('goes to nobody who was not written to, whoever the e-mail says it is from', async () => {
    const { hospital, pass } = await makeWorld();
    for (const text of ['STOP', 'Where are you?'])
      await pass(`From: victim@elsewhere.example\r\nMessage-ID: <${text.length}@x>\r\n\r\n${text}`);
    expect(await repliesOf(hospital)).toEqual([]);
  });

  it('waits while sending is stopped', async () => {
    const { hospital, nurse, key, pass } = await makeWorld();
    const robin = await server.makeUser({
      applications: [hospital],
      permissions: ['deliveries.list', 'deliveries.stop'],
    });
    await server.as(robin)('POST', '/deliveries/hold', { sending_hold: { note: 'Wrong sender' } });
    await pass(answer(key, { text: 'STOP' }));
    expect(await repliesOf(hospital)).toMatchObject([{ state: 'scheduled' }]);
    expect((await server.as(robin)('GET', '/deliveries/hold')).body.data).toMatchObject({ waiting: 1 });
    const [{ id }] = (await get(nurse, '/inbound_texts')).data;
    expect((await get(nurse, `/inbound_texts/${id}`)).data).toMatchObject({ sending_hold: 'by_hand' });
    await server.as(robin)('DELETE', '/deliveries/hold');
    await server.runJobs();
    expect(await repliesOf(hospital)).toMatchObject([{ state: 'sent' }]);
  });
});

describe('an e-mail that came back', () => {
  it('because nobody has the address shows why, and ends writing to it', async () => {
    const { hospital, nurse, key, pass } = await makeWorld();
    const { status, body } = await pass(bounceOf({ key }));
    expect([status, body]).toEqual([200, { data: { kind: 'bounced', understood: null } }]);
    expect(await stateOf(hospital)).toEqual(['failed', '550 5.1.1 <<address>>: user unknown']);
    expect(await optOuts(hospital)).toEqual([{ address: 'orla@example.org', source: 'bounce' }]);
    expect((await get(nurse, '/inbound_texts')).data).toEqual([]);
  });

  it('because the mailbox is full is a failure, and the address is still written to', async () => {
    const { hospital, key, pass } = await makeWorld();
    await pass(bounceOf({ key, status: '5.2.2', diagnostic: '552 5.2.2 over quota' }));
    expect(await stateOf(hospital)).toEqual(['failed', '552 5.2.2 over quota']);
    expect(await optOuts(hospital)).toEqual([]);
  });

  it('is nobody’s without the key of a delivery, and another hospital’s key changes nothing there', async () => {
    const [one, other] = [await makeWorld(), await makeWorld()];
    expect((await one.pass(bounceOf({ key: one.key, repeats: 'nothing' }))).body.data.kind).toBe('ignored');
    await one.pass(bounceOf({ key: other.key }));
    for (const { hospital } of [one, other]) {
      expect(await stateOf(hospital)).toEqual(['sent', null]);
      expect(await optOuts(hospital)).toEqual([]);
    }
  });

  it('as a complaint ends writing to the address', async () => {
    const { hospital, key, pass } = await makeWorld();
    expect((await pass(complaintAbout(key))).body.data.kind).toBe('complained');
    expect(await stateOf(hospital)).toEqual(['sent', null]);
    expect(await optOuts(hospital)).toEqual([{ address: 'orla@example.org', source: 'complaint' }]);
  });
});

it('an e-mail with what cannot be stored is stored without it', async () => {
  const { nurse, pass } = await makeWorld();
  const odd = 'From: "\0" <o\0dd@example.org>\r\nSubject: \0\uD800\r\nMessage-ID: <\0@x>\r\n\r\nHel\0lo';
  expect((await pass(Buffer.from(odd))).status).toBe(200);
  expect((await pass(Buffer.from(odd))).status).toBe(200);
  expect((await get(nurse, '/inbound_texts')).data).toMatchObject([{ text: 'Hello' }]);
});

it('an e-mail that cannot be taken is refused with what to do', async () => {
  const { pass, key } = await makeWorld();
  expect((await passOn({ authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' })(bounceOf({ key }))).status).toBe(401);
  expect((await pass('{}', 'application/json')).body).toMatchObject({ message: 'Send the e-mail as message/rfc822.' });
  expect((await pass('Subject: from nobody\r\n\r\nHello')).body).toMatchObject({
    message: 'The e-mail says in no From who wrote it.',
  });
  const nested = Array.from(
    { length: 300 },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}`,
  );
  expect((await pass(`From: a@b.ie\r\n${nested.join('\r\n')}`)).body).toMatchObject({
    message: 'The e-mail has more parts or headers than can be read.',
  });
});
