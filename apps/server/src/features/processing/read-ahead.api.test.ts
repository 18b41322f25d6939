import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import type { ReadMessage } from './process-messages.ts';
import { findProcessingRules, type ProcessingRules } from './process-messages.queries.ts';
import { createReadAhead, type ReadAhead } from './read-ahead.ts';
import { listWaiting } from './waiting.queries.ts';

let server: TestServer;
let hospital: TestApplication;
let ahead: ReadAhead;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  hospital = await server.makeApplication();
  ahead = createReadAhead();
  await server.receive(
    adt({ event: 'A01', patient: 'P1', ward: 'ASH', phone: '0871234567', facility: hospital.facility }),
  );
});

async function readWaiting(change: (rules: ProcessingRules) => ProcessingRules = (rules) => rules) {
  await ahead.settled();
  return server.ctx.db.transaction(systemScope('example'), async (tx) => {
    const rules = change(await findProcessingRules(tx, hospital.id));
    const waiting = await listWaiting(tx, hospital.id, { limit: 10 });
    const messages = await ahead.read(tx, waiting, rules);
    ahead.start(server.ctx, rules, { after: 0, limit: 10 });
    return messages;
  });
}

const wardOf = ([message]: ReadMessage[]) =>
  message?.read.kind === 'event' ? message.read.event.person.visit?.location : message?.read.kind;

it('a message that is read ahead gives the same result as one read in its turn', async () => {
  const inItsTurn = await readWaiting();
  expect(wardOf(inItsTurn)).toBe('ASH');
  expect(await readWaiting()).toEqual(inItsTurn);
});

it('a message that was corrected after it was read ahead is read again', async () => {
  await readWaiting();
  await ahead.settled();
  const corrected = adt({ event: 'A01', patient: 'P1', ward: 'BIRCH', facility: hospital.facility });
  await server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx
      .updateTable('hl7_messages')
      .set({ corrected: Buffer.from(corrected) })
      .where('application_id', '=', hospital.id)
      .execute(),
  );
  expect(wardOf(await readWaiting())).toBe('BIRCH');
});

it('messages are read again when a setting for reading them has changed', async () => {
  await readWaiting();
  const phoneOf = ([message]: ReadMessage[]) =>
    message?.read.kind === 'event' ? message.read.event.person.facts.phone : undefined;
  expect(phoneOf(await readWaiting((rules) => ({ ...rules, country: 'US' })))).not.toBe(phoneOf(await readWaiting()));
});
