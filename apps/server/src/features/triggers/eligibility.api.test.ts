import type { triggers } from '@wardvoice/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.setTime(NOON));

type Filters = triggers.TriggerConfig['filters'];

async function ask(filters: Filters, delay = 0) {
  hospital = await makeAskingApplication(server, { delay, filters: { event: ['A03'], ...filters } });
}
const stay = (event: string, milliseconds: number, parts: MessageParts = {}): MessageParts => ({
  event,
  at: stamp(milliseconds),
  patient: 'E1',
  visit: 'E1',
  ...parts,
});
const diagnosis = (code: string, more = '') => `DG1|1||${code}^Invented^I10|||F${more}`;

async function tryIt() {
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const { body } = await server.as(admin)('POST', `/applications/${hospital.id}/triggers/preview`, {
    trigger: {
      id: hospital.triggerId,
      trigger: 'hl7_message_processed',
      action: 'send_survey_request',
      config: await configOf(admin),
    },
    days: 31,
  });
  return body.data;
}

async function configOf(admin: Parameters<TestServer['as']>[0]) {
  const { body } = await server.as(admin)('GET', `/applications/${hospital.id}/triggers`);
  return body.data[0].config;
}

describe('whom a rule asks by codes', () => {
  it('reads diagnoses and who pays from the messages of a visit, and keeps what the newest says', async () => {
    await ask({ diagnosis: ['I21'], payer: ['medicare'] });
    await feed(
      server,
      hospital,
      stay('A01', -3 * HOUR, { more: [diagnosis('R07.4'), 'IN1|1|PLAN9|77|MEDICARE'] }),
      stay('A08', -2 * HOUR, { more: [diagnosis('I21.4'), diagnosis('E11')] }),
      stay('A03', -HOUR),
      // Another, with the first diagnosis alone.
      stay('A01', -3 * HOUR, { patient: 'E2', visit: 'E2', more: [diagnosis('R07.4'), 'IN1|1|PLAN9|77|MEDICARE'] }),
      stay('A03', -HOUR, { patient: 'E2', visit: 'E2' }),
    );
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    expect((await tryIt()).matched).toBe(1);
  });

  it('takes no deleted diagnosis, and none that a message withdraws', async () => {
    await ask({ without_diagnosis: ['O03'] });
    await feed(
      server,
      hospital,
      stay('A03', -2 * HOUR, { more: [diagnosis('O03.9', '|'.repeat(15) + 'D')] }),
      stay('A01', -3 * HOUR, { patient: 'E2', visit: 'E2', phone: '07700 900124^PRN^CP', more: [diagnosis('O03.9')] }),
      stay('A08', -2 * HOUR, { patient: 'E2', visit: 'E2', phone: '07700 900124^PRN^CP', more: ['DG1|1||""'] }),
      stay('A03', -HOUR, { patient: 'E2', visit: 'E2', phone: '07700 900124^PRN^CP' }),
    );
    expect(await fates(server, hospital)).toEqual(['scheduled', 'scheduled']);
  });

  it('asks nobody whose diagnosis is told between the discharge and the sending', async () => {
    await ask({ without_diagnosis: ['O03', 'Z37.1'] }, 2 * 60);
    await feed(server, hospital, stay('A01', -2 * DAY), stay('A03', -HOUR));
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    await feed(server, hospital, stay('A08', -HOUR / 2, { more: [diagnosis('Z371')] }));
    server.setTime(after(DAY));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: left_out_by_rule']);
    // What would be asked for now is no longer among those whom the rule is for.
    expect((await tryIt()).matched).toBe(0);
  });

  it('asks nobody whose diagnosis comes late, with the time of the stay', async () => {
    await ask({ without_diagnosis: ['O03'] }, 2 * 60);
    await feed(
      server,
      hospital,
      stay('A01', -2 * DAY),
      stay('A03', -HOUR),
      stay('A08', -2 * HOUR, { more: [diagnosis('O03.9')] }),
    );
    server.setTime(after(DAY));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: left_out_by_rule']);
  });

  it('asks nobody about two visits that became one, of which one had the diagnosis', async () => {
    await ask({ without_diagnosis: ['I21'] }, 2 * 60);
    await feed(
      server,
      hospital,
      stay('A01', -3 * DAY, { visit: 'E0', more: [diagnosis('I21.4')] }),
      stay('A03', -3 * DAY + HOUR, { visit: 'E0' }),
      stay('A01', -2 * DAY),
      stay('A03', -2 * HOUR),
      stay('A42', -HOUR, { more: ['MRG|E1^^^HOSP^MR||||E0'] }),
    );
    server.setTime(after(DAY));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: left_out_by_rule']);
  });

  it('knows the diagnoses of visits from before they were kept, once the messages are read again', async () => {
    await ask({ diagnosis: ['O03'] });
    await feed(server, hospital, stay('A03', -HOUR, { more: [diagnosis('O03.9')] }));
    await within(server, hospital, (tx) => tx.updateTable('visits').set({ diagnoses: null }).execute());
    expect((await tryIt()).matched).toBe(0);
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    expect((await server.as(admin)('POST', `/applications/${hospital.id}/reload_messages`)).status).toBeLessThan(300);
    await server.runJobs();
    expect((await tryIt()).matched).toBe(1);
  });

  it('asks nobody by a reminder whose rule leaves them out since', async () => {
    hospital = await makeAskingApplication(server, {
      filters: { event: ['A03'], without_diagnosis: ['O03'] },
      reminders: 1,
      reminder_days: 3,
    });
    await feed(server, hospital, stay('A03', -HOUR));
    await server.runJobs();
    await feed(server, hospital, stay('A08', -HOUR / 2, { more: [diagnosis('O03.4')] }));
    server.setTime(after(5 * DAY));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: left_out_by_rule']);
  });

  it('leaves dispositions out however their zeros are written', async () => {
    await ask({ without_disposition: ['03'] });
    await feed(server, hospital, stay('A03', -HOUR, { disposition: '3' }));
    expect(await fates(server, hospital)).toEqual([]);
  });
});

describe('the last visit of the same kind', () => {
  it('is that which took place before, by the calendar of the hospital', async () => {
    await ask({ last_visit: ['longer', '91-365'] });
    await feed(
      server,
      hospital,
      // Ten days ago, in another kind, and one that was cancelled: neither counts.
      stay('A04', -10 * DAY, { visit: 'E-ED', patientClass: 'E' }),
      stay('A03', -10 * DAY + HOUR, { visit: 'E-ED', patientClass: 'E' }),
      stay('A01', -5 * DAY, { visit: 'E-NO' }),
      stay('A11', -5 * DAY + HOUR, { visit: 'E-NO' }),
      stay('A01', -2 * DAY),
    );
    server.setTime(after(20 * DAY));
    await feed(server, hospital, { ...stay('A03', -HOUR), at: stamp(20 * DAY - HOUR) });
    const first = await fates(server, hospital);
    expect(first.at(-1)).toBe('scheduled');
    // The next stay begins four days after that.
    server.setTime(after(25 * DAY));
    await feed(server, hospital, stay('A01', 24 * DAY, { visit: 'E2' }), stay('A03', 25 * DAY - HOUR, { visit: 'E2' }));
    expect(await fates(server, hospital)).toEqual(first);
    const tried = await tryIt();
    // The first attendance is longer ago than a trial looks.
    expect([tried.examined, tried.matched]).toEqual([2, 1]);
  });
});

describe('what a trigger begins with', () => {
  it('is complete but for the survey, and passes the checks of a trigger', async () => {
    await ask({});
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const call = server.as(admin);
    const { body } = await call('GET', '/trigger_catalog');
    const packs = (body as { data: triggers.CatalogEntry[] }).data.flatMap(({ id, actions }) =>
      actions.flatMap((action) => action.packs.map(({ config }) => ({ trigger: id, action: action.id, config }))),
    );
    expect(packs.length).toBeGreaterThan(1);
    for (const pack of packs) {
      const without = await call('POST', `/applications/${hospital.id}/triggers`, { trigger: pack });
      expect(without.body.errors).toEqual({ 'config.survey_id': ['Survey is needed.'] });
      const config = { ...pack.config, survey_id: hospital.survey.id };
      const saved = await call('POST', `/applications/${hospital.id}/triggers`, { trigger: { ...pack, config } });
      expect(saved.status).toBe(201);
    }
  });
});
