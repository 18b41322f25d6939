import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feed, within } from '../../testing/builders.ts';
import { adt, type MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import {
  createApplicationRouting,
  createGroupCommit,
  createReceiver,
  OVER_MLLP,
  type Receiver,
} from '../intake/index.ts';
import { findUnprocessedSubjects } from './index.ts';

let server: TestServer;
let hospital: TestApplication;
let patients: Record<string, number>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  hospital = await server.makeApplication();
  await feed(server, hospital, { patient: 'P1', visit: 'V1' }, { patient: 'P2', visit: 'V2', born: '19450101' });
  const rows = await within(server, hospital, (tx) => tx.selectFrom('patients').select(['id', 'identifier']).execute());
  patients = Object.fromEntries(rows.map(({ id, identifier }) => [identifier, id]));
});

const acknowledge = (parts: MessageParts, facility = hospital.facility) => server.receive(adt({ facility, ...parts }));

/** Returns which of the two patients are found, by their numbers, in a transaction that sees this application only. */
async function unprocessed(): Promise<string[]> {
  const found = await within(server, hospital, (tx) =>
    findUnprocessedSubjects(tx, hospital.id, Object.values(patients)),
  );
  return Object.keys(patients).filter((number) => found.has(patients[number] ?? 0));
}

/** Runs a listener that stores messages unfiled, as it does under load. */
async function underLoad(work: (receiver: Receiver) => Promise<void>): Promise<void> {
  const { db, log, clock } = server.ctx;
  const settings = createApplicationRouting(db);
  const commit = createGroupCommit({
    connectionString: server.connectionString,
    settings,
    log,
    onCommit: () => undefined,
    busyShare: -1,
  });
  const receiver = createReceiver({ routing: settings, commit, clock });
  await work(receiver);
  await receiver.close();
}

describe('a patient whom an acknowledged but unprocessed message may be about', () => {
  it('is found until the message is processed, and nobody else is', async () => {
    expect(await unprocessed()).toEqual([]);
    await acknowledge({ event: 'A13', patient: 'P1' });
    expect(await unprocessed()).toEqual(['P1']);
    await server.processAll();
    expect(await unprocessed()).toEqual([]);
  });

  it('is found by any number in the message, by the visit number, as the mother, and as the merged patient', async () => {
    await acknowledge({ event: 'A08', patient: 'X9~P2^^^OTHER', born: '19450101' });
    expect(await unprocessed()).toEqual(['P2']);
    await acknowledge({ event: 'A13', patient: 'UNKNOWN', visit: 'V1', born: '19800101' });
    expect(await unprocessed()).toEqual(['P1', 'P2']);
    await server.processAll();
    await acknowledge({ event: 'A28', patient: 'BABY', mother: 'P1^^^HOSP^MR', born: '20260101', died: 'Y' });
    expect(await unprocessed()).toEqual(['P1']);
    await server.processAll();
    await acknowledge({ event: 'A40', patient: 'SURVIVOR', born: '', more: ['MRG|P1^^^HOSP^MR'] });
    expect(await unprocessed()).toEqual(['P1']);
    await server.processAll();
  });

  it('is found while the message is stored but not filed', async () => {
    await underLoad(async (receiver) => {
      const bytes = Buffer.from(adt({ facility: hospital.facility, event: 'A13', patient: 'P2', born: '' }));
      expect((await receiver.receive(bytes, OVER_MLLP)).code).toBe('AA');
    });
    const filed = await within(server, hospital, (tx) =>
      tx.selectFrom('hl7_messages').select('id').where('state', '=', 'received').execute(),
    );
    expect(filed).toEqual([]);
    expect(await unprocessed()).toEqual(['P2']);
    await server.processAll();
    expect(await unprocessed()).toEqual([]);
  });

  it.each(['19450101', '1945-01-01', '01/01/1945', '194501011200'])(
    'is found by the same date of birth (%s) under another number, as of a second registration',
    async (born) => {
      await acknowledge({ event: 'A08', patient: 'SECOND', died: 'Y', born });
      expect(await unprocessed()).toEqual(['P2']);
      await server.processAll();
      expect(await unprocessed()).toEqual([]);
    },
  );

  it.each(['ADT', 'ORU'])('is everybody, when an %s reports a death without a date of birth', async (type) => {
    await acknowledge({ type, event: 'A08', patient: 'SECOND', died: 'Y', born: '' });
    expect(await unprocessed()).toEqual(['P1', 'P2']);
    await server.processAll();
    expect(await unprocessed()).toEqual([]);
  });

  it('is not found by the same number in another organisation, nor by a message that is ignored or refused', async () => {
    const other = await server.makeApplication();
    await acknowledge({ event: 'A13', patient: 'P1' }, other.facility);
    await acknowledge({ type: 'ORU', event: 'R01', patient: 'P1' });
    await acknowledge({ event: 'A13', patient: 'P1', version: '3.0' });
    expect(await unprocessed()).toEqual([]);
    await server.processAll();
  });

  it('is everybody, when a message does not say whom it is about or very many messages wait', async () => {
    await acknowledge({ event: 'A08', patient: 'P1' });
    await within(server, hospital, (tx) =>
      tx.updateTable('hl7_messages').set({ subject_keys: null }).where('state', '=', 'received').execute(),
    );
    expect(await unprocessed()).toEqual(['P1', 'P2']);
    await server.processAll();
    await within(server, hospital, (tx) =>
      sql`
        insert into hl7_messages (application_id, state, event_at, content_hash, raw, subject_keys)
        select ${hospital.id}, 'received', now(), '', '', '{}' from generate_series(1, 5001)`.execute(tx),
    );
    expect(await unprocessed()).toEqual(['P1', 'P2']);
    await within(server, hospital, (tx) => tx.deleteFrom('hl7_messages').where('state', '=', 'received').execute());
    expect(await unprocessed()).toEqual([]);
  });

  it('leaves no trace of the number once the message is processed', async () => {
    const kept = await within(server, hospital, (tx) =>
      tx.selectFrom('hl7_messages').select('id').where('subject_keys', 'is not', null).execute(),
    );
    expect(kept).toEqual([]);
  });
});
