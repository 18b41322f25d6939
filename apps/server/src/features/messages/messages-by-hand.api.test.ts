import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { fates, HOUR, listDeliveries, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, insertContacts, makeAskingApplication, within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, user = admin) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });

const PERSON = {
  patient_identifier: 'MRN 1^&',
  given_name: 'Órla',
  family_name: "O'Brien|Quill",
  birth_date: '1970-05-17',
  sex: 'F',
  language: 'en',
  hl7_message_pid: { phone_home: '07700 900123^PRN^CP^orla@example.org' },
  location: 'ASH',
  room: '12',
  bed: 'B',
  visit_number: 'V77',
  patient_class: 'I',
};

describe('a message that a person enters', () => {
  it('is an HL7 message like any other, and has the same effects', async () => {
    const at = new Date(NOON.getTime() - HOUR).toISOString();
    const { status, body } = await call('POST', '/hl7_messages', {
      hl7_message: { ...PERSON, event: 'A03', event_at: at },
    });
    expect([status, body.data.source, body.data.state]).toEqual([201, 'form', 'received']);
    await server.processAll();
    const shown = (await call('GET', `/hl7_messages/${body.data.id}`)).body.data;
    expect(shown).toMatchObject({
      ...PERSON,
      state: 'processed',
      type: 'discharges',
      event_at: at,
      hl7_message_pid: { ...PERSON.hl7_message_pid, phone: '+447700900123', email: 'orla@example.org' },
    });
    expect(shown.raw).toContain('ADT^A03');
    expect(await fates(server, hospital)).toEqual(['scheduled']);
  });

  it('is refused by field', async () => {
    const refusals: [Json, string[]][] = [
      [{}, ['event', 'patient_identifier']],
      [{ ...PERSON, event: 'A99' }, ['event']],
      [{ ...PERSON, event: 'A01', birth_date: '17/05/1970' }, ['birth_date']],
      [{ ...PERSON, event: 'A01', birth_date: '2999-01-01' }, ['birth_date']],
      [{ ...PERSON, event: 'A01', event_at: '2999-01-01T00:00:00Z' }, ['event_at']],
      [{ ...PERSON, event: 'A01', family_name: 'a\rPID|1' }, ['family_name']],
    ];
    for (const [hl7_message, fields] of refusals) {
      const { status, body } = await call('POST', '/hl7_messages', { hl7_message });
      expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, fields]);
    }
  });

  it('must be in one of one’s own wards', async () => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['BIRCH'] });
    const tell = (location: string) =>
      call('POST', '/hl7_messages', { hl7_message: { ...PERSON, event: 'A01', location } }, nurse);
    expect((await tell('ASH')).body.errors).toHaveProperty('location');
    expect((await tell('BIRCH')).status).toBe(201);
  });

  it('may be a discharge, at its own address', async () => {
    const { status, body } = await call('POST', '/hl7_discharges', { hl7_message: PERSON });
    expect([status, body.data.event]).toEqual([201, 'A03']);
    const { id } = body.data;
    await call('POST', '/hl7_messages', { hl7_message: { ...PERSON, type: 'admissions' } });
    await server.processAll();
    expect((await call('GET', '/hl7_discharges')).body.data.map((row: Json) => row.id)).toEqual([id]);
    expect((await call('GET', '/hl7_messages?type=A03')).body).toEqual((await call('GET', '/messages?type=A03')).body);
    expect((await call('GET', `/hl7_discharges/${id}`)).body.data.id).toBe(id);
    expect((await call('PUT', `/hl7_discharges/${id}`, { hl7_message: { bed: 'C' } })).body.data.bed).toBe('C');
    const admission = (await call('GET', '/hl7_messages?type=A01')).body.data[0].id;
    expect((await call('GET', `/hl7_discharges/${admission}`)).status).toBe(404);
    expect((await call('PUT', `/hl7_discharges/${admission}`, { hl7_message: {} })).status).toBe(404);
    expect((await call('POST', '/hl7_discharges', { hl7_message: { ...PERSON, event: 'A01' } })).status).toBe(422);
    expect((await call('GET', '/hl7_discharges.csv')).body).toContain('V77');
  });
});

describe('a correction', () => {
  const received = async (parts: Parameters<typeof adt>[0]) => {
    await feed(server, hospital, { event: 'A03', at: stamp(), visit: 'V1', patient: 'P1', ...parts });
    return (await call('GET', '/hl7_messages')).body.data[0].id as number;
  };
  const rawOf = (id: number) =>
    within(server, hospital, (tx) =>
      tx.selectFrom('hl7_messages').select('raw').where('id', '=', id).executeTakeFirstOrThrow(),
    );

  it('changes the fields and the patient, never the original text, and sends nothing', async () => {
    const id = await received({ family: 'Wrnog', more: ['ZZZ|keep|me'] });
    await server.runJobs();
    const [before, sent] = [await rawOf(id), await fates(server, hospital)];
    const { status, body } = await call('PUT', `/hl7_messages/${id}`, {
      hl7_message: {
        family_name: 'Wrong & Son',
        hl7_message_pid: { phone_home: '07700 900999' },
        bed: '9',
        language: null,
      },
    });
    expect([status, body.data]).toMatchObject([
      200,
      { family_name: 'Wrong & Son', bed: '9', language: null, hl7_message_pid: { phone: '+447700900999' } },
    ]);
    expect(body.data.corrected).toContain('Wrong \\T\\ Son');
    expect(body.data.corrected).toContain('ZZZ|keep|me');
    expect(body.data.raw).toContain('Wrnog');
    expect(await rawOf(id)).toEqual(before);
    const [patient] = await within(server, hospital, (tx) => tx.selectFrom('patients').selectAll().execute());
    expect(patient).toMatchObject({ family_name: 'Wrong & Son', phone: '+447700900999' });
    expect(await fates(server, hospital)).toEqual(sent);
    // It is still corrected after it is processed again.
    expect((await call('PUT', `/hl7_messages/${id}/reprocess`)).body.data.family_name).toBe('Wrong & Son');
  });

  it('turns an error into a processed message, and sends nothing', async () => {
    const id = await received({ born: '19991345' });
    expect((await call('GET', `/hl7_messages/${id}`)).body.data.error.field).toBe('PID-7');
    const { body } = await call('PUT', `/hl7_messages/${id}`, { hl7_message: { birth_date: '1999-01-05' } });
    expect(body.data).toMatchObject({ state: 'processed', error: null, birth_date: '1999-01-05' });
    expect(await fates(server, hospital)).toEqual(['suppressed: replay']);
  });

  it('cannot move a processed message to another patient, visit or time', async () => {
    const id = await received({});
    for (const change of [{ event: 'A01' }, { patient_identifier: 'P2' }, { visit_number: 'V2' }]) {
      const { status, body } = await call('PUT', `/hl7_messages/${id}`, { hl7_message: change });
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(change)]);
    }
    const same = { event: 'A03', patient_identifier: 'P1', visit_number: 'V1' };
    expect((await call('PUT', `/hl7_messages/${id}`, { hl7_message: same })).status).toBe(200);
  });
});

describe('a survey sent by hand', () => {
  const old = async () => {
    await feed(server, hospital, { event: 'A01', at: stamp(-100 * HOUR), patient: 'P1', visit: 'V1' });
    return (await call('GET', '/hl7_messages')).body.data[0].id as number;
  };

  it('is sent to the number that was typed, also about an event of long ago', async () => {
    const id = await old();
    const { status, body } = await call('POST', `/hl7_messages/${id}/send`, { phone: '07700 900555', channel: 'sms' });
    expect([status, body.data]).toMatchObject([200, { state: 'scheduled', reason: null, channel: 'sms' }]);
    await server.runJobs();
    expect(server.gateways.texts.at(-1)).toMatchObject({ to: '+447700900555' });
    expect(server.gateways.texts.at(-1)?.text).toContain('/feedback/');
  });

  it('is sent by e-mail, once however often the button is pressed', async () => {
    const id = await old();
    const press = () => call('POST', `/hl7_messages/${id}/send`, { email: 'family@example.org' });
    const answers = await Promise.all([press(), press(), press()]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    await server.runJobs();
    server.setTime(new Date(NOON.getTime() + 2 * MINUTE));
    // A later attempt is a new one, which the gate refuses.
    expect((await press()).body.data).toMatchObject({ state: 'suppressed', reason: 'already_asked_visit' });
    expect(server.gateways.emails.filter(({ to }) => to === 'family@example.org')).toHaveLength(1);
  });

  it('is refused by the gate like every other, with the reason, and counted', async () => {
    await feed(server, hospital, { event: 'A03', at: stamp(), patient: 'DEAD', disposition: '20' });
    const id = (await call('GET', '/hl7_messages')).body.data[0].id as number;
    const { status, body } = await call('POST', `/hl7_messages/${id}/send`, {
      email: 'family-of-the-dead@example.org',
    });
    expect([status, body.data]).toMatchObject([200, { state: 'suppressed', reason: 'deceased' }]);
    await server.runJobs();
    expect(server.gateways.emails.some(({ to }) => to === 'family-of-the-dead@example.org')).toBe(false);
    expect((await listDeliveries(server, hospital)).map(({ reason }) => reason)).toEqual(['deceased', 'deceased']);

    const alive = await (async () => {
      await feed(server, hospital, { event: 'A01', at: stamp(), patient: 'STOP' });
      return (await call('GET', '/hl7_messages?type=A01')).body.data[0].id as number;
    })();
    await within(server, hospital, (tx) =>
      tx
        .insertInto('opt_outs')
        .values({ application_id: hospital.id, channel: 'sms', address: '+447700900666', source: 'stop' })
        .execute(),
    );
    const stopped = await call('POST', `/hl7_messages/${alive}/send`, { phone: '+44 7700 900666', channel: 'sms' });
    expect(stopped.body.data).toMatchObject({ state: 'suppressed', reason: 'opted_out' });
  });

  it('needs an address and an existing survey', async () => {
    const id = await old();
    const refusals: [Json, string[]][] = [
      [{}, ['email']],
      [{ email: 'nobody' }, ['email']],
      [{ email: 'a@example.org', phone: '07700 900555' }, ['email']],
      [{ phone: '12', channel: 'sms' }, ['phone']],
      [{ email: 'a@example.org', survey_id: 999_999 }, ['survey_id']],
    ];
    for (const [payload, fields] of refusals) {
      const { status, body } = await call('POST', `/hl7_messages/${id}/send`, payload);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, fields]);
    }
  });
});

describe('a survey filled in at the bedside', () => {
  it('has one token until it is answered', async () => {
    await feed(server, hospital, { event: 'A01', at: stamp() });
    const id = (await call('GET', '/hl7_messages')).body.data[0].id as number;
    const ask = () => call('GET', `/hl7_messages/${id}/token?distribution_list=census`);
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first.status).toBe(200);
    expect(second.body.data.token).toBe(first.body.data.token);
    await answerBadly(server, first.body.data.token, 'Nobody came.');
    expect((await ask()).status).toBe(409);
    expect((await call('GET', '/hl7_messages/999999/token')).status).toBe(404);
  });
});

describe('a token for a distribution list', () => {
  it('is given for people of the list only', async () => {
    await feed(
      server,
      hospital,
      { event: 'A01', at: stamp(), patient: 'IN', visit: 'IN' },
      { event: 'A03', at: stamp(), patient: 'OUT', visit: 'OUT', phone: '07700 900802^PRN^CP' },
    );
    const { data } = (await call('GET', '/hl7_messages?sort=id')).body;
    const [inBed, gone] = data.map(({ id }: Json) => id as number);
    await within(server, hospital, async (tx) => {
      const own = { application_id: hospital.id };
      const [contact_id] = await insertContacts(tx, hospital, [{ name: 'Orla Inventwell', external_id: 'OUT' }]);
      const { id: mailing_list_id } = await tx
        .insertInto('mailing_lists')
        .values({ ...own, name: 'hips' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id, contact_id })
        .execute();
    });
    const statusOf = async (id: number, list: string) =>
      (await call('GET', `/hl7_messages/${id}/token?distribution_list=${list}`)).status;
    expect([await statusOf(inBed, 'census'), await statusOf(gone, 'census')]).toEqual([200, 404]);
    expect([await statusOf(inBed, 'hips'), await statusOf(gone, 'hips')]).toEqual([404, 200]);
    expect([await statusOf(gone, 'nobody'), await statusOf(gone, '')]).toEqual([404, 200]);
  });
});

describe('a file of messages', () => {
  const upload = (file: string, fields: Record<string, string> = {}, user = admin) => {
    const boundary = 'a-boundary';
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="day.hl7"\r\ncontent-type: application/octet-stream\r\n\r\n${file}\r\n--${boundary}--\r\n`;
    return server.call({
      method: 'POST',
      url: '/api/v1/hl7_messages/import',
      headers: { ...user.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: body,
    });
  };
  const day = () => [
    adt({ event: 'A03', at: stamp(), patient: 'F1', phone: '07700 900701^PRN^CP' }),
    adt({ event: 'A03', at: stamp(), patient: 'F2', phone: '07700 900702^PRN^CP', without: ['PID'] }),
    adt({ event: 'A03', at: stamp(), patient: 'F3', phone: '07700 900703^PRN^CP' }),
  ];

  it('is imported message by message, and sends nothing', async () => {
    const file = ['FHS|^~\\&|X', 'BHS|^~\\&|X', ...day(), 'BTS|3', 'FTS|1'].join('\r');
    const { status, body } = await upload(file);
    expect([status, body.data]).toMatchObject([200, { total: 3, accepted: 2, refused: 1, declared: 3 }]);
    expect(body.data.results[0]).toMatchObject({ place: 2, code: 'AE', error: { field: 'PID' } });
    await server.processAll();
    expect(await fates(server, hospital)).toEqual(['suppressed: replay', 'suppressed: replay']);
    expect(body.data).toMatchObject({ duplicates: 0, ending: 'whole' });
    // The same file is imported again.
    expect((await upload(file)).body.data).toMatchObject({ accepted: 2, refused: 1, duplicates: 2 });
    const { data } = (await call('GET', '/hl7_messages?type=A03')).body;
    expect(data.filter(({ state }: Json) => state === 'processed')).toMatchObject([
      { duplicate_count: 1 },
      { duplicate_count: 1 },
    ]);
  });

  it('sends surveys when somebody chooses so', async () => {
    await upload(day().join('\n'), { send: '1' });
    await server.processAll();
    expect(await fates(server, hospital)).toEqual(['scheduled', 'scheduled']);
  });

  it('is refused when there is no message in it, or no file', async () => {
    const { status, body } = await upload('name,phone\nOrla,1');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']]);
    expect((await upload('')).status).toBe(422);
    expect((await call('POST', '/hl7_messages/import', { file: 'x' })).status).toBe(415);
    expect(body.message).toContain('no HL7 message');
    const viewer = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    expect((await upload('MSH|', {}, viewer)).status).toBe(403);
    expect((await call('GET', '/hl7_messages/imports', undefined, viewer)).status).toBe(403);
    expect((await call('GET', '/hl7_messages/imports')).body.data).toEqual([]);
  });

  it('counts messages that are in it twice', async () => {
    const [one = '', two = ''] = day();
    expect((await upload([one, one, two].join('\r'))).body.data).toMatchObject({
      accepted: 2,
      refused: 1,
      duplicates: 1,
    });
  });

  it('that ends in the middle of a message is imported up to there, and the result shows it', async () => {
    const [one = '', , three = ''] = day();
    const cut = await upload(['FHS|^~\\&|X', 'BHS|^~\\&|X', one, three.slice(0, -20)].join('\r'));
    expect([cut.status, cut.body.data]).toMatchObject([200, { total: 2, ending: 'cut', declared: null }]);
    expect((await upload(`${one}${three.trimEnd()}`)).body.data.ending).toBe('open');
    expect((await upload(one)).body.data.ending).toBe('whole');
  });

  it('shows its progress, to users of its application only', async () => {
    await upload(day().join('\r'), { key: 'first-import' });
    const { data } = (await call('GET', '/hl7_messages/imports')).body;
    expect(data).toMatchObject([
      { key: 'first-import', file_name: 'day.hl7', state: 'finished', total: 3, done: 3, accepted: 2, refused: 1 },
    ]);
    const elsewhere = await makeAskingApplication(server);
    const neighbour = await server.makeUser({ applications: [elsewhere], permissions: ['admin'] });
    expect((await call('GET', '/hl7_messages/imports', undefined, neighbour)).body.data).toEqual([]);
    server.setTime(new Date(NOON.getTime() + 25 * HOUR));
    const tomorrow = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    expect((await call('GET', '/hl7_messages/imports', undefined, tomorrow)).body.data).toEqual([]);
  });

  it('sent twice with one key is imported once; two files at once are both imported', async () => {
    const file = day().join('\r');
    const twice = await Promise.all([upload(file, { key: 'pressed-twice' }), upload(file, { key: 'pressed-twice' })]);
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const [one = '', , three = ''] = day();
    const both = await Promise.all([upload(one, { key: 'one-of-two' }), upload(three, { key: 'two-of-two' })]);
    expect(both.map(({ body }) => body.data.accepted)).toEqual([1, 1]);
    expect((await call('GET', '/hl7_messages/imports')).body.data).toHaveLength(3);
    expect((await upload(file, { key: 'a b' })).body.errors).toHaveProperty('key');
  });

  it('whose server was killed is shown as interrupted, and importing it again adds the rest', async () => {
    const [one = '', , three = ''] = day();
    await upload(one, { key: 'was-killed' });
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .updateTable('message_imports')
        .set({ state: 'running', total: 2, finished_at: null })
        .where('key', '=', 'was-killed')
        .execute(),
    );
    expect((await call('GET', '/hl7_messages/imports')).body.data[0]).toMatchObject({ state: 'running', done: 1 });
    server.setTime(new Date(NOON.getTime() + 2 * MINUTE));
    expect((await call('GET', '/hl7_messages/imports')).body.data[0].state).toBe('interrupted');
    await server.processAll();
    expect((await upload(one + three)).body.data).toMatchObject({ accepted: 2, duplicates: 1 });
  });
});
