import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

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

const EMAIL = 'orla@example.org';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, user: TestUser = admin) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });
const state = (purpose: string, basis: string, note?: string) =>
  call('POST', '/consent_purposes', { statement: { purpose, basis, note } });
const record = (patientId: number, more: object = {}) =>
  call('POST', `/patients/${patientId}/consent`, {
    consent: {
      purpose: 'surveys',
      channel: 'email',
      agreed: true,
      manner: 'paper',
      given_on: '2026-01-05',
      note: 'Form 12, signed on the ward',
      ...more,
    },
  });

/** Discharges somebody from a stay of their own, some days later, and returns what came of every message so far. */
async function discharge(days = 0, visit = `V${days}`): Promise<string[]> {
  server.setTime(after(days * DAY));
  // Sessions do not last that long.
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await feed(server, hospital, {
    event: 'A03',
    at: stamp(days * DAY),
    patient: 'P1',
    visit,
    phone: `07700 900777^PRN^CP^${EMAIL}`,
  });
  await server.runJobs();
  return fates(server, hospital);
}

const patientId = async () =>
  (await within(server, hospital, (tx) => tx.selectFrom('patients').select('id').executeTakeFirstOrThrow())).id;
const ledger = () =>
  within(server, hospital, (tx) =>
    tx
      .selectFrom('consent_events as e')
      .leftJoin('consent_wordings as w', 'w.id', 'e.wording_id')
      .select(['e.change', 'e.purpose', 'e.source', 'e.channel', 'e.address', 'e.manner', 'e.given_on', 'e.note'])
      .select(['e.user_id', 'w.text as wording', 'w.language'])
      .orderBy('e.id')
      .execute(),
  );

describe('the legal basis of a purpose', () => {
  it('is stated with a note, and every statement is kept with who, from when and until when', async () => {
    expect((await call('GET', '/consent_purposes')).body.data).toEqual(
      ['care', 'surveys', 'broadcasts'].map((purpose) => ({ purpose, basis: null, note: null, statements: [] })),
    );
    expect((await state('surveys', 'public_task', 'NHS Act 2006')).status).toBe(201);
    await state('surveys', 'public_task', 'NHS Act 2006');
    const { body } = await state('surveys', 'consent');
    const surveys = body.data.find(({ purpose }: { purpose: string }) => purpose === 'surveys');
    expect(surveys).toMatchObject({
      basis: 'consent',
      note: null,
      statements: [
        { basis: 'consent', valid_until: null, user_name: expect.stringContaining('User') },
        { basis: 'public_task', note: 'NHS Act 2006', valid_until: expect.any(String) },
      ],
    });
    expect(surveys.statements[1].valid_until).toBe(surveys.statements[0].valid_from);
    const [entry] = (await call('GET', '/audit?record_type=consent_purposes')).body.data;
    expect(entry.details.changes).toMatchObject({ surveys: { from: 'public_task', to: 'consent' } });
  });

  it('is stated once when two state it at once', async () => {
    await Promise.all([state('care', 'contract'), state('care', 'contract')]);
    const [care] = (await call('GET', '/consent_purposes')).body.data;
    expect(care.statements).toHaveLength(1);
  });

  it('is refused for another purpose or basis', async () => {
    expect((await state('marketing', 'consent')).body.errors).toHaveProperty('purpose');
    expect((await state('care', 'habit')).body.errors).toHaveProperty('basis');
  });

  it('is that of the time in the entries of the ledger', async () => {
    await discharge();
    await state('surveys', 'public_task');
    await record(await patientId());
    await state('surveys', 'consent');
    await record(await patientId(), { agreed: false });
    const { events } = (await call('GET', `/patients/${await patientId()}/consent`)).body.data;
    expect(events).toMatchObject([
      { change: 'withdrew', bases: ['consent'] },
      { change: 'agreed', bases: ['public_task'] },
    ]);
  });
});

describe('where the basis is consent', () => {
  it('nobody is asked until the consent is recorded, and again not after it is withdrawn', async () => {
    await state('surveys', 'consent');
    const before = server.gateways.emails.length;
    expect(await discharge()).toEqual(['suppressed: no_consent']);
    expect(server.gateways.emails).toHaveLength(before);
    const id = await patientId();
    const { status, body } = await record(id);
    expect([status, body.data.purposes]).toMatchObject([
      201,
      expect.arrayContaining([{ purpose: 'surveys', basis: 'consent', channel: 'email', agreed: true }]),
    ]);
    expect((await discharge(60)).at(-1)).toBe('sent');
    expect(server.gateways.emails.at(-1)?.to).toBe(EMAIL);
    await record(id, { agreed: false, manner: 'phone', note: 'Called us' });
    expect((await discharge(120)).at(-1)).toBe('suppressed: no_consent');
    expect(await ledger()).toMatchObject([
      {
        change: 'agreed',
        purpose: 'surveys',
        source: 'staff',
        manner: 'paper',
        given_on: '2026-01-05',
        address: EMAIL,
      },
      {
        change: 'withdrew',
        purpose: 'surveys',
        source: 'staff',
        manner: 'phone',
        note: 'Called us',
        user_id: expect.any(Number),
      },
    ]);
  });

  it('a consent to another purpose or channel, or at an earlier address, is none', async () => {
    await state('surveys', 'consent');
    await discharge();
    const id = await patientId();
    const recorded = [await record(id, { purpose: 'care' }), await record(id, { channel: 'sms' })];
    expect(recorded.map(({ status }) => status)).toEqual([201, 201]);
    expect((await discharge(60)).at(-1)).toBe('suppressed: no_consent');
    expect((await record(id)).status).toBe(201);
    await feed(server, hospital, {
      event: 'A08',
      patient: 'P1',
      visit: 'V60',
      phone: '07700 900777^PRN^CP^new@example.org',
    });
    server.setTime(after(120 * DAY));
    await feed(server, hospital, {
      event: 'A03',
      at: stamp(120 * DAY),
      patient: 'P1',
      visit: 'V120',
      phone: '07700 900777^PRN^CP^new@example.org',
    });
    await server.runJobs();
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: no_consent');
  });

  it('a consent is of the person, and not of everybody with the address', async () => {
    await state('surveys', 'consent');
    await discharge();
    await record(await patientId());
    server.setTime(after(60 * DAY));
    await feed(server, hospital, {
      event: 'A03',
      at: stamp(60 * DAY),
      patient: 'RELATIVE',
      family: 'Other',
      visit: 'R1',
      phone: `07700 900777^PRN^CP^${EMAIL}`,
    });
    await server.runJobs();
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: no_consent');
  });

  it('an opt-out prevails, and taking it back leaves the consent in force', async () => {
    await state('surveys', 'consent');
    await discharge();
    await record(await patientId());
    await discharge(60);
    const page = new URL(server.gateways.emails.at(-1)?.unsubscribeUrl ?? '').pathname;
    await server.call({ method: 'POST', url: page, headers: FORM, payload: 'List-Unsubscribe=One-Click' });
    expect((await discharge(120)).at(-1)).toBe('suppressed: opted_out');
    await server.call({ method: 'POST', url: `${page}?undo=1`, headers: FORM, payload: '' });
    expect((await discharge(180)).at(-1)).toBe('sent');
  });

  it('a consent that is given twice, even at once, is one; and one that nobody gave cannot be withdrawn', async () => {
    await discharge();
    const id = await patientId();
    const answers = await Promise.all([record(id), record(id)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await ledger()).toHaveLength(1);
    expect((await record(id, { purpose: 'care', agreed: false })).status).toBe(409);
    expect((await record(id, { given_on: '2999-01-01' })).body.errors).toHaveProperty('given_on');
    expect((await record(id, { manner: 'owl' })).body.errors).toHaveProperty('manner');
    expect((await record(id, { note: '' })).body.errors).toHaveProperty('note');
  });

  it('an erased person has consented to nothing any more', async () => {
    await state('surveys', 'consent');
    await discharge();
    const id = await patientId();
    await record(id);
    await call('POST', '/persons/erase', { person: { patient_id: id, reason: 'A letter' } });
    expect(await within(server, hospital, (tx) => tx.selectFrom('consents').selectAll().execute())).toEqual([]);
    expect(await ledger()).toMatchObject([{ change: 'agreed', address: null, note: null }]);
  });

  it('two contacts that are merged keep the consent', async () => {
    const create = async (contact: object): Promise<number> =>
      (await call('POST', '/contacts', { contact })).body.data.id;
    const [kept, other] = [
      await create({ name: 'Una', email: 'una@example.org' }),
      await create({ name: 'Una T.', email: 'una@example.org' }),
    ];
    const consent = { purpose: 'broadcasts', channel: 'email', agreed: true, manner: 'phone', given_on: '2026-01-05' };
    await call('POST', `/contacts/${other}/consent`, { consent: { ...consent, note: 'Called us' } });
    await call('POST', `/contacts/${kept}/merge`, { merge: { contact_id: other } });
    await state('broadcasts', 'consent');
    const { purposes } = (await call('GET', `/contacts/${kept}/opt_outs`)).body.data;
    expect(purposes).toContainEqual({ purpose: 'broadcasts', basis: 'consent', channel: 'email', agreed: true });
  });
});

describe('the page of preferences', () => {
  /** Returns the page of somebody who was sent a survey before consent was asked for. */
  async function pageOfSomebody(): Promise<string> {
    await discharge();
    return `${new URL(server.gateways.emails.at(-1)?.unsubscribeUrl ?? '').pathname}/preferences`;
  }
  const read = async (page: string, language = 'en') =>
    String((await server.call({ url: `${page}?lang=${language}` })).body);
  /** Presses the button about surveys by e-mail. */
  async function press(page: string, language = 'en', fields: Record<string, string> = {}) {
    const form = (await read(page, language))
      .split('<form')
      .find((part) => part.includes('value="surveys"') && part.includes('value="email"'));
    const inputs = [...(form ?? '').matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => [
      / name="(\w+)"/.exec(tag)?.[1] ?? '',
      / value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]);
    return server.call({
      method: 'POST',
      url: `${page}?lang=${language}`,
      headers: FORM,
      payload: new URLSearchParams({ ...Object.fromEntries(inputs), ...fields }).toString(),
    });
  }

  it('asks for no consent where none is needed', async () => {
    const page = await pageOfSomebody();
    expect(await read(page)).not.toContain('I agree');
    await state('surveys', 'legitimate_interests');
    expect(await read(page)).not.toContain('I agree');
  });

  it('takes the consent in the words and the language that were shown, and its withdrawal', async () => {
    const page = await pageOfSomebody();
    await state('surveys', 'consent');
    expect(await read(page)).toContain('Questions about how your visit went');
    expect((await discharge(60)).at(-1)).toBe('suppressed: no_consent');
    const agreed = await press(page, 'fr');
    expect([agreed.status, agreed.headers['location']]).toEqual([303, `${page}?lang=fr&done=email-surveys`]);
    expect(await server.call({ url: String(agreed.headers['location']) })).toMatchObject({
      body: expect.stringContaining('Vous avez accepté que nous vous envoyions cela.'),
    });
    expect((await discharge(120)).at(-1)).toBe('sent');
    await press(page);
    expect((await discharge(180)).at(-1)).toBe('suppressed: no_consent');
    const entries = await ledger();
    const shared = { purpose: 'surveys', source: 'preferences', channel: 'email', address: EMAIL, user_id: null };
    expect(entries).toMatchObject([
      { ...shared, change: 'agreed', language: 'fr' },
      { ...shared, change: 'withdrew', language: 'en' },
    ]);
    expect(entries[0]?.wording).toMatch(/E-mail\nQuestions sur .*\nNous ne vous envoyons cela que .*\nJ’accepte$/);
  });

  it('takes no consent in words that were not read, nor for another purpose than the signed one', async () => {
    const page = await pageOfSomebody();
    await state('surveys', 'consent');
    const unread = await press(page, 'en', { words: 'of-yesterday' });
    expect([unread.status, String(unread.body)]).toEqual([409, expect.stringContaining('Please read it again.')]);
    expect((await press(page, 'en', { purpose: 'care' })).status).toBe(409);
    expect((await press(page, 'en', { purpose: 'marketing' })).status).toBe(409);
    expect(await ledger()).toEqual([]);
  });

  it('asks in all languages of the portal', async () => {
    const page = await pageOfSomebody();
    await state('care', 'consent');
    for (const words of ['ar أوافق', 'es Acepto', 'pl Wyrażam zgodę', 'ur میں راضی ہوں', 'fr J’accepte'])
      expect(await read(page, words.slice(0, 2))).toContain(words.slice(3));
  });
});
