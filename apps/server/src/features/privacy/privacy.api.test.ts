import { webhooks } from '@wardvoice/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, insertContacts, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { receiveText } from '../consent/index.ts';
import { applyRetention } from '../retention/index.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let officer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  officer = await server.makeUser({
    applications: [hospital],
    permissions: [
      'messages.list',
      'cases.update',
      'feedback.list',
      'feedback.update',
      'audit.list',
      'persons.export',
      'persons.erase',
      'persons.hold',
    ],
  });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, user = officer) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });
const erase = (who: object, user = officer) =>
  call('POST', '/persons/erase', { person: { reason: 'A letter of 3 May', ...who } }, user);

const ZEBULON = {
  family: 'Quimbelle',
  given: 'Zebulon',
  born: '19700317',
  patient: 'ZQ-770077',
  visit: 'ZQ-STAY-1',
  phone: '07700 955901^PRN^CP^zebulon@quimbelle.example',
};
const SOMEBODY_ELSE = {
  ...ZEBULON,
  patient: 'OTHER-1',
  visit: 'OTHER-STAY',
  family: 'Marrow',
  given: 'Iris',
  born: '19450101',
};
/** Matches every value of his, also as the bytes of a message are shown by PostgreSQL. */
const WORDS = ['quimbelle', 'zebulon', 'zq-770077', 'zq-775511', 'zq-stay', '955901', 'never forget the soup'];
const patterns = WORDS.flatMap((word) =>
  [word, word.toUpperCase(), `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`].flatMap((spelling) => [
    spelling,
    Buffer.from(spelling).toString('hex'),
  ]),
);
const HIS = new RegExp(patterns.join('|').replaceAll('-', String.raw`\-`), 'i');

/** A webhook is told of everything that happens from now on. Nothing is sent there. */
const addWebhook = () =>
  within(server, hospital, (tx) =>
    tx
      .insertInto('webhooks')
      .values({
        application_id: hospital.id,
        url: 'https://receiver.example/hook',
        events: [...webhooks.EVENT_TYPES],
        secret: Buffer.alloc(32),
        created_at: NOON,
      })
      .execute(),
  );

/** He was in hospital, was asked, answered badly, texted, was merged, doubted, listed and imported. */
async function admitZebulon(): Promise<{ patientId: number; contactId: number; relativeId: number }> {
  await addWebhook();
  await feed(
    server,
    hospital,
    { ...ZEBULON, event: 'A28', without: ['PV1'], patient: 'ZQ-775511' },
    { ...ZEBULON, event: 'A01', at: stamp(-3 * HOUR) },
    { ...ZEBULON, event: 'A40', without: ['PV1'], more: ['MRG|ZQ-775511^^^HOSP^MR'] },
    { ...ZEBULON, event: 'A03', at: stamp(-HOUR) },
  );
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Zebulon will never forget the soup');
  await server.runJobs();
  const ids = await within(server, hospital, async (tx) => {
    const own = { application_id: hospital.id };
    const { id: patientId } = await tx
      .selectFrom('patients')
      .select('id')
      .where('identifier', '=', 'ZQ-770077')
      .executeTakeFirstOrThrow();
    const [contactId, relativeId] = await insertContacts(tx, hospital, [
      { name: 'Zebulon Quimbelle', external_id: 'ZQ-770077', email: 'zebulon@quimbelle.example' },
      { name: 'A relative', phone: '+447700955901' },
    ]);
    const { id: listId } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: 'a list' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const members = [contactId, relativeId].map((contact_id) => ({ ...own, mailing_list_id: listId, contact_id }));
    await tx.insertInto('mailing_list_contacts').values(members).execute();
    const file = (state: string) => ({ ...own, mailing_list_id: listId, state, file_name: 'quimbelle.csv' });
    const preview = JSON.stringify({
      header: ['name', 'phone'],
      rows: [
        { line: 2, cells: ['Zebulon Quimbelle', '07700 955901'] },
        { line: 3, cells: ['Ada Lane', ''] },
      ],
    });
    const { id: importId } = await tx
      .insertInto('contact_imports')
      .values({ ...file('finished'), preview })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('contact_import_errors')
      .values([
        {
          ...own,
          import_id: importId,
          line: 4,
          problem: 'email_invalid',
          cells: JSON.stringify(['Quimbelle', 'Zebulon', 'z']),
        },
        { ...own, import_id: importId, line: 5, problem: 'email_invalid', cells: JSON.stringify(['Lane', 'Ada', 'a']) },
      ])
      .execute();
    const view = { ...own, list: '/patients/index', user_id: null };
    await tx
      .insertInto('saved_views')
      .values([
        { ...view, name: 'Him', address: 'term=quimbelle', words: 'quimbelle' },
        { ...view, name: 'Zebulon Quimbelle', address: 'sort=-id', words: '' },
        { ...view, name: 'Her', address: 'term=Marrow', words: 'Marrow' },
      ])
      .execute();
    const { id: waitingId } = await tx
      .insertInto('contact_imports')
      .values(file('uploaded'))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('contact_import_chunks')
      .values({ ...own, import_id: waitingId, position: 0, bytes: Buffer.from('name\nZebulon Quimbelle\n') })
      .execute();
    await tx
      .insertInto('message_imports')
      .values({
        ...own,
        file_name: 'ZQ-770077.hl7',
        state: 'finished',
        total: 1,
        started_at: NOON,
        moved_at: NOON,
        finished_at: NOON,
      })
      .execute();
    return { patientId, contactId: contactId, relativeId: relativeId };
  });
  await textFromZebulon('I want to die. Zebulon');
  await textFromZebulon('STOP, says Zebulon');
  await server.runJobs();
  return ids;
}

const textFromZebulon = (text: string) =>
  receiveText(server.ctx, {
    channel: 'sms',
    from: '+447700955901',
    text,
    gatewayMessageId: null,
    origin: { applicationId: hospital.id },
  });

/** A colleague notes something about his answers, and tags them with his name. */
async function noteAboutAnswers(): Promise<void> {
  const [{ id }] = (await call('GET', '/feedback')).body.data;
  await call('POST', `/feedback/records/${id}/notes`, { note: { text: 'Zebulon Quimbelle wants to be called.' } });
  await call('PUT', `/feedback/records/${id}`, { feedback: { add_tags: ['Quimbelle'] } });
}

async function closeCases(): Promise<void> {
  const cases = await within(server, hospital, (tx) =>
    tx.selectFrom('cases').select('id').where('state', '<>', 'closed').execute(),
  );
  for (const { id } of cases)
    for (const action of ['claim', 'contact', 'close'])
      await call('PUT', `/cases/${id}`, { case: { action, note: 'Zebulon Quimbelle was called' } });
}

/**
 * Lists the tables, of any schema, in which something of the hospital, or of no application, matches. The whole row is
 * searched.
 */
async function findTablesWith(pattern: RegExp): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.superuserConnectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t
         where coalesce(to_jsonb(t) ->> 'application_id', $1) = $1`,
        [String(hospital.id)],
      );
      if (rows.some(({ row }) => pattern.test(row))) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

describe('a person who is erased', () => {
  it('is in no table any more, nobody else is touched, and a certificate says what was erased', async () => {
    const { patientId, relativeId } = await admitZebulon();
    const other = { ...SOMEBODY_ELSE, phone: '07700 900999^PRN^CP^iris@marrow.example' };
    await feed(server, hospital, { ...other, event: 'A03', at: stamp(-HOUR) });
    await closeCases();
    await noteAboutAnswers();
    const before = await findTablesWith(HIS);
    const told = await within(server, hospital, (tx) => tx.selectFrom('webhook_events').select('type').execute());
    expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['survey.answered', 'case.opened']));
    expect(before).not.toContain('public.webhook_events');
    expect(before).toEqual(
      expect.arrayContaining(
        [
          'patients',
          'patient_identifiers',
          'hl7_messages',
          'visits',
          'contacts',
          'deliveries',
          'invitations',
          'feedback_answers',
          'feedback_notes',
          'feedback',
          'cases',
          'case_steps',
          'inbound_texts',
          'opt_outs',
          'consent_events',
          'patient_merges',
          'contact_imports',
          'contact_import_errors',
          'message_imports',
          'saved_views',
        ].map((table) => `public.${table}`),
      ),
    );
    const preview = (await call('GET', `/persons/erasure?patient_id=${patientId}`)).body.data;
    expect(preview).toMatchObject({ obstacles: [], keeps_number: false, is_in_hospital: false });
    expect(preview.same_address.map(({ id }: Json) => id)).toEqual([relativeId]);
    const { status, body } = await erase({ patient_id: patientId, contact_ids: [relativeId] });
    expect([status, body.data]).toMatchObject([
      201,
      {
        patient_id: patientId,
        reason: 'A letter of 3 May',
        erased: {
          patients: 2,
          contacts: 2,
          visits: 1,
          answers: expect.any(Number),
          cases: 2,
          imports: 4,
        },
        kept: ['figures', 'audit', 'opt_out'],
      },
    ]);
    expect(await findTablesWith(HIS)).toEqual([]);
    expect(await findTablesWith(/Marrow/)).toEqual(
      expect.arrayContaining(['public.patients', 'public.hl7_messages', 'public.saved_views']),
    );
    expect(await findTablesWith(/Ada Lane|"Lane"/)).toEqual(['public.contact_import_errors', 'public.contact_imports']);
    const scores = await within(server, hospital, (tx) => tx.selectFrom('feedback').select('score').execute());
    expect(scores).toEqual([{ score: expect.any(Number) }]);
    const [listed] = (await call('GET', '/erasures')).body.data;
    expect(listed).toEqual(body.data);
    expect(String((await call('GET', '/erasures.csv')).body)).toContain('A letter of 3 May');
    const entries = (await call('GET', '/audit?action=erase')).body.data;
    expect(entries).toMatchObject([{ record_type: 'persons', patient_ids: [patientId], user_id: officer.id }]);
  });

  it('whose address is told again by the feed is not written to, until they want it again', async () => {
    const { patientId } = await admitZebulon();
    await closeCases();
    // A relative has the same number, which stays with the opt-out that is known of it.
    await within(server, hospital, (tx) => tx.deleteFrom('contacts').where('name', '=', 'A relative').execute());
    expect((await erase({ patient_id: patientId })).status).toBe(201);
    server.setTime(after(120 * DAY));
    const again = { ...ZEBULON, phone: '07700 955901^PRN^CP', visit: 'ZQ-2' };
    await feed(server, hospital, { ...again, event: 'A03', at: stamp(120 * DAY - HOUR) });
    expect((await fates(server, hospital)).at(-1)).toBe('suppressed: opted_out');
    await textFromZebulon('START');
    server.setTime(after(240 * DAY));
    await feed(server, hospital, { ...again, visit: 'ZQ-3', event: 'A03', at: stamp(240 * DAY - HOUR) });
    expect((await fates(server, hospital)).at(-1)).not.toBe('suppressed: opted_out');
  });

  it('is not sent what was scheduled, and the open link is closed', async () => {
    const waiting = await makeAskingApplication(server, { delay: 60 });
    const eraser = await server.makeUser({ applications: [waiting], permissions: ['persons.erase'] });
    await feed(server, waiting, { ...ZEBULON, event: 'A03', at: stamp(-HOUR) });
    expect(await fates(server, waiting)).toEqual(['scheduled']);
    const { id } = await within(server, waiting, (tx) =>
      tx.selectFrom('patients').select('id').executeTakeFirstOrThrow(),
    );
    expect((await erase({ patient_id: id }, eraser)).status).toBe(201);
    server.setTime(after(5 * HOUR));
    await server.runJobs();
    expect(await fates(server, waiting)).toEqual(['suppressed: no_address']);
    const [invitation] = await within(server, waiting, (tx) => tx.selectFrom('invitations').selectAll().execute());
    expect(invitation?.withdrawn_at ?? NOON).toBeInstanceOf(Date);
  });

  it('keeps the number when the person has died, so that nobody writes to the family', async () => {
    await feed(server, hospital, { ...ZEBULON, event: 'A03', at: stamp(-HOUR), disposition: '20' });
    const { id } = await within(server, hospital, (tx) =>
      tx.selectFrom('patients').select('id').executeTakeFirstOrThrow(),
    );
    expect((await call('GET', `/persons/erasure?patient_id=${id}`)).body.data.keeps_number).toBe(true);
    expect((await erase({ patient_id: id })).body.data.kept).toContain('number_of_the_dead');
    await feed(server, hospital, { ...ZEBULON, visit: 'LATE', event: 'A03', at: stamp(-HOUR) });
    expect(await fates(server, hospital)).toEqual(['suppressed: deceased', 'suppressed: deceased']);
  });

  it('may be a contact who is no patient', async () => {
    const [id] = await within(server, hospital, (tx) =>
      insertContacts(tx, hospital, [{ name: 'Zebulon Quimbelle', email: 'zebulon@quimbelle.example' }]),
    );
    expect((await erase({ contact_id: id })).body.data).toMatchObject({ patient_id: null, erased: { contacts: 1 } });
    expect(await within(server, hospital, (tx) => tx.selectFrom('contacts').selectAll().execute())).toEqual([]);
    expect((await erase({ contact_id: id })).status).toBe(404);
  });
});

describe('an erasure is refused', () => {
  it('while a case is open, which it names, and while a message waits', async () => {
    const { patientId } = await admitZebulon();
    const preview = (await call('GET', `/persons/erasure?patient_id=${patientId}`)).body.data;
    expect(preview.obstacles).toEqual(['open_case']);
    expect(preview.open_case_ids).toHaveLength(2);
    expect(await erase({ patient_id: patientId })).toMatchObject({ status: 409, body: { message: /Close it first/ } });
    await closeCases();
    await server.receive(adt({ ...ZEBULON, facility: hospital.facility, event: 'A08' }));
    const refused = await erase({ patient_id: patientId });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('not processed yet')]);
    await server.processAll();
    expect((await erase({ patient_id: patientId })).status).toBe(201);
  });

  it('while something is being sent to the person, and while a file of contacts is imported', async () => {
    const { patientId } = await admitZebulon();
    await closeCases();
    const { id } = await within(server, hospital, (tx) =>
      tx.selectFrom('deliveries').select('id').where('purpose', '=', 'survey').executeTakeFirstOrThrow(),
    );
    const becomes = (state: string) =>
      within(server, hospital, (tx) => tx.updateTable('deliveries').set({ state }).where('id', '=', id).execute());
    await becomes('sending');
    await within(server, hospital, (tx) =>
      tx.updateTable('contact_imports').set({ state: 'queued' }).where('state', '=', 'uploaded').execute(),
    );
    const refused = await erase({ patient_id: patientId });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Something is being sent to this person. Try again in a minute. A file of contacts is being imported. Try again when it is done.',
    ]);
    expect((await call('GET', `/persons/erasure?patient_id=${patientId}`)).body.data.obstacles).toEqual([
      'sending',
      'import_running',
    ]);
    await becomes('sent');
    await within(server, hospital, (tx) => tx.deleteFrom('contact_imports').where('state', '=', 'queued').execute());
    expect((await erase({ patient_id: patientId })).status).toBe(201);
  });

  it('without a reason, for nobody, for two, for a contact that has another address, and by whoever sees some wards', async () => {
    const { patientId } = await admitZebulon();
    expect((await erase({ patient_id: patientId, reason: ' ' })).body.errors).toHaveProperty('reason');
    expect((await erase({})).body.errors).toHaveProperty('patient_id');
    expect((await erase({ patient_id: patientId, contact_id: 1 })).status).toBe(422);
    expect((await erase({ patient_id: patientId, contact_ids: [999_999] })).body.errors).toHaveProperty('contact_ids');
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['persons.erase', 'persons.export'],
      locations: ['ASH'],
    });
    expect((await erase({ patient_id: patientId }, nurse)).status).toBe(403);
    expect((await call('GET', `/persons/export?patient_id=${patientId}`, undefined, nurse)).status).toBe(403);
    const elsewhere = await server.makeApplication();
    const stranger = await server.makeUser({
      applications: [elsewhere],
      permissions: ['persons.erase', 'persons.export'],
    });
    expect((await erase({ patient_id: patientId }, stranger)).status).toBe(404);
    expect((await call('GET', `/persons/export?patient_id=${patientId}`, undefined, stranger)).status).toBe(404);
  });

  it('twice at once: one is carried out, and the other finds nothing but the empty record', async () => {
    const { patientId } = await admitZebulon();
    await closeCases();
    const both = await Promise.all([erase({ patient_id: patientId }), erase({ patient_id: patientId })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.map(({ body }) => body.data.erased.contacts ?? 0).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await findTablesWith(/zq-770077/i)).toEqual([]);
  });
});

describe('a legal hold', () => {
  it('keeps a patient from being erased, by a person and by retention, until it is released', async () => {
    const { patientId } = await admitZebulon();
    await closeCases();
    const hold = { legal_hold: { reason: 'A claim of 3 May' } };
    expect((await call('POST', `/patients/${patientId}/legal_hold`, hold)).body.data).toMatchObject({
      patient_id: patientId,
      family_name: 'Quimbelle',
      released_at: null,
    });
    expect((await call('POST', `/patients/${patientId}/legal_hold`, hold)).status).toBe(409);
    const refused = await erase({ patient_id: patientId });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('legal hold')]);
    await within(server, hospital, (tx) =>
      tx
        .updateTable('applications')
        .set({ raw_retention_days: 30, personal_retention_days: 60 })
        .where('id', '=', hospital.id)
        .execute(),
    );
    server.setTime(after(100 * DAY));
    await applyRetention(server.ctx);
    const raw = () =>
      within(server, hospital, (tx) =>
        tx.selectFrom('hl7_messages').select(['raw', 'family_name']).where('patient_id', '=', patientId).execute(),
      );
    expect((await raw()).every((message) => message.raw.length > 100 && message.family_name === 'Quimbelle')).toBe(
      true,
    );
    server.setTime(NOON);
    const release = { legal_hold: { reason: 'It is settled' } };
    expect((await call('PUT', `/patients/${patientId}/legal_hold/release`, release)).status).toBe(200);
    expect((await call('PUT', `/patients/${patientId}/legal_hold/release`, release)).status).toBe(409);
    expect((await call('GET', `/legal_holds?patient_id=${patientId}`)).body.data).toMatchObject([
      { reason: 'A claim of 3 May', release_reason: 'It is settled', held_by_name: expect.any(String) },
    ]);
    expect((await call('GET', '/legal_holds?standing=1')).body.data).toEqual([]);
    server.setTime(after(100 * DAY));
    await applyRetention(server.ctx);
    expect((await raw()).every((message) => message.raw.length === 0 && message.family_name === null)).toBe(true);
  });
});

describe('an export', () => {
  it('has everything about the person, nothing of others, no key, and stands in the audit', async () => {
    const { patientId, contactId } = await admitZebulon();
    await feed(server, hospital, { ...SOMEBODY_ELSE, event: 'A03', at: stamp(-HOUR), phone: '' });
    const { status, body } = await call('GET', `/persons/export?patient_id=${patientId}`);
    expect(status).toBe(200);
    const { records } = body.data;
    expect(Object.keys(records)).toEqual([
      'patients',
      'identifiers',
      'visits',
      'messages',
      'contacts',
      'lists',
      'surveys_offered',
      'deliveries',
      'answers',
      'cases',
      'texts',
      'opt_outs',
      'merges',
    ]);
    expect(records.messages[0].raw).toContain('Quimbelle^Zebulon');
    expect(JSON.stringify(records.answers)).toContain('never forget the soup');
    expect(JSON.stringify(body)).not.toMatch(/Marrow|token_hash|public_id|idempotency_key/);
    const viaContact = (await call('GET', `/persons/export?contact_id=${contactId}`)).body.data;
    expect(viaContact.records.contacts).toHaveLength(1);
    const [entry] = (await call('GET', '/audit?action=export')).body.data;
    expect(entry).toMatchObject({ record_type: 'persons', user_id: officer.id });
  });
});
