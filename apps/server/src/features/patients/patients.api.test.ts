import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, fates, HOUR, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { mergePatients } from '../patient-identity/index.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let nurse: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server, { delay: 60 });
  nurse = await server.makeUser({
    applications: [hospital],
    permissions: ['messages.list', 'patients.update', 'messages.reprocess'],
  });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, user = nurse) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });
const patientIds = async (): Promise<number[]> =>
  (await call('GET', '/patients?sort=id')).body.data.map(({ id }: Json) => id);
const conflicts = async (query = ''): Promise<Json[]> => (await call('GET', `/identity_conflicts${query}`)).body.data;
/** Sends these messages in this order, minutes apart. */
const told = (...parts: MessageParts[]) =>
  feed(
    server,
    hospital,
    ...parts.map((one, index) => ({ at: stamp(index * MINUTE), visit: 'V1', patient: 'P1', ...one })),
  );

const IRIS = { family: 'Marrow', given: 'Iris', born: '19450101' };

describe('a number that seems to have been given to somebody else', () => {
  beforeEach(() => told({ event: 'A01' }, { event: 'A03', visit: 'V2', ...IRIS }));

  it('is shown with both people, and neither is written to until somebody decides', async () => {
    const [conflict, ...others] = await conflicts();
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      kind: 'number_reused',
      patients: [{ identifier: 'P1', family_name: 'Inventwell', identity_in_doubt: true }],
      messages: [
        {
          event: 'A03',
          family_name: 'Marrow',
          birth_date: '1945-01-01',
          identifiers: [{ identifier: 'P1', authority: 'HOSP', type: 'MR' }],
        },
      ],
    });
    await told({ event: 'A03', visit: 'V1', at: stamp(HOUR) });
    server.setTime(after(4 * HOUR));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: identity_in_doubt']);
  });

  it('is no conflict any more when it is decided after the record was merged into another', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    await told({ event: 'A40', patient: 'P2', more: ['MRG|P1^^^HOSP^MR'], without: ['PV1'] });
    const doubts = async () =>
      (await call('GET', '/patients')).body.data.map((one: Json) => [one.identifier, one.identity_in_doubt]);
    expect(await doubts()).toEqual([['P2', true]]);
    expect((await call('PUT', `/identity_conflicts/${id}`, { decision: 'correct' })).status).toBe(200);
    expect(await doubts()).toEqual([['P2', false]]);
  });

  it('belongs to the new person when they are two people', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    const { status, body } = await call('PUT', `/identity_conflicts/${id}`, { decision: 'two_persons' });
    expect([status, body.data.decision]).toEqual([200, 'two_persons']);
    expect((await call('GET', '/patients')).body.data).toMatchObject([
      { family_name: 'Inventwell', identity_in_doubt: false },
      { family_name: 'Marrow', identity_in_doubt: false },
    ]);
    expect(await conflicts()).toEqual([]);
    expect(await conflicts('?open=0')).toMatchObject([
      { decision: 'two_persons', decided_by_name: expect.any(String) },
    ]);
  });

  it('is a correction when it is one person', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    expect((await call('PUT', `/identity_conflicts/${id}`, { decision: 'same_person' })).status).toBe(200);
    expect((await call('GET', '/patients')).body.data).toMatchObject([
      { family_name: 'Marrow', birth_date: '1945-01-01' },
    ]);
  });

  it('is decided once, by one person', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    const both = await Promise.all(
      (['same_person', 'two_persons'] as const).map((decision) =>
        call('PUT', `/identity_conflicts/${id}`, { decision }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('waits for a correction when the sender mistyped it', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    expect((await call('PUT', `/identity_conflicts/${id}`, { decision: 'correct' })).status).toBe(200);
    const { body } = await call('GET', '/hl7_messages?state=error');
    expect(body.data).toMatchObject([{ error: { code: '205', field: 'PID-3' } }]);
  });

  it('is decided only by users with the permission', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    const reader = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    expect((await call('PUT', `/identity_conflicts/${id}`, { decision: 'same_person' }, reader)).status).toBe(403);
  });
});

describe('a number that several senders gave out, whose patients became one record', () => {
  const SOUTH = { application: 'SOUTH', family: 'Marrow', given: 'Iris', phone: '07700 900456^PRN^CP' };

  /** Restores the state of before numbers had authorities: one patient, with the facts of the last message. */
  beforeEach(async () => {
    await told(
      { event: 'A01', visit: 'N1', patient: 'SAME^^^NORTH^MR~X' },
      { event: 'A01', visit: 'S1', patient: 'SAME^^^SOUTH^MR~Y', ...SOUTH },
      { event: 'A03', visit: 'S1', patient: 'SAME^^^SOUTH^MR~Y', ...SOUTH },
    );
    await within(server, hospital, async (tx) => {
      const [kept, gone] = await tx.selectFrom('patients').select('id').orderBy('id').execute();
      if (!kept || !gone) throw new Error('two patients were told of');
      await mergePatients(tx, hospital.id, { survivorId: kept.id, goneId: gone.id, kind: 'person', at: NOON });
      await tx.deleteFrom('patient_merges').execute();
      await tx
        .insertInto('identity_conflicts')
        .values({
          application_id: hospital.id,
          kind: 'several_senders',
          patient_ids: [kept.id],
          identifiers: JSON.stringify([
            { identifier: 'SAME', authority: 'NORTH', type: 'MR' },
            { identifier: 'SAME', authority: 'SOUTH', type: 'MR' },
          ]),
          opened_at: NOON,
        })
        .execute();
      await tx.updateTable('patients').set({ identity_in_doubt: true }).where('id', '=', kept.id).execute();
    });
  });

  it('is divided by sender: visits, messages and waiting deliveries go with the sender that reported them', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    expect((await call('PUT', `/identity_conflicts/${id}`, { decision: 'two_persons' })).status).toBe(200);
    const people = (await call('GET', '/patients?sort=id')).body.data as Json[];
    const living = people.filter(({ family_name }: Json) => family_name !== null);
    expect(living).toMatchObject([
      { family_name: 'Inventwell', identity_in_doubt: false },
      { family_name: 'Marrow', identity_in_doubt: false },
    ]);
    const [north, south] = living.map(({ id: one }: Json) => one);
    const rows = await within(server, hospital, async (tx) => ({
      visits: await tx.selectFrom('visits').select(['visit_number', 'patient_id', 'state']).orderBy('id').execute(),
      deliveries: await tx.selectFrom('deliveries').select(['patient_id', 'state']).execute(),
      messages: await tx.selectFrom('hl7_messages').select(['visit_number', 'patient_id']).orderBy('id').execute(),
    }));
    expect(rows).toEqual({
      visits: [
        { visit_number: 'N1', patient_id: north, state: 'open' },
        { visit_number: 'S1', patient_id: south, state: 'closed' },
      ],
      deliveries: [{ patient_id: south, state: 'scheduled' }],
      messages: [
        { visit_number: 'N1', patient_id: north },
        { visit_number: 'S1', patient_id: south },
        { visit_number: 'S1', patient_id: south },
      ],
    });
  });

  it('then leads each sender to its own patient', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    await call('PUT', `/identity_conflicts/${id}`, { decision: 'two_persons' });
    await told({ event: 'A08', visit: 'S1', patient: 'SAME^^^SOUTH^MR~Y', ...SOUTH, at: stamp(HOUR) });
    const open = await within(server, hospital, (tx) =>
      tx.selectFrom('visits').select('visit_number').where('state', '=', 'open').execute(),
    );
    expect(open).toEqual([{ visit_number: 'N1' }]);
    expect(await conflicts()).toEqual([]);
  });
});

describe('a message whose numbers lead to two patients', () => {
  /** PID-3 of `adt` has one number, so the second is added in its own line. */
  const both = () =>
    server.receive(
      [
        `MSH|^~\\&|PAS|${hospital.facility}|W|Q|${stamp(HOUR)}||ADT^A08|BOTH${hospital.id}|P|2.5.1`,
        `EVN|A08|${stamp(HOUR)}`,
        'PID|1||P1^^^HOSP^MR~P2^^^HOSP^MR||Inventwell^Orla||19700517|F',
        'PV1|1|I|CEDAR^1^A||||||||||||||||V1',
        '',
      ].join('\r'),
    );
  beforeEach(async () => {
    await told({ event: 'A01' }, { event: 'A01', patient: 'P2', visit: 'V2', ...IRIS });
    await both();
    await server.processAll();
  });

  it('merges them when somebody decides so, and the merge can be undone', async () => {
    const [{ id }] = (await conflicts()) as [Json];
    await call('PUT', `/identity_conflicts/${id}`, { decision: 'same_person' });
    const ids = await patientIds();
    expect(ids).toHaveLength(1);
    const { body } = await call('GET', `/patients/${ids[0]}`);
    expect(body.data.identifiers.map(({ identifier }: Json) => identifier)).toEqual(['P1', 'P2']);
    expect(body.data.visits).toHaveLength(2);
    const [merge] = body.data.merges;
    expect(merge).toMatchObject({ kind: 'person', gone_identifier: 'P2', undone_at: null });
    expect((await call('PUT', `/patients/${ids[0]}/merges/${merge.id}/undo`)).status).toBe(200);
    expect(await patientIds()).toHaveLength(2);
    expect((await call('PUT', `/patients/${ids[0]}/merges/${merge.id}/undo`)).status).toBe(409);
  });

  it('is assigned to the one whom somebody chooses', async () => {
    const [conflict] = (await conflicts()) as [Json];
    const chosen = conflict.patients[0].patient_id;
    expect((await call('PUT', `/identity_conflicts/${conflict.id}`, { decision: 'two_persons' })).status).toBe(422);
    await call('PUT', `/identity_conflicts/${conflict.id}`, { decision: 'two_persons', patient_id: chosen });
    const { body } = await call('GET', `/patients/${chosen}`);
    expect(body.data.visits).toMatchObject([{ visit_number: 'V1', location: 'CEDAR' }]);
    expect(await patientIds()).toHaveLength(2);
  });
});

describe('a number that a family shares', () => {
  const BRAM = { family: 'Inventwell', given: 'Bram', born: '20100204' };
  const relative = (parts: object) => ({ patient: 'C1^^^CARD^HC~M2', visit: 'V2', ...BRAM, ...parts });
  const mother = (parts: object) => ({ patient: 'C1^^^CARD^HC~M1', visit: 'V1', ...parts });
  const living = async () =>
    (await call('GET', '/patients?sort=id')).body.data.map(
      ({ given_name, identifier, identity_in_doubt: isInDoubt }: Json) => [given_name, identifier, isInDoubt],
    );
  const decide = async (decision: string, more = {}) => {
    const [{ id }] = (await conflicts()) as [Json];
    return call('PUT', `/identity_conflicts/${id}`, { decision, ...more });
  };

  it('is decided about once: each is known by their own number from then on', async () => {
    await told(mother({ event: 'A01' }), relative({ event: 'A01' }));
    expect(await conflicts()).toMatchObject([
      { kind: 'number_reused', shared: [{ identifier: 'C1', authority: 'CARD', type: 'HC' }] },
    ]);
    expect((await decide('two_persons')).status).toBe(200);
    expect(await living()).toEqual([
      ['Orla', 'M1', false],
      ['Bram', 'M2', false],
    ]);
    await told(mother({ event: 'A08', at: stamp(HOUR) }), relative({ event: 'A03', at: stamp(HOUR) }));
    await told(mother({ event: 'A03', at: stamp(2 * HOUR) }));
    expect(await conflicts()).toEqual([]);
    const visits = await within(server, hospital, (tx) =>
      tx.selectFrom('visits').select(['visit_number', 'state']).orderBy('visit_number').execute(),
    );
    expect(visits).toEqual([
      { visit_number: 'V1', state: 'closed' },
      { visit_number: 'V2', state: 'closed' },
    ]);
  });

  it('says nothing by itself any more, unless name and date of birth are those of who has it', async () => {
    await told(mother({ event: 'A01' }), relative({ event: 'A01' }));
    await decide('two_persons');
    await told(mother({ event: 'A08', patient: 'C1^^^CARD^HC~', at: stamp(HOUR) }));
    expect(await conflicts()).toEqual([]);
    await told(relative({ event: 'A08', patient: 'C1^^^CARD^HC~', at: stamp(HOUR) }));
    expect(await conflicts()).toMatchObject([{ kind: 'number_reused', shared: [] }]);
    const refused = await decide('two_persons');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Several people have this number'),
    ]);
    expect((await decide('correct')).status).toBe(200);
    expect(await living()).toHaveLength(2);
  });

  it('led to two patients: about one of them, it decides nothing for either from then on', async () => {
    await told(mother({ event: 'A01', patient: 'M1' }), relative({ event: 'A01' }));
    await told(mother({ event: 'A08', at: stamp(HOUR) }));
    const [conflict] = (await conflicts()) as [Json];
    expect(conflict).toMatchObject({ kind: 'two_patients', shared: [{ identifier: 'C1' }] });
    const [orla] = conflict.patients;
    expect((await decide('two_persons', { patient_id: orla.patient_id })).status).toBe(200);
    await told(mother({ event: 'A03', at: stamp(2 * HOUR) }), relative({ event: 'A03', at: stamp(2 * HOUR) }));
    expect(await conflicts()).toEqual([]);
    expect(await living()).toEqual([
      ['Orla', 'M1', false],
      ['Bram', 'M2', false],
    ]);
  });

  it('among the numbers that an A40 ends is in doubt, and merges no relative', async () => {
    await told(relative({ event: 'A01' }), mother({ event: 'A01', patient: 'M1' }));
    const ends = { event: 'A40', patient: 'M1', without: ['PV1'] };
    await told({ ...ends, more: ['MRG|M3^^^HOSP^MR~C1^^^CARD^HC'], at: stamp(HOUR) });
    expect(await conflicts()).toMatchObject([{ kind: 'number_reused', shared: [{ identifier: 'C1' }] }]);
    expect((await decide('two_persons')).status).toBe(200);
    expect(await living()).toEqual([
      ['Bram', 'M2', false],
      ['Orla', 'M1', false],
    ]);
    // The number that ended leads to the patient.
    await told(mother({ event: 'A03', patient: 'M3', at: stamp(2 * HOUR) }));
    expect(await living()).toHaveLength(2);
  });

  it('ends with a number of the same person, and is in doubt where it leads to another', async () => {
    await told(
      relative({ event: 'A01', patient: 'C1^^^CARD^HC~M2' }),
      mother({ event: 'A01', patient: 'M1' }),
      mother({ event: 'A01', patient: 'M3', visit: 'V3' }),
    );
    const ends = { event: 'A40', patient: 'M1', without: ['PV1'] };
    await told({ ...ends, more: ['MRG|M3^^^HOSP^MR~C1^^^CARD^HC'], at: stamp(HOUR) });
    const [conflict] = (await conflicts()) as [Json];
    expect(conflict).toMatchObject({ kind: 'two_patients', shared: [{ identifier: 'C1' }] });
    const meant = conflict.patients.find(({ given_name }: Json) => given_name === 'Orla');
    expect((await decide('two_persons', { patient_id: meant.patient_id })).status).toBe(200);
    expect(await living()).toEqual([
      ['Bram', 'M2', false],
      ['Orla', 'M1', false],
    ]);
  });
});

describe('a number that was given to somebody else, of an authority that the sender names otherwise now', () => {
  it('leads to the new person when they are two people', async () => {
    await told({ event: 'A01', patient: '7^^^NHS&1.2.3&ISO^MR~' });
    await told({ event: 'A01', patient: '7^^^&1.2.3&ISO^MR~', visit: 'V2', ...IRIS });
    const [{ id }] = (await conflicts()) as [Json];
    expect((await call('PUT', `/identity_conflicts/${id}`, { decision: 'two_persons' })).status).toBe(200);
    expect(await conflicts()).toEqual([]);
    expect((await call('GET', '/patients')).body.data).toMatchObject([
      { family_name: 'Inventwell' },
      { family_name: 'Marrow' },
    ]);
  });
});

describe('two records that a person merges', () => {
  it('are one patient, with the surveys of both, and are separated again when the merge is undone', async () => {
    await told({ event: 'A03' }, { event: 'A03', patient: 'P2', visit: 'V2', family: 'Inventwell' });
    const [first, second] = await patientIds();
    const merge = { merge: { gone_id: second, reason: 'Same person, told by the ward' } };
    expect((await call('POST', `/patients/${first}/merges`, merge)).status).toBe(201);
    const { body } = await call('GET', `/patients/${first}`);
    expect(body.data.visits.map(({ visit_number }: Json) => visit_number).toSorted()).toEqual(['V1', 'V2']);
    await call('PUT', `/patients/${first}/merges/${body.data.merges[0].id}/undo`);
    const owners = await within(server, hospital, (tx) =>
      tx.selectFrom('visits').select(['visit_number', 'patient_id']).orderBy('visit_number').execute(),
    );
    expect(owners).toEqual([
      { visit_number: 'V1', patient_id: first },
      { visit_number: 'V2', patient_id: second },
    ]);
  });

  it('are deceased when one of them is', async () => {
    await told({ event: 'A28' }, { event: 'A28', patient: 'P2', died: 'Y' });
    const [first, second] = await patientIds();
    await call('POST', `/patients/${first}/merges`, { merge: { gone_id: second, reason: 'The same' } });
    expect((await call('GET', `/patients/${first}`)).body.data.deceased).toBe(true);
  });
});

describe('patients', () => {
  it('are found by words of their name in any order, and by any number', async () => {
    await told({ event: 'A01', patient: 'P77', ...IRIS });
    for (const term of ['marrow iris', 'Iris, Marr', 'ir mar', 'P77'])
      expect([term, (await call('GET', `/patients?term=${encodeURIComponent(term)}`)).body.total]).toEqual([term, 1]);
    for (const sort of ['family_name', '-id'])
      expect((await call('GET', `/patients?term=marrow&sort=${sort}`)).body.total).toBe(1);
    expect((await call('GET', '/patients?term=Nobody')).body.total).toBe(0);
  });

  it('are listed in the order of their names where a term means very many of them, and only those of the application', async () => {
    const other = await server.makeApplication();
    for (const [application, count] of [
      [hospital, 20_050],
      [other, 10],
    ] as const)
      await within(server, application, (tx) =>
        sql`insert into patients (application_id, identifier, given_name, family_name, facts_at)
          select ${application.id}, 'N' || n, 'Rowan', 'Larch' || lpad(n::text, 6, '0'), now() from generate_series(1, ${count}::int) n`.execute(
          tx,
        ),
      );
    const { body } = await call('GET', '/patients?term=lar&per_page=2');
    expect(body).toMatchObject({ total: 10_000, total_is_estimate: true });
    expect(body.data.map(({ family_name }: Json) => family_name)).toEqual(['Larch000001', 'Larch000002']);
    const last = await call('GET', '/patients?term=rowan%20larch&per_page=1&page=3&sort=-family_name');
    expect(last.body.data).toMatchObject([{ identifier: 'N20048' }]);
    const { body: few } = await call('GET', '/patients?term=larch00001');
    expect(few).toMatchObject({ total: 10, current_page: 1 });
  });

  it('of other wards are not shown', async () => {
    await told({ event: 'A01', ward: 'BIRCH' });
    const [id] = await patientIds();
    const ash = await server.makeUser({
      applications: [hospital],
      permissions: ['messages.list', 'patients.update'],
      locations: ['ASH'],
    });
    expect((await call('GET', '/patients', undefined, ash)).body.total).toBe(0);
    expect((await call('GET', `/patients/${id}`, undefined, ash)).status).toBe(404);
    expect(
      (await call('POST', `/patients/${id}/merges`, { merge: { gone_id: id, reason: 'why not' } }, ash)).status,
    ).toBe(404);
  });
});

describe('for each visit it is shown', () => {
  /** Returns the same proof from the page of the patient and the page of the visit. */
  const proof = async () => {
    const [id] = await patientIds();
    const [visit] = (await call('GET', `/patients/${id}`)).body.data.visits;
    const ofVisit = (await call('GET', `/visits/${visit.id}/proof`)).body.data;
    expect(ofVisit).toEqual(visit.proof);
    return ofVisit;
  };

  it('that its patient got a survey, when and by which trigger', async () => {
    await told({ event: 'A01' }, { event: 'A03' });
    expect(await proof()).toMatchObject({ outcome: 'waiting', rule: 'send_survey_request', channel: 'sms' });
    server.setTime(after(2 * HOUR));
    await server.runJobs();
    expect(await proof()).toMatchObject({
      outcome: 'asked',
      rule: 'send_survey_request',
      survey_title: expect.any(String),
    });
  });

  it('that its patient got no survey, and why', async () => {
    await told({ event: 'A03', born: '20200101' });
    expect(await proof()).toMatchObject({ outcome: 'not_asked', reason: 'under_age' });
  });

  it('that no trigger matched, and which filter excluded the visit from each', async () => {
    await makeTrigger(server, hospital, {
      action: 'send_sms',
      text: 'Hello',
      filters: { event: ['A01'], location: ['CEDAR'] },
    });
    await told({ event: 'A01', ward: 'ASH' });
    expect(await proof()).toMatchObject({
      outcome: 'no_rule',
      rules_not_matched: [
        { action: 'send_survey_request', filter: 'event' },
        { action: 'send_sms', filter: 'location' },
      ],
    });
  });

  it('that its patient was written to in the ward where they lay before, to whoever sees the present one', async () => {
    await makeTrigger(server, hospital, { action: 'send_sms', text: 'Hello', filters: { event: ['A01'] } });
    await told({ event: 'A01', ward: 'ASH' }, { event: 'A02', ward: 'BIRCH' });
    const [id] = await patientIds();
    const seat = { applications: [hospital], permissions: ['messages.list'], locations: ['BIRCH'] };
    const there = await server.makeUser(seat);
    const [visit] = (await call('GET', `/patients/${id}`, undefined, there)).body.data.visits;
    expect(visit.proof).toMatchObject({ outcome: 'waiting', rule: 'send_sms', channel: 'sms' });
    const { body } = await call('GET', `/visits/${visit.id}/proof`, undefined, there);
    expect(body.data).toEqual(await proof());
  });

  it('that nothing has happened yet', async () => {
    await told({ event: 'A05' });
    expect(await proof()).toMatchObject({ outcome: 'no_event' });
  });
});
