import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, listDeliveries } from '../../testing/asked.ts';
import { feed, makeAskingApplication } from '../../testing/builders.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let admin: TestUser;

/** The tenth of the next month at noon, so that no test begins and ends in two months. */
const now = new Date();
const TENTH = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(TENTH);
  hospital = await makeAskingApplication(server, { channel: 'sms', ward_quota: 2 });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});

let count = 0;
/** Discharges from a ward, a second after each other. */
const discharges = (many: number, { ward = 'ASH', at = TENTH, phone = true } = {}) =>
  Array.from({ length: many }, (_, index) => {
    count += 1;
    return {
      event: 'A03',
      at: hl7Time(new Date(at.getTime() - HOUR + index * 1_000)),
      patient: `Q${count}`,
      visit: `Q${count}`,
      ward,
      phone: phone ? `07700 901${String(count).padStart(3, '0')}^PRN^CP` : '',
    };
  });
/** What became of the surveys of a ward, oldest first. */
const fatesOf = async (ward: string): Promise<Json[]> =>
  (await listDeliveries(server, hospital))
    .filter((one) => one.location === ward)
    .map(({ state, reason }) => (state === 'suppressed' ? reason : state));

describe('a quota of a ward and a month', () => {
  it('asks so many who could be asked, and of each ward as many', async () => {
    await feed(
      server,
      hospital,
      ...discharges(1, { phone: false }),
      ...discharges(3),
      ...discharges(1, { ward: 'ELM' }),
    );
    await server.runJobs();
    expect(await fatesOf('ASH')).toEqual(['no_address', 'sent', 'sent', 'over_quota']);
    expect(await fatesOf('ELM')).toEqual(['sent']);
    // Who is discharged later is refused at once.
    await feed(server, hospital, ...discharges(1));
    expect(await fatesOf('ASH')).toEqual(['no_address', 'sent', 'sent', 'over_quota', 'over_quota']);
  });

  it('begins anew with the month of the application', async () => {
    await feed(server, hospital, ...discharges(3));
    await server.runJobs();
    const later = new Date(TENTH.getTime() + 25 * DAY);
    server.setTime(later);
    await feed(server, hospital, ...discharges(3, { at: later }));
    await server.runJobs();
    expect(await fatesOf('ASH')).toEqual(['sent', 'sent', 'over_quota', 'sent', 'sent', 'over_quota']);
  });

  it('is kept by workers that send at the same time', async () => {
    // More than one claim takes.
    await feed(server, hospital, ...discharges(120));
    await Promise.all([server.runJobs(), server.runJobs(), server.runJobs()]);
    const fates = await fatesOf('ASH');
    expect(fates.filter((fate) => fate === 'sent')).toHaveLength(2);
    expect(fates.filter((fate) => fate === 'over_quota')).toHaveLength(118);
  });

  it('is tried on past messages as it is in reality', async () => {
    await feed(server, hospital, ...discharges(4), ...discharges(1, { ward: 'ELM' }));
    await server.runJobs();
    const happened = (await listDeliveries(server, hospital)).map(({ message_id, reason }) => [message_id, reason]);
    const { status, body } = await server.call({
      method: 'POST',
      url: `/api/v1/applications/${hospital.id}/triggers/preview`,
      headers: admin.headers,
      payload: {
        trigger: {
          id: hospital.triggerId,
          trigger: 'hl7_message_processed',
          action: 'send_survey_request',
          config: { survey_id: hospital.survey.id, channel: 'sms', ward_quota: 2, filters: { event: ['A03'] } },
        },
      },
    });
    expect([status, body.data.sample]).toEqual([
      200,
      { percent: 100, seed: '', frame: 5, drawn: 5, quota: 2, over_quota: 2 },
    ]);
    expect(body.data.would_send).toBe(3);
    const tried = body.data.decisions.map(({ message_id, reason }: Json) => [message_id, reason]);
    expect(new Map(tried)).toEqual(new Map(happened as [number, string | null][]));
  });

  it('is for surveys only, and a whole number', async () => {
    const save = (trigger: object) =>
      server.as(admin)('POST', `/applications/${hospital.id}/triggers`, {
        trigger: { trigger: 'hl7_message_processed', ...trigger },
      });
    const sms = await save({ action: 'send_sms', config: { text: 'Hello', ward_quota: 3 } });
    expect([sms.status, sms.body.errors]).toEqual([422, { 'config.ward_quota': ['Only a survey can have a quota.'] }]);
    const none = await save({
      action: 'send_survey_request',
      config: { survey_id: hospital.survey.id, channel: 'sms', ward_quota: 0 },
    });
    expect([none.status, none.body.errors]).toEqual([422, { 'config.ward_quota': ['Ask one person at least.'] }]);
  });
});
