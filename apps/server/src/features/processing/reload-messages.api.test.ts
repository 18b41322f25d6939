import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fates, HOUR, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { continueReload } from './reload-messages.ts';

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

const reload = (method: 'GET' | 'POST' = 'POST', of: TestApplication = hospital) =>
  server.call({ method, url: `/api/v1/applications/${of.id}/reload_messages`, headers: admin.headers });

/** What is read again may count as changed. */
const withoutChange = <Row extends { changed_at: Date }>(rows: readonly Row[]) =>
  rows.map(({ changed_at: _changedAt, ...row }) => row);

const stored = () =>
  within(server, hospital, async (tx) => ({
    patients: withoutChange(await tx.selectFrom('patients').selectAll().orderBy('id').execute()),
    visits: withoutChange(await tx.selectFrom('visits').selectAll().orderBy('id').execute()),
    messages: await tx.selectFrom('hl7_messages').selectAll().orderBy('id').execute(),
    deliveries: await tx.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    invitations: await tx.selectFrom('invitations').select('id').orderBy('id').execute(),
  }));

const byText = (a: readonly unknown[], b: readonly unknown[]) => String(a).localeCompare(String(b));

/** Sends two stays, a cancelled transfer, a merge, and a death. */
async function aBusyDay() {
  await feed(
    server,
    hospital,
    { event: 'A01', at: stamp(-9 * HOUR), patient: 'P1', visit: 'V1', ward: 'ASH' },
    { event: 'A02', at: stamp(-8 * HOUR), patient: 'P1', visit: 'V1', ward: 'BIRCH' },
    { event: 'A12', at: stamp(-7 * HOUR), patient: 'P1', visit: 'V1', ward: 'ASH' },
    { event: 'A03', at: stamp(-6 * HOUR), patient: 'P1', visit: 'V1', ward: 'ASH' },
    { event: 'A04', at: stamp(-5 * HOUR), patient: 'P2', visit: 'V2', ward: 'ED', phone: '07700 900222^PRN^CP' },
    { event: 'A40', at: stamp(-4 * HOUR), patient: 'P2', more: ['MRG|P3^^^HOSP^MR'], without: ['PV1'] },
    { event: 'A01', at: stamp(-3 * HOUR), patient: 'P4', visit: 'V4', died: 'Y', phone: '07700 900444^PRN^CP' },
  );
  await server.runJobs();
}

describe('reloading messages', () => {
  it('changes nothing where nothing was lost, sends nothing, and can be repeated', async () => {
    await aBusyDay();
    const [before, sent] = [await stored(), server.gateways.texts.length];
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await reload();
      expect([status, body.data]).toMatchObject([202, { state: 'running', total: 3, done: 0 }]);
      await server.runJobs();
      expect((await reload('GET')).body.data).toMatchObject({ state: 'finished', total: 3, done: 3 });
      expect(await stored()).toEqual(before);
    }
    expect(server.gateways.texts.length).toBe(sent);
  });

  it('corrects visits that differ from the messages', async () => {
    await aBusyDay();
    const before = await stored();
    await within(server, hospital, async (tx) => {
      await tx.updateTable('visits').set({ state: 'open', location: 'NOWHERE', discharged_at: null }).execute();
      await tx.updateTable('patients').set({ given_name: 'Wrong' }).execute();
    });
    await reload();
    await server.runJobs();
    expect(await stored()).toEqual(before);
  });

  it('runs no trigger that was made since', async () => {
    await aBusyDay();
    const before = await fates(server, hospital);
    await makeTrigger(server, hospital, { action: 'send_sms', text: 'Get well soon.', filters: {} });
    await reload();
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(before);
  });

  it('runs once at a time, continues after a crash, and does not stop the feed', async () => {
    await aBusyDay();
    const [first, second] = await Promise.all([reload(), reload()]);
    expect(second.body.data).toEqual(first.body.data);
    const { id } = await within(server, hospital, (tx) =>
      tx.selectFrom('message_reloads').select('id').where('state', '=', 'running').executeTakeFirstOrThrow(),
    );
    const feeding = (async () => {
      for (let hour = 0; hour < 5; hour += 1)
        await server.receive(
          adt({
            facility: hospital.facility,
            event: 'A08',
            patient: 'P1',
            visit: 'V1',
            at: stamp(hour),
            given: 'Newest',
          }),
        );
      await server.processAll();
    })();
    // The same job runs three times at once, as after a crash.
    await Promise.all([feeding, ...[1, 2, 3].map(() => continueReload(server.ctx, id))]);
    expect((await reload('GET')).body.data).toMatchObject({ state: 'finished', done: 3 });
    const { patients, visits } = await stored();
    expect(patients.find(({ identifier }) => identifier === 'P1')?.given_name).toBe('Newest');
    expect(visits.map(({ visit_number, state }) => [visit_number, state]).toSorted(byText)).toEqual([
      ['V1', 'closed'],
      ['V2', 'open'],
      ['V4', 'open'],
    ]);
  });

  it('does not affect another application', async () => {
    expect((await reload('POST', await server.makeApplication())).status).toBe(404);
    expect((await reload('GET')).body).toEqual({ data: null });
  });
});
