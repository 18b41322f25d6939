import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestApplication, type TestServer } from '../../testing/test-server.ts';

/** Faults that the generated feed of simulation/src/feed found, each reduced to as few messages as possible. */

let server: TestServer;
let hospital: TestApplication;
let minute = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  minute = 0;
  hospital = await server.makeApplication({ country: 'GB' });
});
afterAll(() => server.stop());

interface Told {
  event: string;
  /** PID-3.1 */
  patient?: string;
  /** Minutes before the preceding message. */
  late?: number;
  account?: string;
  /** PV1-19; null leaves it out, and `false` the whole PV1. */
  visit?: string | null | false;
  patientClass?: string;
  place?: string;
  priorPlace?: string;
  /** Lines after PID and PV1. */
  more?: string[];
}

async function tell(...all: Told[]): Promise<void> {
  for (const told of all) expect(await server.receive(message(told))).toContain('MSA|AA');
  await server.processAll();
}

function message({ event, patient = 'P1', late, account = '', visit = 'V1', more = [], ...told }: Told): string {
  minute += 1;
  const at = stamp((minute - (late ?? 0)) * MINUTE);
  return [
    `MSH|^~\\&|PAS|${hospital.facility}|W|Q|${at}||ADT^${event}|M${minute}|P|2.5.1`,
    `EVN|${event}|${at}`,
    pid(patient, account),
    ...(visit === false ? [] : [pv1(visit ?? '', told)]),
    ...more,
    '',
  ].join('\r');
}

const pid = (patient: string, account = ''): string =>
  `PID|||${patient}^^^HOSP^MR||Name${patient.toLowerCase()}^Orla||19700517|F||||||||||${account}`;
const pv1 = (visit: string, { patientClass = 'I', place = '', priorPlace = '' }: Partial<Told> = {}): string =>
  `PV1||${patientClass}|${place}|||${priorPlace}|||||||||||||${visit}`;

/** Returns the rows of the census screen, by the number of the visit, or else of the patient. */
async function census(): Promise<string[]> {
  const { headers } = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
  const url = '/api/v1/hl7_messages?distribution_list=census';
  const { body } = await server.call({ method: 'GET', url, headers });
  return body.data
    .map((row: Json) => [row.visit_number ?? '-', row.patient_identifier, row.location ?? '-'].join(' '))
    .toSorted();
}

const visits = () => within(server, hospital, (tx) => tx.selectFrom('visits').selectAll().orderBy('id').execute());

describe('the census', () => {
  it('shows both patients who swapped their beds, and where they are now', async () => {
    await tell(
      { event: 'A01', place: 'ASH^1^A' },
      { event: 'A01', patient: 'P2', visit: 'V2', place: 'ELM^2^B' },
      { event: 'A17', place: 'ELM^2^B', more: [pid('P2'), pv1('V2', { place: 'ASH^1^A' })] },
    );
    expect(await census()).toEqual(['V1 P1 ELM', 'V2 P2 ASH']);
  });

  it('shows the new number of a visit', async () => {
    await tell({ event: 'A01', place: 'ASH' }, { event: 'A50', visit: 'V9', more: ['MRG|P1^^^HOSP^MR||||V1'] });
    expect(await census()).toEqual(['V9 P1 ASH']);
  });

  it('shows a visit that was moved to another patient with that patient', async () => {
    await tell(
      { event: 'A01', place: 'ASH' },
      { event: 'A28', patient: 'P2', visit: false },
      { event: 'A45', patient: 'P2', more: ['MRG|P1^^^HOSP^MR||||V1'] },
    );
    expect(await census()).toEqual(['V1 P2 ASH']);
  });
});

describe('the census has no duplicate', () => {
  it('when an A45 moves two visits at once', async () => {
    await tell(
      { event: 'A01', place: 'ASH' },
      { event: 'A04', visit: 'V2', place: 'ED' },
      {
        event: 'A45',
        patient: 'P2',
        visit: false,
        more: ['MRG|P1^^^HOSP^MR||||V1', pv1('V1'), 'MRG|P1^^^HOSP^MR||||V2', pv1('V2')],
      },
      { event: 'A03', patient: 'P2' },
      { event: 'A03', patient: 'P2', visit: 'V2' },
    );
    expect(await census()).toEqual([]);
  });

  it('when a number moves to another patient after a visit did', async () => {
    await tell(
      { event: 'A01', place: 'ASH' },
      { event: 'A28', patient: 'P2^^^HOSP^MR~P3', visit: false },
      { event: 'A45', patient: 'P2', more: ['MRG|P1^^^HOSP^MR||||V1'] },
      { event: 'A43', patient: 'P4', visit: false, more: ['MRG|P2^^^HOSP^MR'] },
      { event: 'A03', patient: 'P2' },
    );
    expect(await census()).toEqual([]);
  });

  it('when linked patients are separated, and an admission came in between', async () => {
    const two: Omit<Told, 'event'> = { visit: false, more: [pid('P2')] };
    await tell(
      { event: 'A28', visit: false },
      { event: 'A28', patient: 'P2', visit: false },
      { event: 'A24', ...two },
      { event: 'A01', patient: 'P2', place: 'ASH' },
      { event: 'A37', ...two },
      { event: 'A03', patient: 'P2' },
    );
    expect(await census()).toEqual([]);
  });

  it.each(['A01', 'A02'])('after an %s that comes after the discharge, where visits have no numbers', async (event) => {
    const stay = { visit: null, place: 'ASH' };
    await tell({ event: 'A01', ...stay }, { event: 'A03', ...stay }, { event, late: 2, ...stay });
    expect(await census()).toEqual([]);
    await tell({ event: 'A01', ...stay });
    expect(await census()).toHaveLength(1);
  });

  it('after a repeated admission of somebody who is also expected again, where visits have no numbers', async () => {
    const stay = { visit: null, place: 'ASH' };
    await tell(
      { event: 'A01', ...stay },
      { event: 'A05', visit: null },
      { event: 'A01', ...stay },
      { event: 'A03', ...stay },
    );
    expect(await census()).toEqual([]);
    expect((await visits()).map(({ state }) => state)).toEqual(['closed', 'expected']);
  });
});

describe('a patient in the hospital', () => {
  it('is in the ward of the visit that continues, when two visits are merged', async () => {
    await tell(
      { event: 'A01', place: 'ASH^1^A' },
      { event: 'A01', visit: 'V2', place: 'ELM^2^B' },
      { event: 'A08', place: 'ASH^1^A' },
      { event: 'A42', visit: 'V2', more: ['MRG|P1^^^HOSP^MR||||V1'] },
    );
    expect(await census()).toEqual(['V2 P1 ELM']);
  });

  it('is still shown when the visit that is merged is the one that continues', async () => {
    await tell(
      { event: 'A01', place: 'ASH' },
      { event: 'A01', visit: 'V2', place: 'ELM' },
      { event: 'A03', visit: 'V2' },
      { event: 'A42', visit: 'V2', more: ['MRG|P1^^^HOSP^MR||||V1'] },
    );
    expect(await census()).toEqual(['V2 P1 ASH']);
  });

  it('keeps the texts about a visit that was merged into another', async () => {
    await tell({ event: 'A01' }, { event: 'A01', visit: 'V2' });
    const [first, second] = await visits();
    const text = { application_id: hospital.id, channel: 'sms', from_address: '+447700900123', text: 'Which ward?' };
    const heard = { received_at: NOON, received_from: 'smpp', patient_id: first?.patient_id, visit_id: first?.id };
    await within(server, hospital, (tx) =>
      tx
        .insertInto('inbound_texts')
        .values({ ...text, ...heard })
        .execute(),
    );
    await tell({ event: 'A42', visit: 'V2', more: ['MRG|P1^^^HOSP^MR||||V1'] });
    expect((await visits()).map(({ visit_number }) => visit_number)).toEqual(['V2']);
    const texts = await within(server, hospital, (tx) => tx.selectFrom('inbound_texts').select('visit_id').execute());
    expect(texts).toEqual([{ visit_id: second?.id }]);
  });

  it('is not moved by a late pre-admission', async () => {
    await tell({ event: 'A01', place: 'ASH^1^A' }, { event: 'A05', place: 'ELM^2^B', patientClass: 'P' });
    expect(await visits()).toMatchObject([{ state: 'open', location: 'ASH', bed: 'A', patient_class: 'I' }]);
  });

  it('is back in the same bed when a transfer is cancelled', async () => {
    await tell({ event: 'A01', place: 'ASH^1^A' }, { event: 'A02', place: 'ELM^2^B' }, { event: 'A12' });
    expect(await visits()).toMatchObject([{ location: 'ASH', room: '1', bed: 'A' }]);
  });

  it('is back in the bed that the transfer named', async () => {
    await tell(
      { event: 'A01', place: 'ASH^1^A' },
      { event: 'A02', place: 'ELM^2^B', priorPlace: 'ASH^1^C' },
      { event: 'A12' },
    );
    expect(await visits()).toMatchObject([{ location: 'ASH', room: '1', bed: 'C' }]);
  });

  it.each(['A06', 'A07'])('who is on leave is still on leave when an %s changes the class', async (event) => {
    await tell({ event: 'A01' }, { event: 'A21' }, { event, patientClass: 'O' });
    expect(await visits()).toMatchObject([{ state: 'open', on_leave: true, patient_class: 'O' }]);
    await tell({ event: 'A22' });
    expect(await visits()).toMatchObject([{ on_leave: false }]);
  });

  it.each(['A35', 'A49'])('gets the account number from an %s without PV1', async (event) => {
    await tell({ event: 'A01', account: 'A1' }, { event, account: 'A2', visit: false, more: ['MRG|P1^^^HOSP^MR||A1'] });
    expect(await visits()).toMatchObject([{ account_number: 'A2' }]);
  });

  it('is shown by another of their numbers when one was moved away', async () => {
    await tell(
      { event: 'A01', patient: 'P1^^^HOSP^MR~P2', place: 'ASH' },
      { event: 'A43', patient: 'P3', visit: false, more: ['MRG|P1^^^HOSP^MR'] },
    );
    const shown = await within(server, hospital, (tx) =>
      tx.selectFrom('patients').select('identifier').orderBy('identifier').execute(),
    );
    expect(shown).toEqual([{ identifier: 'P2' }, { identifier: 'P3' }]);
  });
});
