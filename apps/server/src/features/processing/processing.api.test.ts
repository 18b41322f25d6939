import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, HOUR, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeSurvey, makeTrigger, within } from '../../testing/builders.ts';
import { adt, type MessageParts } from '../../testing/hl7-messages.ts';
import { newMessage } from '../../testing/new-message.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { systemScope } from '../../platform/scope.ts';
import { fileArrivals, openIntakeConnection, storeArrival } from '../intake/store-messages.ts';
import { lockProcessing, startProcessing } from './index.ts';
import { listWaiting } from './waiting.queries.ts';

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
});
afterAll(() => server.stop());

/** Sends messages about one stay of one patient, in this order, a minute apart. */
const tell = (...messages: MessageParts[]) =>
  feed(
    server,
    hospital,
    ...messages.map((parts, index) => ({ patient: 'P1', visit: 'V1', at: stamp(index * MINUTE), ...parts })),
  );
const visits = () => within(server, hospital, (tx) => tx.selectFrom('visits').selectAll().orderBy('id').execute());
const patients = () => within(server, hospital, (tx) => tx.selectFrom('patients').selectAll().orderBy('id').execute());
const patient = async (number: string) => (await patients()).find(({ identifier }) => identifier === number);
const messages = () =>
  within(server, hospital, (tx) => tx.selectFrom('hl7_messages').selectAll().orderBy('id').execute());

describe('a stay', () => {
  it('begins with an admission and is then in the census', async () => {
    await tell({ event: 'A01', ward: 'ASH' });
    expect(await visits()).toMatchObject([
      { visit_number: 'V1', state: 'open', location: 'ASH', room: '1', bed: 'A', opened_by: 'A01', admitted_at: NOON },
    ]);
  });

  it('moves with transfers and ends with the discharge', async () => {
    await tell({ event: 'A01', ward: 'ASH' }, { event: 'A02', ward: 'BIRCH' }, { event: 'A03', ward: 'BIRCH' });
    expect(await visits()).toMatchObject([
      { state: 'closed', location: 'BIRCH', admitted_at: NOON, discharged_at: after(2 * MINUTE) },
    ]);
    expect((await messages()).map(({ location }) => location)).toEqual(['ASH', 'BIRCH', 'BIRCH']);
  });

  it('returns to the former ward when the transfer is cancelled', async () => {
    await tell({ event: 'A01', ward: 'ASH' }, { event: 'A02', ward: 'BIRCH' }, { event: 'A12', ward: '' });
    expect(await visits()).toMatchObject([{ state: 'open', location: 'ASH' }]);
  });

  it.each([
    ['the ward where the patient is again', 'ASH'],
    ['the ward of the transfer that is cancelled', 'BIRCH'],
  ])('returns to the former ward when the cancellation names %s', async (_what, ward) => {
    await tell({ event: 'A01', ward: 'ASH' }, { event: 'A02', ward: 'BIRCH' }, { event: 'A12', ward });
    expect(await visits()).toMatchObject([{ state: 'open', location: 'ASH', room: '1', prior_location: null }]);
    // Once more, as if nobody had heard of the transfer.
    await tell({ event: 'A12', ward: 'ASH' });
    expect(await visits()).toMatchObject([{ state: 'open', location: 'ASH' }]);
  });

  it('is open again when the discharge is cancelled, and closed by the next discharge', async () => {
    await tell({ event: 'A01' }, { event: 'A03', disposition: '01' }, { event: 'A13' });
    expect(await visits()).toMatchObject([{ state: 'open', discharged_at: null, discharge_disposition: null }]);
    await tell({ event: 'A03', at: stamp(HOUR) });
    expect(await visits()).toMatchObject([{ state: 'closed', discharged_at: after(HOUR) }]);
  });

  it('disappears when the admission is cancelled', async () => {
    await tell({ event: 'A01' }, { event: 'A11' });
    expect(await visits()).toMatchObject([{ state: 'cancelled' }]);
  });

  it('has a class and a kind also where the sender writes a word for them', async () => {
    await tell({ event: 'A04', patientClass: 'Outpatient' });
    expect(await visits()).toMatchObject([{ patient_class: 'O', kind: 'outpatient' }]);
    await tell({ event: 'A04', patientClass: 'OBSERVATION' });
    expect(await visits()).toMatchObject([{ patient_class: 'OBSERVATION', kind: 'outpatient' }]);
  });

  it('in the emergency department begins with an A04', async () => {
    await tell({ event: 'A04', ward: 'ED', patientClass: 'E' });
    expect(await visits()).toMatchObject([{ state: 'open', location: 'ED', patient_class: 'E', opened_by: 'A04' }]);
  });

  it('of an outpatient who is admitted continues under its number', async () => {
    await tell({ event: 'A04', ward: 'ED', patientClass: 'E' }, { event: 'A01', ward: 'ASH', patientClass: 'I' });
    expect(await visits()).toMatchObject([{ location: 'ASH', patient_class: 'I', opened_by: 'A01' }]);
  });

  it.each(['A02', 'A03'])('that first appears in an %s is known from then on', async (event) => {
    await tell({ event, ward: 'ASH' });
    expect(await visits()).toMatchObject([{ state: event === 'A03' ? 'closed' : 'open', location: 'ASH' }]);
  });

  it.each(['A08', 'A11', 'A12', 'A13'])('is not created by an %s', async (event) => {
    await tell({ event });
    expect(await visits()).toEqual([]);
    expect(await messages()).toMatchObject([{ state: 'processed', visit_id: null }]);
  });

  it('with a number is one of several of the patient', async () => {
    await tell({ event: 'A01' }, { event: 'A03' }, { event: 'A01', visit: 'V2' });
    expect(await visits()).toMatchObject([
      { visit_number: 'V1', state: 'closed' },
      { visit_number: 'V2', state: 'open' },
    ]);
    expect(await patients()).toHaveLength(1);
  });

  it('without a number is the patient’s open one', async () => {
    const none = { visit: '' };
    await tell(
      { event: 'A01', ...none },
      { event: 'A02', ward: 'BIRCH', ...none },
      { event: 'A03', ward: 'BIRCH', ...none },
    );
    expect(await visits()).toMatchObject([{ visit_number: null, state: 'closed', location: 'BIRCH' }]);
    await tell({ event: 'A13', at: stamp(HOUR), ...none });
    expect(await visits()).toMatchObject([{ state: 'open' }]);
    await tell({ event: 'A03', at: stamp(2 * HOUR), ...none }, { event: 'A01', at: stamp(3 * HOUR), ...none });
    expect(await visits()).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  });
});

describe('a late message', () => {
  it('does not overwrite newer facts', async () => {
    await tell(
      { event: 'A01', at: stamp(0), ward: 'ASH', family: 'Oldname' },
      { event: 'A02', at: stamp(2 * HOUR), ward: 'CEDAR', family: 'Newname' },
      { event: 'A02', at: stamp(1 * HOUR), ward: 'BIRCH', family: 'Oldname' },
    );
    expect(await visits()).toMatchObject([{ location: 'CEDAR' }]);
    expect(await patients()).toMatchObject([{ family_name: 'Newname' }]);
  });

  it('of a discharge ends the stay, if there was only an update since', async () => {
    await tell(
      { event: 'A01' },
      { event: 'A08', at: stamp(HOUR), ward: 'BIRCH' },
      { event: 'A03', at: stamp(50 * MINUTE) },
    );
    expect(await visits()).toMatchObject([
      { state: 'closed', location: 'BIRCH', discharged_at: after(50 * MINUTE), last_event_at: after(HOUR) },
    ]);
  });

  it('neither ends nor reopens a stay that was moved since', async () => {
    await tell({ event: 'A01' }, { event: 'A02', at: stamp(HOUR) }, { event: 'A03', at: stamp(30 * MINUTE) });
    expect(await visits()).toMatchObject([{ state: 'open', discharged_at: null }]);
    await tell({ event: 'A03', at: stamp(3 * HOUR) }, { event: 'A13', at: stamp(2 * HOUR) });
    expect(await visits()).toMatchObject([{ state: 'closed', discharged_at: after(3 * HOUR) }]);
  });

  it('of the admission sets when the stay began', async () => {
    await tell({ event: 'A02', at: stamp(HOUR), ward: 'BIRCH' }, { event: 'A01', at: stamp(), ward: 'ASH' });
    expect(await visits()).toMatchObject([{ state: 'open', location: 'BIRCH', admitted_at: NOON }]);
  });

  it('of a death is applied', async () => {
    await tell({ event: 'A08', at: stamp(HOUR) }, { event: 'A03', at: stamp(), disposition: '20' });
    expect(await patients()).toMatchObject([{ deceased: true }]);
  });
});

describe('facts of a patient', () => {
  it('stay when a field is empty, and are deleted by two double quotes', async () => {
    await tell({ event: 'A01', given: 'Órla', language: 'fr', phone: '07700 900123^PRN^CP^orla@example.org' });
    await tell({
      event: 'A31',
      at: stamp(HOUR),
      given: '',
      family: '',
      language: '',
      phone: '',
      born: '',
      without: ['PV1'],
    });
    const known = { given_name: 'Órla', family_name: 'Inventwell', language: 'fr', birth_date: '1970-05-17' };
    expect(await patients()).toMatchObject([{ ...known, phone: '+447700900123', email: 'orla@example.org' }]);
    await tell({
      event: 'A31',
      at: stamp(2 * HOUR),
      given: '""',
      language: '""',
      phone: '""',
      born: '""',
      without: ['PV1'],
    });
    expect(await patients()).toMatchObject([
      { given_name: null, family_name: 'Inventwell', language: null, phone: null, email: null, birth_date: null },
    ]);
  });

  it('are stored with each message as they were then', async () => {
    await tell({ event: 'A01', family: 'Before' }, { event: 'A08', family: 'After' });
    expect((await messages()).map(({ family_name }) => family_name)).toEqual(['Before', 'After']);
  });

  it('keep a death that later messages routinely deny, until it is withdrawn explicitly', async () => {
    await tell({ event: 'A01', died: 'Y' }, { event: 'A08', died: 'N' }, { event: 'A08', died: '' });
    expect(await patients()).toMatchObject([{ deceased: true }]);
    await tell({ event: 'A08', at: stamp(HOUR), died: '""' });
    expect(await patients()).toMatchObject([{ deceased: false }]);
  });

  it('under another authority belong to another person', async () => {
    await tell({ event: 'A01' });
    const elsewhere = adt({ event: 'A01', patient: 'P1', at: stamp(), facility: hospital.facility });
    await server.receive(elsewhere.replace('P1^^^HOSP', 'P1^^^CLINIC'));
    await server.processAll();
    expect(await patients()).toMatchObject([{ authority: 'HOSP' }, { authority: 'CLINIC' }]);
  });

  it('are stored whatever bytes are in them', async () => {
    const odd = 'x'.repeat(199) + '😀';
    await tell(
      { event: 'A01', family: 'Nul\\X00\\well', given: odd, phone: '12\\X00\\^PRN^CP^a\\X00\\@example' },
      { event: 'A08', family: 'Tab\there', given: '\\H\\bold\\N\\', patient: 'P\\T\\1', visit: 'V\\X00\\2' },
    );
    expect((await messages()).map(({ state, error_text }) => [state, error_text])).toEqual([
      ['processed', null],
      ['processed', null],
    ]);
    expect((await messages())[0]).toMatchObject({ family_name: 'Nulwell' });
  });

  it('with the sender’s own delimiters are read the same', async () => {
    const message = adt({ event: 'A01', facility: hospital.facility, at: stamp(), patient: 'ODD' })
      .replace('^~\\&', '%~\\&')
      .replaceAll('^', '%');
    await server.receive(message);
    await server.processAll();
    expect(await messages()).toMatchObject([
      { patient_identifier: 'ODD', phone_home: '07700 900123^PRN^CP^orla@example.org', phone: '+447700900123' },
    ]);
  });
});

describe('a merge', () => {
  const merge = (parts: MessageParts = {}): MessageParts => ({
    event: 'A40',
    patient: 'KEPT',
    more: ['MRG|GONE^^^HOSP^MR'],
    without: ['PV1'],
    ...parts,
  });

  it.each(['A40', 'A34'])('by %s moves visits, messages and a death', async (event) => {
    await tell(
      { event: 'A01', patient: 'KEPT', visit: 'K1' },
      { event: 'A01', patient: 'GONE', visit: 'G1', died: 'Y' },
    );
    await tell(merge({ event, at: stamp(HOUR) }));
    const kept = await patient('KEPT');
    const gone = await patient('GONE');
    expect(kept).toMatchObject({ identifier: 'KEPT', deceased: true, merged_into_id: null });
    expect(gone).toMatchObject({ identifier: 'GONE', merged_into_id: kept?.id });
    expect((await visits()).map(({ patient_id }) => patient_id)).toEqual([kept?.id, kept?.id]);
    expect((await messages()).map(({ patient_id }) => patient_id)).toEqual([kept?.id, kept?.id, kept?.id]);
  });

  it('lets a late message with the old number find the surviving patient', async () => {
    await tell({ event: 'A01', patient: 'GONE', visit: 'G1' }, merge(), { event: 'A03', patient: 'GONE', visit: 'G1' });
    const kept = await patient('KEPT');
    expect(await visits()).toMatchObject([{ state: 'closed', patient_id: kept?.id }]);
    expect((await messages()).at(-1)?.patient_id).toBe(kept?.id);
  });

  it('applies to a number that was never seen before', async () => {
    await tell({ event: 'A01', patient: 'KEPT', visit: 'K1' }, merge());
    await tell({ event: 'A01', patient: 'GONE', visit: 'G1' });
    expect(await patients()).toHaveLength(1);
  });

  it('keeps one of two visits with the same number', async () => {
    await tell(
      { event: 'A01', patient: 'KEPT', visit: 'SAME' },
      { event: 'A01', patient: 'GONE', visit: 'SAME' },
      merge(),
      { event: 'A03', patient: 'KEPT', visit: 'SAME' },
    );
    expect(await visits()).toMatchObject([{ state: 'closed', patient_id: (await patient('KEPT'))?.id }]);
    const [visit] = await visits();
    const told = (await messages()).filter(({ event }) => event !== 'A40');
    expect(told.map(({ visit_id }) => visit_id)).toEqual([visit?.id, visit?.id, visit?.id]);
  });

  it('leaves one open visit where neither has a number', async () => {
    await tell({ event: 'A01', patient: 'KEPT', visit: '' }, { event: 'A01', patient: 'GONE', visit: '' });
    await tell({ at: stamp(HOUR), ...merge() }, { event: 'A03', patient: 'KEPT', visit: '', at: stamp(2 * HOUR) });
    expect(await visits()).toMatchObject([{ state: 'closed' }]);
  });

  it('of a merge leads to the last survivor', async () => {
    await tell(
      { event: 'A01', patient: 'GONE', visit: 'G1' },
      merge(),
      { event: 'A40', patient: 'LAST', more: ['MRG|KEPT^^^HOSP^MR'], without: ['PV1'] },
      { event: 'A03', patient: 'GONE', visit: 'G1' },
    );
    const last = await patient('LAST');
    expect(await visits()).toMatchObject([{ state: 'closed', patient_id: last?.id }]);
  });

  it('of a patient into itself changes nothing', async () => {
    await tell({ event: 'A01', patient: 'KEPT', visit: 'K1' }, merge({ more: ['MRG|KEPT^^^HOSP^MR'] }));
    expect(await patients()).toMatchObject([{ merged_into_id: null }]);
    expect((await messages()).map(({ state }) => state)).toEqual(['processed', 'processed']);
  });

  it('does not lead to a second survey', async () => {
    const survey = await makeSurvey(server, hospital);
    await makeTrigger(server, hospital, { survey_id: survey.id });
    await tell({ event: 'A03', patient: 'GONE', visit: 'G1', phone: '07700 900001^PRN^CP' });
    await server.runJobs();
    await tell(merge({ phone: '07700 900002^PRN^CP' }), {
      event: 'A03',
      patient: 'KEPT',
      visit: 'K2',
      phone: '07700 900002^PRN^CP',
    });
    const deliveries = await within(server, hospital, (tx) =>
      tx.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    );
    expect(deliveries.map(({ state, reason }) => reason ?? state)).toEqual(['sent', 'asked_lately']);
  });

  it('without the prior number is an error at MRG-1', async () => {
    await tell({ event: 'A40', without: ['PV1'] });
    expect(await messages()).toMatchObject([{ state: 'error', error_code: '101', error_field: 'MRG-1' }]);
  });
});

describe('errors', () => {
  it.each<[string, MessageParts, { error_code: string; error_field: string }]>([
    ['a birth date that is none', { born: '19701399' }, { error_code: '102', error_field: 'PID-7' }],
    ['an event time that is none', { at: 'yesterday' }, { error_code: '102', error_field: 'EVN-2' }],
  ])('name the field: %s', async (_what, parts, error) => {
    await tell({ event: 'A01', ...parts });
    const [message] = await messages();
    expect(message).toMatchObject({ state: 'error', ...error, patient_id: null });
    expect(message?.error_text).not.toContain(parts.born ?? parts.at);
  });

  it('do not delay other messages', async () => {
    await tell({ event: 'A01' }, { event: 'A08', born: 'unknown' }, { event: 'A03' });
    expect((await messages()).map(({ state }) => state)).toEqual(['processed', 'error', 'processed']);
    expect(await visits()).toMatchObject([{ state: 'closed' }]);
  });
});

describe('merges while messages about the merged records still come, with four workers', () => {
  it('leave no visit and no message with a merged record', async () => {
    const all = Array.from({ length: 40 }, (_, index) => {
      const [gone, kept] = [{ patient: `OLD${index}`, visit: `S${index}` }, { patient: `NEW${index}` }];
      const say = (parts: MessageParts, second: number) =>
        adt({ ...parts, at: stamp(second * 1000), facility: hospital.facility });
      return [
        say({ event: 'A01', ...gone }, 1),
        say({ event: 'A02', ...gone, ward: 'BIRCH' }, 2),
        say({ event: 'A40', ...kept, more: [`MRG|OLD${index}^^^HOSP^MR`], without: ['PV1'] }, 3),
        say({ event: 'A08', ...gone, ward: 'CEDAR' }, 4),
        say({ event: 'A03', ...kept, visit: gone.visit, ward: 'CEDAR' }, 5),
      ];
    }).flat();
    await Promise.all(all.map((message) => server.receive(message)));
    await processOnFourWorkers();

    expect((await messages()).filter(({ state }) => state !== 'processed')).toEqual([]);
    const people = await patients();
    const goneIds = new Set(people.filter(({ merged_into_id }) => merged_into_id !== null).map(({ id }) => id));
    expect((await messages()).filter(({ patient_id }) => goneIds.has(patient_id ?? 0))).toEqual([]);
    const stays = await visits();
    expect(stays.filter(({ patient_id }) => goneIds.has(patient_id))).toEqual([]);
    expect(stays.filter(({ state }) => state === 'open')).toEqual([]);
    expect(stays).toHaveLength(40);
  });
});

async function processOnFourWorkers() {
  const workers = [startProcessing(server.ctx, { workers: 2 }), startProcessing(server.ctx, { workers: 2 })];
  await expect
    .poll(async () => (await messages()).filter(({ state }) => state === 'received').length, { timeout: 15_000 })
    .toBe(0);
  await Promise.all(workers.map((worker) => worker.stop()));
}

describe('hundreds of messages about twenty patients, with four workers', () => {
  it('are each processed once, and in order for each patient', async () => {
    const stays = Array.from({ length: 20 }, (_, index) => ({ patient: `L${index}`, visit: `LV${index}` }));
    let minute = 0;
    const round = (event: string, ward: string, extra: MessageParts = {}) =>
      stays.map((stay) =>
        adt({ ...stay, event, ward, at: stamp((minute += 1) * 1000), facility: hospital.facility, ...extra }),
      );
    const all = [
      ...round('A01', 'W0'),
      ...Array.from({ length: 20 }, (_, step) => round('A02', `W${step + 1}`)).flat(),
      ...round('A08', 'W20', { born: 'broken' }),
      ...round('A03', 'W20'),
    ];
    await Promise.all(all.map((message) => server.receive(message)));
    await processOnFourWorkers();

    const rows = await messages();
    expect(rows).toHaveLength(all.length);
    expect(rows.filter(({ state }) => state === 'error')).toHaveLength(20);
    const done = await visits();
    expect(done).toHaveLength(20);
    for (const visit of done) {
      expect(visit).toMatchObject({ state: 'closed', location: 'W20' });
      const told = rows.filter(({ visit_id }) => visit_id === visit.id).map(({ location }) => location);
      expect(told).toEqual(['W0', ...Array.from({ length: 20 }, (_, step) => `W${step + 1}`), 'W20']);
    }
  });
});

describe('a message that is stored and not filed', () => {
  it('delays all messages that were acknowledged after it', async () => {
    const stay = { patient: 'P1', visit: 'V1', facility: hospital.facility };
    const client = await openIntakeConnection(server.connectionString, 'a listener under load');
    await server.receive(adt({ ...stay, event: 'A01', at: stamp() }));
    await server.processAll();
    const [{ id }] = (await client.query(`select nextval('hl7_messages_id_seq') as id`)).rows;
    const { rows } = await client.query('select version from intake_settings');
    await server.receive(adt({ ...stay, event: 'A13', at: stamp(2 * MINUTE) }));
    const discharge = newMessage(adt({ ...stay, event: 'A03', at: stamp(MINUTE) }), hospital.id);
    await storeArrival(client, [discharge], Number(rows[0].version));
    // The id is lowered as if the message had been acknowledged first.
    await client.query('update arrivals set id = $1, ids = array[$1::bigint]', [id]);
    const next = () =>
      server.ctx.db.transaction(systemScope('example'), (tx) => listWaiting(tx, hospital.id, { limit: 10 }));
    expect(await next()).toEqual([]);
    await fileArrivals(client, 100);
    expect(await next()).toHaveLength(2);
    await client.end();
    await server.processAll();
    expect((await messages()).map(({ event }) => event)).toEqual(['A01', 'A03', 'A13']);
    expect(await visits()).toMatchObject([{ state: 'open', discharged_at: null }]);
  });
});

describe('the messages of an application', () => {
  it('are processed by one worker at a time, and another application does not wait', async () => {
    const neighbour = await server.makeApplication({ country: 'GB' });
    for (const { facility } of [hospital, neighbour]) await server.receive(adt({ facility, event: 'A01' }));
    let release = () => undefined as void;
    const mayEnd = new Promise<void>((resolve) => (release = () => resolve()));
    let markLocked = () => undefined as void;
    const isLocked = new Promise<void>((resolve) => (markLocked = () => resolve()));
    const holding = server.ctx.db.transaction(systemScope('example'), async (tx) => {
      await lockProcessing(tx, hospital.id);
      markLocked();
      await mayEnd;
    });
    // A worker that began first would have the lock, and the message would be processed rightly.
    await isLocked;
    const workers = [startProcessing(server.ctx), startProcessing(server.ctx)];
    const states = async (application: TestApplication) =>
      within(server, application, async (tx) =>
        (await tx.selectFrom('hl7_messages').select('state').execute()).map(({ state }) => state),
      );
    await expect.poll(() => states(neighbour)).toEqual(['processed']);
    expect(await states(hospital)).toEqual(['received']);
    release();
    await holding;
    await expect.poll(() => states(hospital)).toEqual(['processed']);
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});
