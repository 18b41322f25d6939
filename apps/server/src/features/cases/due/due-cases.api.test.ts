import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit, type Reply } from '../../../testing/asked-patients.ts';
import { within } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** A Friday afternoon, so that working hours end before the next case is due. */
const FRIDAY = new Date('2035-11-23T17:00:00Z');
const hoursLater = (hours: number) => new Date(FRIDAY.getTime() + hours * 3_600_000);
const MONDAY_EVENING = '2035-11-26T17:00:00.000Z';
const PERMISSIONS = ['cases.list', 'cases.update'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function makeWorld() {
  server.setTime(FRIDAY);
  const application = await server.makeApplication({ country: 'GB' });
  await within(server, application, (tx) =>
    tx.updateTable('applications').set({ time_zone: 'Europe/London' }).where('id', '=', application.id).execute(),
  );
  const nurse = await server.makeUser({ applications: [application], permissions: PERMISSIONS });
  const hospital = await makeAskingHospital(server, { levels: [[nurse]] }, application);
  const call = (method: 'GET' | 'PUT', url: string, payload?: object) =>
    server.call({ method, url: `/api/v1${url}`, headers: nurse.headers, ...(payload ? { payload } : {}) });
  return {
    application,
    hospital,
    call,
    list: async (query = '') => (await call('GET', `/cases${query}`)).body.data,
    move: (id: number, action: string) => call('PUT', `/cases/${id}`, { case: { action, note: 'Called her.' } }),
    async openCase(reply: Reply = BAD_REPLY): Promise<number> {
      const { token } = await hospital.ask();
      await submit(server, hospital, token, reply);
      return (await call('GET', '/cases')).body.data[0].id;
    },
  };
}

/** The answer that calls for help is the worst one, and the others are good. */
const MOSTLY_GOOD: Reply = { overall: 'Poor', kindness: '5', contact: 'Yes' };
const WORST: Reply = { overall: 'Poor', kindness: '1', contact: 'No' };

describe('a new case', () => {
  it('is due by its severity, in working hours of the application', async () => {
    const { list, openCase } = await makeWorld();
    await openCase(MOSTLY_GOOD);
    const [found] = await list();
    expect(found).toMatchObject({ severity: 'high', due_at: MONDAY_EVENING, overdue: false });
  });

  it('that is urgent is due by the clock', async () => {
    const { list, openCase } = await makeWorld();
    await openCase(WORST);
    const [found] = await list();
    expect(found).toMatchObject({ severity: 'urgent', due_at: hoursLater(4).toISOString() });
  });

  it('follows the hours that the application has set', async () => {
    const { application, list, openCase } = await makeWorld();
    await within(server, application, (tx) =>
      tx
        .updateTable('applications')
        .set({ case_hours_high: 2, working_hours: ['', '', '', '', '', '10:00-16:00', ''] })
        .where('id', '=', application.id)
        .execute(),
    );
    await openCase(MOSTLY_GOOD);
    const [found] = await list();
    expect(found.due_at).toBe('2035-11-24T12:00:00.000Z');
  });
});

describe('an overdue case', () => {
  it('is found by the filter and says so, until it is closed', async () => {
    const { list, move, openCase } = await makeWorld();
    const urgent = await openCase(WORST);
    const later = await openCase(MOSTLY_GOOD);
    expect(await list('?overdue=1')).toEqual([]);
    server.setTime(hoursLater(5));
    expect(await list('?overdue=1')).toMatchObject([{ id: urgent, overdue: true }]);
    expect(await list('?overdue=0')).toMatchObject([{ id: later, overdue: false }]);
    await move(urgent, 'claim');
    expect(await list('?overdue=1')).toHaveLength(1);
    await move(urgent, 'close');
    expect(await list('?overdue=1')).toEqual([]);
  });

  it('comes first when cases are listed by their due times, and those without one last', async () => {
    const { application, list, openCase } = await makeWorld();
    const first = await openCase(WORST);
    const old = await openCase(MOSTLY_GOOD);
    const second = await openCase(MOSTLY_GOOD);
    await within(server, application, (tx) =>
      tx.updateTable('cases').set({ due_at: null }).where('id', '=', old).execute(),
    );
    const ids = async (query: string) => (await list(query)).map(({ id }: { id: number }) => id);
    expect(await ids('?sort=due_at')).toEqual([first, second, old]);
    expect(await ids('?sort=-due_at')).toEqual([second, first, old]);
    expect(await ids('?severity=urgent')).toEqual([first]);
  });

  it('gets a new due time when it is reopened', async () => {
    const { list, move, openCase } = await makeWorld();
    const id = await openCase(WORST);
    await move(id, 'claim');
    server.setTime(hoursLater(5));
    await move(id, 'close');
    await move(id, 'reopen');
    expect(await list()).toMatchObject([{ id, due_at: hoursLater(9).toISOString(), overdue: false }]);
  });
});
