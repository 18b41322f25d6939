import { ehrLaunch } from '@wardvoice/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { feed, makeSurvey } from '../../testing/builders.ts';
import { startEhr } from '../../testing/outside/ehr.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { meetEhr } from './ask-ehr.ts';
import type { EhrConnection } from './index.ts';

const SYSTEM = 'urn:oid:2.16.840.1.113883.2.1.4.1';

let ehr: Awaited<ReturnType<typeof startEhr>>;
let second: Awaited<ReturnType<typeof startEhr>>;
let settings: EhrConnection;
let server: TestServer;
let hospital: TestApplication;
let nurse: TestUser;

beforeAll(async () => {
  ehr = await startEhr();
  second = await startEhr({ isPublic: true, speaksV2: false });
  settings = ehr.settings({ applicationId: 1, patientSystem: SYSTEM, patientAuthority: 'HOSP' });
  const other = second.settings({ number: 2, applicationId: 1, patientSystem: SYSTEM, patientAuthority: 'HOSP' });
  server = await startTestServer({ ehrs: [settings, other] });
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  settings.applicationId = hospital.id;
  nurse = await server.makeUser({ applications: [hospital], permissions: ['feedback.create'] });
});
afterAll(async () => {
  await server.stop();
  await ehr.stop();
  await second.stop();
});

const open = (query: Record<string, string>) =>
  server.call({ method: 'GET', url: `${ehrLaunch.EHR_LAUNCH}?${new URLSearchParams(query).toString()}` });

/** Opens a record's application, and goes to the record system and back as a browser does. Returns its cookie. */
async function goThere(
  patient: string | null,
  { at = ehr, encounter = null }: { at?: typeof ehr; encounter?: string | null } = {},
) {
  const left = await open({ iss: at.issuer, launch: at.launch(patient, encounter) });
  const [cookie = ''] = String(left.headers['set-cookie']).split(';');
  expect(String(left.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
  const there = await fetch(String(left.headers['location']), { redirect: 'manual' });
  expect(there.status).toBe(302);
  return { cookie, back: new URL(there.headers.get('location') ?? '') };
}
const comeBack = (back: URL, cookie: string) =>
  server.call({ method: 'GET', url: back.pathname + back.search, headers: { cookie } });
const finish = (cookie: string, user = nurse) =>
  server.call({ method: 'POST', url: '/api/v1/ehr_launches/finish', headers: { ...user.headers, cookie } });

async function launchWith(
  patient: string | null,
  options: { at?: typeof ehr; encounter?: string; user?: TestUser } = {},
) {
  const { cookie, back } = await goThere(patient, options);
  const landed = await comeBack(back, cookie);
  expect([landed.status, landed.headers['location']]).toEqual([302, '/ehr-launch']);
  return finish(cookie, options.user);
}

const recordOf = (value: string, birthDate = '1970-05-17') => ({
  identifier: [
    { system: 'urn:oid:1.2.3', value: 'another number' },
    { system: SYSTEM, value },
  ],
  birthDate,
});

async function admit(patient: string, more: object = {}): Promise<number> {
  await feed(server, hospital, { event: 'A01', patient, visit: patient, born: '19700517', ...more });
  const { body } = await server.as(await server.makeUser({ applications: [hospital], permissions: ['messages.list'] }))(
    'GET',
    '/hl7_messages',
  );
  return body.data[0].id;
}

const AGAIN = 'It is not known whose record was open. Open the survey from the record system again.';

describe('a launch from a record system', () => {
  it('leads staff to the survey of the patient whose record was open, once', async () => {
    const messageId = await admit('P1');
    await makeSurvey(server, hospital);
    ehr.addRecord('epic-1', recordOf('P1'));
    const { cookie, back } = await goThere('epic-1');
    await comeBack(back, cookie);
    const found = await finish(cookie);
    expect([found.status, found.body.data]).toEqual([200, { message_id: messageId }]);
    const person = await server.as(nurse)('GET', `/hl7_messages/${found.body.data.message_id}/feedback/person`);
    expect([person.status, person.body.data?.patient_identifier]).toEqual([200, 'P1']);
    const officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
    const { body } = await server.as(officer)('GET', `/audit?record_type=hl7_messages&user_id=${nurse.id}`);
    expect(body.data).toContainEqual(
      expect.objectContaining({ action: 'view', record_id: messageId, patient_ids: [expect.any(Number)] }),
    );
    expect((await finish(cookie)).body.message).toBe(AGAIN);
    expect(ehr.scopes.at(-1)).toBe('launch patient/Patient.rs');
  });

  it('works with a record system that knows no secret of ours and speaks the first version', async () => {
    const other = await startEhr({ isPublic: true, speaksV2: false });
    const own = other.settings({ applicationId: hospital.id, patientSystem: SYSTEM, patientAuthority: 'HOSP' });
    const at = await startTestServer({ ehrs: [own] });
    try {
      const there = await at.makeApplication();
      own.applicationId = there.id;
      await feed(at, there, { event: 'A01', patient: 'P7', born: '19700517' });
      other.addRecord('r7', recordOf('P7'));
      const left = await at.call({
        method: 'GET',
        url: `${ehrLaunch.EHR_LAUNCH}?iss=${encodeURIComponent(`${other.issuer}/`)}&launch=${other.launch('r7')}`,
      });
      const [cookie = ''] = String(left.headers['set-cookie']).split(';');
      const back = await fetch(String(left.headers['location']), { redirect: 'manual' });
      const { pathname, search } = new URL(back.headers.get('location') ?? '');
      await at.call({ method: 'GET', url: pathname + search, headers: { cookie } });
      const user = await at.makeUser({ applications: [there], permissions: ['feedback.create'] });
      const found = await at.call({
        method: 'POST',
        url: '/api/v1/ehr_launches/finish',
        headers: { ...user.headers, cookie },
      });
      expect([found.status, other.scopes]).toEqual([200, ['launch patient/Patient.read']]);
    } finally {
      await at.stop();
      await other.stop();
    }
  });

  it('takes the newest message of the stay that is open', async () => {
    await admit('P2', { visit: 'OLD' });
    await feed(server, hospital, { event: 'A03', patient: 'P2', visit: 'OLD' });
    const staying = await admit('P2', { visit: 'NEW' });
    await feed(server, hospital, { event: 'A03', patient: 'P2', visit: 'OLD' });
    ehr.addRecord('epic-2', recordOf('P2'));
    expect((await launchWith('epic-2')).body.data).toEqual({ message_id: staying });
  });

  it('leads to the stay that was open there, and to no other', async () => {
    settings.visitSystem = 'urn:oid:1.2.3.4';
    onTestFinished(() => void (settings.visitSystem = null));
    const ward = await admit('P9', { visit: 'WARD-1' });
    const clinic = await admit('P9', { visit: 'CLINIC-1' });
    await feed(server, hospital, { event: 'A08', patient: 'P9', visit: 'WARD-1' });
    ehr.addRecord('epic-20', recordOf('P9'));
    const stayOf = (id: string, value: string, patient = 'epic-20') =>
      ehr.addStay(id, patient, [
        { system: 'urn:oid:9.9', value: 'WARD-1' },
        { system: 'urn:oid:1.2.3.4', value },
      ]);
    stayOf('enc-1', 'CLINIC-1');
    stayOf('enc-2', 'WARD-1');
    stayOf('enc-3', 'UNHEARD-OF');
    stayOf('enc-4', 'WARD-1', 'epic-2');
    const idFor = async (encounter: string) =>
      Number((await launchWith('epic-20', { encounter })).body.data?.message_id);
    expect(await idFor('enc-1')).toBe(clinic);
    expect(await idFor('enc-2')).toBeGreaterThan(ward);
    expect(ehr.scopes.at(-1)).toBe('launch patient/Patient.rs patient/Encounter.rs');
    const unknown = await launchWith('epic-20', { encounter: 'enc-3' });
    expect([unknown.status, unknown.body.message]).toEqual([
      409,
      'The stay that was open in the record is not known here yet, or not from your wards. Look for the patient under Messages.',
    ]);
    // A stay of somebody else contradicts the record.
    expect((await launchWith('epic-20', { encounter: 'enc-4' })).body.message).toBe(AGAIN);
    // Where no stay is open there, or it has no such number, the newest message of an open stay is taken.
    expect((await launchWith('epic-20')).status).toBe(200);
    ehr.addStay('enc-5', 'epic-20', []);
    expect((await launchWith('epic-20', { encounter: 'enc-5' })).status).toBe(200);
  });

  it('says when the patient is not known here, or somebody else has the number', async () => {
    ehr.addRecord('epic-3', recordOf('NOBODY'));
    const unknown = await launchWith('epic-3');
    expect([unknown.status, unknown.body.message]).toEqual([
      409,
      'The patient of this record is not known here yet. Their first message from the feed is awaited.',
    ]);
    await admit('P3');
    ehr.addRecord('epic-4', recordOf('P3', '1950-01-02'));
    const other = await launchWith('epic-4');
    expect([other.status, other.body.message]).toEqual([
      409,
      'Here the number of this record belongs to a patient with another birth date. Nobody is asked: tell an administrator.',
    ]);
    // A birth date of which the record knows only the year contradicts nobody's.
    ehr.addRecord('epic-5', recordOf('P3', '1970'));
    expect((await launchWith('epic-5')).status).toBe(200);
    // Where neither knows one, nothing contradicts.
    await admit('P8', { born: '' });
    ehr.addRecord('epic-10', { identifier: recordOf('P8').identifier });
    expect((await launchWith('epic-10')).status).toBe(200);
    ehr.addRecord('epic-10', recordOf('P8'));
    expect((await launchWith('epic-10')).status).toBe(200);
    // The number of another authority is another number.
    ehr.addRecord('epic-6', { identifier: [{ system: 'urn:oid:1.2.3', value: 'P3' }] });
    expect((await launchWith('epic-6')).status).toBe(409);
  });

  it('opens nothing for whoever may not ask patients, sees other wards or works elsewhere', async () => {
    await admit('P4', { ward: 'ASH' });
    ehr.addRecord('epic-7', recordOf('P4'));
    const reader = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    expect((await launchWith('epic-7', { user: reader })).status).toBe(403);
    const birch = await server.makeUser({
      applications: [hospital],
      permissions: ['feedback.create'],
      locations: ['BIRCH'],
    });
    const inBirch = await launchWith('epic-7', { user: birch });
    expect([inBirch.status, inBirch.body.message]).toEqual([409, 'No message about this patient is from your wards.']);
    const neighbour = await server.makeApplication();
    const curious = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    const { cookie, back } = await goThere('epic-7');
    await comeBack(back, cookie);
    const elsewhere = await finish(cookie, curious);
    expect([elsewhere.status, elsewhere.body.message]).toEqual([
      409,
      expect.stringMatching(/^This record belongs to .+[.] Change to that application, and look here again[.]$/),
    ]);
    // It waits for somebody who may.
    expect((await finish(cookie)).status).toBe(200);
  });

  it('is worth nothing in another browser, with another state, a second time, and after ten minutes', async () => {
    await admit('P5');
    ehr.addRecord('epic-8', recordOf('P5'));
    const [own, other] = [await goThere('epic-8'), await goThere('epic-8')];
    await comeBack(own.back, other.cookie);
    expect((await finish(other.cookie)).body.message).toBe(AGAIN);
    expect((await finish(own.cookie)).body.message).toBe(AGAIN);
    expect((await server.as(nurse)('POST', '/ehr_launches/finish')).body.message).toBe(AGAIN);
    // Its own browser comes back with the right state, once.
    await comeBack(own.back, own.cookie);
    expect((await finish(own.cookie)).status).toBe(200);
    await comeBack(own.back, own.cookie);
    expect((await finish(own.cookie)).body.message).toBe(AGAIN);

    const late = await goThere('epic-8');
    await comeBack(late.back, late.cookie);
    server.setTime(new Date(Date.now() + 11 * 60_000));
    expect((await finish(late.cookie)).status).toBe(409);
    server.setTime(new Date());
  });

  it('is refused where the record system tells no patient, or refuses', async () => {
    expect((await launchWith(null)).body.message).toBe(AGAIN);
    const { cookie, back } = await goThere('epic-8');
    const refused = new URL(back);
    refused.search = new URLSearchParams({
      error: 'access_denied',
      state: back.searchParams.get('state') ?? '',
    }).toString();
    await comeBack(refused, cookie);
    expect((await finish(cookie)).body.message).toBe(AGAIN);
  });

  it('takes no answer of another record system', async () => {
    await admit('P6');
    second.addRecord('s6', recordOf('P6'));
    ehr.addRecord('epic-9', recordOf('P6'));
    const { cookie, back } = await goThere('epic-9');
    expect(back.pathname).toBe(ehrLaunch.ehrLaunchCallback(1));
    const mixed = new URL(`${ehrLaunch.ehrLaunchCallback(2)}${back.search}`, back);
    await comeBack(mixed, cookie);
    expect((await finish(cookie)).body.message).toBe(AGAIN);
  });

  it('asks only record systems that the settings name, and says when one does not answer', async () => {
    for (const query of [
      { iss: 'http://127.0.0.1:1/fhir', launch: 'x' },
      { iss: `${ehr.issuer}/../elsewhere`, launch: 'x' },
      { iss: ehr.issuer },
      { iss: ehr.issuer, launch: 'x'.repeat(2_001) },
      {},
    ]) {
      const answer = await open(query as Record<string, string>);
      expect([answer.status, answer.headers['location'], answer.headers['set-cookie']]).toEqual([
        302,
        '/ehr-launch?problem=unknown',
        undefined,
      ]);
    }
    settings.applicationId = 999_999;
    const nowhere = await open({ iss: ehr.issuer, launch: ehr.launch('epic-1') });
    expect(nowhere.headers['location']).toBe('/ehr-launch?problem=unknown');
    settings.applicationId = hospital.id;
    ehr.setAway(true);
    const away = await open({ iss: ehr.issuer, launch: 'x' });
    expect(away.headers['location']).toBe('/ehr-launch?problem=away');
    ehr.setAway(false);
  });

  it('asks none without TLS, except on this machine: tokens and patients would cross the network in the clear', async () => {
    await expect(meetEhr({ ...settings, issuer: 'http://ehr.invalid/fhir' })).rejects.toThrow('speaks without TLS');
  });
});
