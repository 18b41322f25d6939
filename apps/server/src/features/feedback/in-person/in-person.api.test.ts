import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../../platform/scope.ts';
import { GOOD_REPLY, submit } from '../../../testing/asked-patients.ts';
import { feed, insertContacts, within } from '../../../testing/builders.ts';
import { makeKioskHospital, type KioskHospital } from '../../../testing/outside/kiosk-tablet.ts';
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { addMember } from '../../mailing-lists/index.ts';

let server: TestServer;
let hospital: KioskHospital;
let nurse: TestUser;
let message: { id: number; patient_id: number };
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeKioskHospital(server);
});
beforeEach(async () => {
  nurse = await makeNurse();
  message = await admit();
});
afterAll(() => server.stop());

const makeNurse = () =>
  server.makeUser({ applications: [hospital.application], permissions: ['feedback.create'], locations: ['ASH'] });

/** Admits one more patient to ward ASH. Returns the message and its patient. */
async function admit(more: object = {}): Promise<{ id: number; patient_id: number }> {
  made += 1;
  await feed(server, hospital.application, {
    event: 'A01',
    patient: `P${made}`,
    visit: `V${made}`,
    given: 'Una',
    family: 'Inventwell',
    // Whoever has the same number counts as asked, too.
    phone: '',
    ...more,
  });
  return within(server, hospital.application, (tx) =>
    tx
      .selectFrom('hl7_messages')
      .select(['id', 'patient_id'])
      .orderBy('id', 'desc')
      .$narrowType<{ patient_id: number }>()
      .executeTakeFirstOrThrow(),
  );
}

const path = (rest: string) => `/hl7_messages/${message.id}/feedback${rest}`;
const person = async (user = nurse) => (await server.as(user)('GET', path('/person'))).body.data;
const start = (on: 'this_device' | 'own_phone', user = nurse, more: object = {}) =>
  server.as(user)('POST', path('/start'), { feedback: { patient_id: message.patient_id, on, ...more } });
const offers = () =>
  within(server, hospital.application, (tx) =>
    tx.selectFrom('invitations').selectAll().where('message_id', '=', message.id).execute(),
  );
const change = (table: 'patients' | 'visits', set: object) =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    table === 'patients'
      ? tx.updateTable('patients').set(set).where('id', '=', message.patient_id).execute()
      : tx.updateTable('visits').set(set).where('patient_id', '=', message.patient_id).execute(),
  );

/** Returns how many calls wait for a session that another transaction has locked. */
const countWaiting = () =>
  server.ctx.db.transaction(systemScope('example'), async (tx) => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%locked_at%'`.execute(tx);
    return rows.length;
  });

describe('before staff ask somebody', () => {
  it('shows who it is, as the application knows them now, and writes nothing', async () => {
    expect(await person()).toMatchObject({
      patient_id: message.patient_id,
      given_name: 'Una',
      family_name: 'Inventwell',
      birth_date: '1970-05-17',
      location: 'ASH',
      room: '1',
      bed: 'A',
      offer: null,
      refusal: null,
    });
    await change('visits', { bed: 'C' });
    expect((await person()).bed).toBe('C');
    expect(await offers()).toEqual([]);
  });

  it('does not say in which bed of another ward the patient is now', async () => {
    await change('visits', { location: 'BIRCH', bed: 'X' });
    expect(await person()).toMatchObject({ location: 'ASH', bed: null });
  });

  it('says that the patient has answered, also to staff who may not read answers, and offers no second survey', async () => {
    const { body } = await start('own_phone');
    expect((await submit(server, hospital, body.data.token as string, GOOD_REPLY)).status).toBe(201);
    const shown = await person();
    expect(shown.offer).toMatchObject({ state: 'answered', answered_at: expect.any(String) });
    expect(JSON.stringify(shown)).not.toContain('option');
    expect((await start('this_device')).status).toBe(409);
    // Nothing was handed over, so nothing is locked.
    expect((await server.as(nurse)('GET', path('/person'))).status).toBe(200);
  });

  it('refuses for the reasons of the gate, and lets staff overrule only that somebody was asked lately', async () => {
    const refusals = [
      ['deceased', 'patients', { deceased: true }],
      ['identity_in_doubt', 'patients', { identity_in_doubt: true }],
      ['protected', 'patients', { protected: true }],
      ['event_cancelled', 'visits', { state: 'cancelled' }],
    ] as const;
    for (const [refusal, table, set] of refusals) {
      message = await admit();
      await change(table, set);
      expect((await person()).refusal).toBe(refusal);
      expect((await start('this_device', nurse, { again: true })).status).toBe(409);
      expect(await offers()).toEqual([]);
    }
    message = await admit();
    const { token } = (await start('own_phone')).body.data;
    await submit(server, hospital, token as string, GOOD_REPLY);
    const { patient_id } = message;
    message = await admit({ patient: `P${made}`, visit: `again${made}` });
    expect(message.patient_id).toBe(patient_id);
    expect((await person()).refusal).toBe('asked_lately');
    expect((await start('own_phone')).status).toBe(409);
    expect((await start('own_phone', nurse, { again: true })).status).toBe(201);
  });

  it('refuses another patient than the one whom staff confirmed', async () => {
    const { status, body } = await start('this_device', nurse, { patient_id: message.patient_id + 1 });
    expect([status, body.message]).toEqual([409, expect.stringContaining('another patient')]);
    expect((await start('this_device', nurse, { patient_id: undefined })).status).toBe(422);
    expect(await offers()).toEqual([]);
  });
});

describe('a device that is handed over', () => {
  it('is locked for the staff at once, until the password is given, and the patient answers without their session', async () => {
    const other = await makeNurse();
    const { status, body, headers } = await start('this_device');
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    for (const address of ['/hl7_messages', path('/person'), '/contacts', '/account'])
      expect((await server.as(nurse)('GET', address)).status).toBe(423);
    expect((await server.as(other)('GET', path('/person'))).status).toBe(200);
    const page = await server.call({ url: `/feedback/${body.data.token}?message=${message.id}` });
    expect(page.status).toBe(200);
    for (const secret of ['Una', 'Inventwell', '1970', nurse.name]) expect(page.body).not.toContain(secret);
    expect(page.body).toContain(`href="/messages/${message.id}"`);
    expect((await submit(server, hospital, body.data.token as string, GOOD_REPLY)).status).toBe(201);
    expect((await server.as(nurse)('GET', path('/person'))).status).toBe(423);
    expect((await server.as(nurse)('POST', '/session/unlock', { password: 'a guess' })).status).toBe(422);
    expect((await server.as(nurse)('POST', '/session/unlock', { password: PASSWORD })).status).toBe(200);
    expect((await person()).offer.state).toBe('answered');
  });

  it('is locked in the transaction of the offer: until the lock is stored, there is no offer', async () => {
    const started = await server.ctx.db.transaction(systemScope('example'), async (tx) => {
      await sql`select from sessions where user_id = ${nurse.id} for update`.execute(tx);
      const starting = start('this_device');
      await expect.poll(countWaiting, { timeout: 5000 }).toBe(1);
      expect(await offers()).toEqual([]);
      return { starting };
    });
    expect((await started.starting).status).toBe(201);
    expect(await offers()).toHaveLength(1);
  });

  it('gives whoever has its link nothing but the survey', async () => {
    const { token } = (await start('this_device')).body.data as { token: string };
    const thief = { headers: { authorization: `Bearer ${token}` } };
    for (const address of ['/hl7_messages', path('/person'), '/session', '/account', '/contacts'])
      expect((await server.as(thief)('GET', address)).status).toBe(401);
    expect((await server.as(thief)('POST', '/session/unlock', { password: PASSWORD })).status).toBe(401);
    const other = await admit();
    expect((await server.call({ url: `/messages/${other.id}/feedback/${token}` })).body).not.toContain('Una');
  });

  it('may be handed over again: the patient goes on with the same survey', async () => {
    const first = (await start('this_device')).body.data;
    await server.as(nurse)('POST', '/session/unlock', { password: PASSWORD });
    const second = (await start('this_device')).body.data;
    expect(second.token).toBe(first.token);
    expect(await offers()).toHaveLength(1);
    expect((await server.as(nurse)('GET', '/session')).body.locked).toBe(true);
  });

  it('may be two at once: one survey, both sessions locked, and the first answers count', async () => {
    const other = await makeNurse();
    const both = await Promise.all([start('this_device', nurse), start('this_device', other)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(both.map(({ body }) => body.data.token as string)).size).toBe(1);
    expect(await offers()).toMatchObject([{ way: 'bedside' }]);
    for (const user of [nurse, other]) expect((await server.as(user)('GET', path('/person'))).status).toBe(423);
    const token = both[0]?.body.data.token as string;
    const answers = await Promise.all([
      submit(server, hospital, token, GOOD_REPLY),
      submit(server, hospital, token, GOOD_REPLY),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe('a phone of one’s own', () => {
  it('gets the patient’s own link, which ends, and the session of the staff stays open', async () => {
    const { token, link, expires_at } = (await start('own_phone')).body.data;
    expect(link).toBe(`http://wardvoice.test/feedback/${token}`);
    expect(new Date(expires_at as string).getTime()).toBeGreaterThan(Date.now());
    expect(await offers()).toMatchObject([{ expires_at: new Date(expires_at as string) }]);
    expect((await person()).offer).toMatchObject({ state: 'open', begun_at: null });
  });

  it('shows staff when the survey was begun and answered, and no answers', async () => {
    const { token } = (await start('own_phone')).body.data as { token: string };
    const draft = { feedback: { responses: hospital.responses({ overall: 'Poor' }) } };
    await server.call({ method: 'PUT', url: `/api/v1/feedback/${token}/draft`, payload: draft });
    const begun = await person();
    expect(begun.offer).toMatchObject({ state: 'begun', begun_at: expect.any(String), answered_at: null });
    expect(JSON.stringify(begun)).not.toContain('Poor');
    await submit(server, hospital, token, GOOD_REPLY);
    expect((await person()).offer.state).toBe('answered');
  });
});

describe('somebody of a list', () => {
  const makeContact = (contact: object) =>
    within(server, hospital.application, async (tx) => {
      const [id] = await insertContacts(tx, hospital.application, [{ name: 'Otto Madeup', ...contact }]);
      await addMember(tx, hospital.application.id, hospital.listId, id);
      return id;
    });
  const list = () => `/mailing_list/${hospital.listId}/feedback`;
  const contactHere = async (id: number, user = hospital.starter) =>
    (await server.as(user)('GET', `${list()}/contacts/${id}?survey_id=${hospital.surveyId}`)).body.data;
  const ask = (contact_id: number, user: TestUser, more: object = {}) =>
    server.as(user)('POST', list(), { feedback: { survey_id: hospital.surveyId, contact_id, ...more } });

  it('is shown with the facts of the patient whom the contact stands for, and their bed', async () => {
    const id = await makeContact({ external_id: `P${made}` });
    expect(await contactHere(id)).toMatchObject({
      contact_id: id,
      name: 'Otto Madeup',
      family_name: 'Inventwell',
      birth_date: '1970-05-17',
      location: 'ASH',
      bed: 'A',
      offer: null,
      refusal: null,
    });
    const stranger = await makeContact({ phone: '+447700900199' });
    expect(await contactHere(stranger)).toMatchObject({ patient_id: null, birth_date: null, phone: '+447700900199' });
  });

  it('answers on a device whose session is locked, or on a phone of their own', async () => {
    const user = await server.makeUser({ applications: [hospital.application], permissions: ['feedback.create'] });
    const id = await makeContact({});
    const phone = (await ask(id, user, { on: 'own_phone' })).body.data;
    expect(phone.link).toContain(phone.token);
    expect((await contactHere(id, user)).offer.state).toBe('open');
    const device = (await ask(id, user, { on: 'this_device' })).body.data;
    expect(device.token).toBe(phone.token);
    expect((await server.as(user)('GET', list())).status).toBe(423);
    await submit(server, hospital, device.token as string, GOOD_REPLY);
    expect(await contactHere(id)).toMatchObject({ offer: { state: 'answered' }, refusal: 'asked_lately' });
  });

  it('who has died is not asked, and no device is locked', async () => {
    const id = await makeContact({ external_id: `P${made}` });
    await change('patients', { deceased: true });
    expect((await contactHere(id)).refusal).toBe('deceased');
    const { status, body } = await ask(id, hospital.starter, { on: 'this_device', again: true });
    expect([status, body.message]).toEqual([409, 'This patient has died.']);
    expect((await server.as(hospital.starter)('GET', list())).status).toBe(200);
  });
});
