import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, fates, HOUR, NOON, sendAllAtOnce, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import { adt, hl7Time } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { applyRetention } from './apply-retention.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

const keep = (
  application: { id: number },
  columns: { raw_retention_days?: number; personal_retention_days?: number },
) =>
  server.ctx.db.transaction({ userId: null, applicationId: application.id, locations: [] }, (tx) =>
    tx.updateTable('applications').set(columns).where('id', '=', application.id).execute(),
  );
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY);
const at = (days: number) => hl7Time(inDays(days));

it('keeps an earlier wording of a survey as long as a link from that time is open', async () => {
  const hospital = await makeAskingApplication(server);
  await feed(server, hospital, { event: 'A03', at: stamp(-HOUR) });
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const surveyUrl = `/api/v1/surveys/${hospital.survey.id}`;
  const revisions = () =>
    within(server, hospital, (tx) =>
      tx.selectFrom('survey_revisions').select('revision').orderBy('revision').execute(),
    );
  await server.call({
    method: 'PUT',
    url: surveyUrl,
    headers: admin.headers,
    payload: { survey: { introduction: 'How was it, really?' } },
  });
  await applyRetention(server.ctx);
  expect(await revisions()).toHaveLength(1);
  await sendAllAtOnce(server, hospital);
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Cold soup');
  await applyRetention(server.ctx);
  // A page may still be open on a kiosk.
  expect(await revisions()).toHaveLength(1);
  server.setTime(inDays(2));
  await applyRetention(server.ctx);
  expect(await revisions()).toEqual([]);
});

it('deletes the names of imported files after a week', async () => {
  const hospital = await makeAskingApplication(server);
  const one = {
    application_id: hospital.id,
    file_name: 'inventwell.hl7',
    state: 'finished',
    total: 1,
    started_at: NOON,
    moved_at: NOON,
    finished_at: NOON,
  };
  await within(server, hospital, (tx) => tx.insertInto('message_imports').values(one).execute());
  const kept = () => within(server, hospital, (tx) => tx.selectFrom('message_imports').select('id').execute());
  server.setTime(inDays(6));
  await applyRetention(server.ctx);
  expect(await kept()).toHaveLength(1);
  server.setTime(inDays(8));
  await applyRetention(server.ctx);
  expect(await kept()).toEqual([]);
});

describe('retention', () => {
  it('is off until somebody switches it on', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, { event: 'A03', at: stamp(-HOUR) });
    server.setTime(inDays(3650));
    await applyRetention(server.ctx);
    const [message] = await messagesOf(hospital);
    expect([message?.raw.length, message?.family_name]).toEqual([expect.any(Number), 'Inventwell']);
    expect(message?.raw.length).toBeGreaterThan(100);
  });

  it('deletes the text of old messages, and still recognises them as duplicates', async () => {
    const hospital = await makeAskingApplication(server);
    await keep(hospital, { raw_retention_days: 30 });
    const old = adt({ facility: hospital.facility, event: 'A03', at: stamp(-HOUR), patient: 'OLD', visit: 'OLD' });
    await server.receive(old);
    await server.processAll();
    server.setTime(inDays(20));
    await feed(server, hospital, { event: 'A03', at: at(20), patient: 'NEW', visit: 'NEW' });
    server.setTime(inDays(31));
    await applyRetention(server.ctx);
    await applyRetention(server.ctx);
    const [first, second] = await messagesOf(hospital);
    expect([first?.raw.length, first?.family_name, second?.raw_removed_at]).toEqual([0, 'Inventwell', null]);
    expect(second?.raw.length).toBeGreaterThan(100);

    await server.receive(old);
    await server.processAll();
    expect((await messagesOf(hospital)).map(({ duplicate_count }) => duplicate_count)).toEqual([1, 0]);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const url = `/api/v1/hl7_messages/${first?.id}`;
    const shown = await server.call({ method: 'GET', url, headers: admin.headers });
    expect(shown.body.data).toMatchObject({ raw: '', segments: [], raw_removed_at: expect.any(String) });
    expect((await server.call({ method: 'PUT', url: `${url}/reprocess`, headers: admin.headers })).status).toBe(409);
  });

  it('never deletes a message that waits to be processed', async () => {
    const hospital = await makeAskingApplication(server);
    await keep(hospital, { raw_retention_days: 7 });
    await server.receive(adt({ facility: hospital.facility, event: 'A03', at: stamp() }));
    server.setTime(inDays(100));
    await applyRetention(server.ctx);
    const [message] = await messagesOf(hospital);
    expect(message?.raw.length).toBeGreaterThan(100);
    await server.processAll();
  });

  it('deletes who patients of long ago were, and keeps the figures', async () => {
    const hospital = await makeAskingApplication(server);
    await keep(hospital, { personal_retention_days: 60 });
    await feed(server, hospital, { event: 'A03', at: stamp(-HOUR), patient: 'GONE', visit: 'GONE' });
    await server.runJobs();
    await feed(server, hospital, { event: 'A01', at: stamp(-HOUR), patient: 'INSIDE', visit: 'INSIDE' });
    server.setTime(inDays(61));
    await applyRetention(server.ctx);
    const { patients, deliveries } = await within(server, hospital, async (tx) => ({
      patients: await tx.selectFrom('patients').selectAll().orderBy('id').execute(),
      deliveries: await tx.selectFrom('deliveries').selectAll().execute(),
    }));
    expect(patients).toMatchObject([
      { identifier: '', family_name: null, birth_date: null, phone: null, email: null },
      // This patient is still in the hospital.
      { identifier: 'INSIDE', family_name: 'Inventwell' },
    ]);
    expect(deliveries).toMatchObject([{ state: 'sent', recipient: null, text: '' }]);
    const everything = JSON.stringify(await messagesOf(hospital, 'GONE'));
    expect(everything).not.toMatch(/GONE|900123|1970/);
    expect((await messagesOf(hospital)).map(({ event, location }) => [event, location])).toEqual([
      ['A03', 'ASH'],
      ['A01', 'ASH'],
    ]);
    // When the patient comes again, it is a new record, which gets a survey.
    await feed(server, hospital, { event: 'A03', at: at(61), patient: 'GONE', visit: 'BACK' });
    expect(await fates(server, hospital)).toEqual(['sent', 'scheduled']);
  });

  it('keeps whoever is in a pathway until its last step, unless it is switched off', async () => {
    const hospital = await makeAskingApplication(server);
    await keep(hospital, { personal_retention_days: 60 });
    const admin = async () => server.as(await server.makeUser({ applications: [hospital], permissions: ['admin'] }));
    const step = {
      title: 'Half a year',
      survey_id: hospital.survey.id,
      after_days: 180,
      window_days: 14,
      channel: 'sms',
    };
    const pathway = { title: 'New hip', steps: [step] };
    const { body } = await (await admin())('POST', '/pathways', { pathway });
    await makeTrigger(server, hospital, { action: 'begin_pathway', pathway_id: body.data.id });
    await feed(server, hospital, { event: 'A03', at: stamp(-HOUR), patient: 'IN', visit: 'IN' });
    await server.runJobs();
    const name = async () => {
      await applyRetention(server.ctx);
      const [patient] = await within(server, hospital, (tx) => tx.selectFrom('patients').selectAll().execute());
      return patient?.family_name;
    };
    server.setTime(inDays(100));
    expect(await name()).toBe('Inventwell');
    const { version, steps } = (await (await admin())('GET', `/pathways/${body.data.id}`)).body.data;
    const off = { ...pathway, steps, version, active: false };
    expect((await (await admin())('PUT', `/pathways/${body.data.id}`, { pathway: off })).status).toBe(200);
    expect(await name()).toBeNull();
  });

  it('never deletes that a patient has died', async () => {
    const hospital = await makeAskingApplication(server);
    await keep(hospital, { personal_retention_days: 60 });
    await feed(server, hospital, { event: 'A03', at: stamp(-HOUR), patient: 'DEAD', visit: 'DEAD', disposition: '20' });
    server.setTime(inDays(100));
    await applyRetention(server.ctx);
    const [patient] = await within(server, hospital, (tx) => tx.selectFrom('patients').selectAll().execute());
    expect(patient).toMatchObject({ identifier: 'DEAD', deceased: true, family_name: null, phone: null });
    // A late message contains a phone number and does not mention the death.
    await feed(server, hospital, { event: 'A03', at: at(100), patient: 'DEAD', visit: 'LATE' });
    expect(await fates(server, hospital)).toEqual(['suppressed: deceased', 'suppressed: deceased']);
  });
});

const messagesOf = (application: Parameters<typeof within>[1], visit?: string) =>
  within(server, application, (tx) =>
    tx
      .selectFrom('hl7_messages')
      .selectAll()
      .$if(visit !== undefined, (rows) => rows.where('event', '=', 'A03'))
      .orderBy('id')
      .execute(),
  );
