import { messages } from '@wardvoice/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NOON, stamp } from '../../testing/asked.ts';
import { within } from '../../testing/builders.ts';
import { adt, type MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { MESSAGE_LIFECYCLE, type MessageEvent, type ValidationEvent } from '../processing/message-state.ts';
import { saveOutcomes, type Outcome } from '../processing/process-messages.queries.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await server.makeApplication({ country: 'GB' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

type State = messages.MessageState;
const STATES = messages.MESSAGE_STATES;

/** Returns the state after the event by the table; the former one where the event does not move it. */
function stateAfter(event: MessageEvent, from: State): State {
  const moves: Partial<Record<State, State>> = MESSAGE_LIFECYCLE[event];
  return moves[from] ?? from;
}

/** Stores these messages, puts them into these states, and returns their ids. */
async function storeIn(texts: readonly { from: State; text: string }[]): Promise<number[]> {
  for (const { text } of texts) await server.receive(text);
  await server.processAll();
  return within(server, hospital, async (tx) => {
    const rows = await tx.selectFrom('hl7_messages').select('id').orderBy('id').execute();
    expect(rows).toHaveLength(texts.length);
    for (const [index, { id }] of rows.entries()) {
      const state = texts[index]?.from as State;
      const error_code = state === 'error' ? '207' : null;
      await tx.updateTable('hl7_messages').set({ state, error_code }).where('id', '=', id).execute();
    }
    return rows.map(({ id }) => id);
  });
}

async function statesOf(ids: readonly number[]): Promise<(string | undefined)[]> {
  const rows = await within(server, hospital, (tx) =>
    tx.selectFrom('hl7_messages').select(['id', 'state']).where('id', 'in', ids).execute(),
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
}

const message = (index: number, parts: MessageParts = {}) =>
  adt({ facility: hospital.facility, at: stamp(), patient: `P${index}`, visit: `V${index}`, ...parts });

/** The facts of a message that names nothing but its patient. */
const NO_FACTS = {
  visit_id: null,
  patient_identifier: 'P0',
  location: null,
  patient_class: null,
  visit_number: null,
  given_name: null,
  family_name: null,
  birth_date: null,
  sex: null,
  language: null,
  phone_home: null,
  phone: null,
  email: null,
  warnings: null,
};

const RESULTS = ['processed', 'ignored', 'error'] as const;

function outcomeOf(id: number, state: (typeof RESULTS)[number], patientId: number): Outcome {
  if (state === 'processed') return { id, state, patient_id: patientId, ...NO_FACTS };
  if (state === 'ignored') return { id, state, ignored_reason: 'It changes nothing.' };
  return { id, state, error_code: '207', error_field: null, error_text: 'It was not read.' };
}

it.each([
  ['processing', false, { processed: 'applied', ignored: 'ignored', error: 'failed' }],
  ['rebuilding', true, { processed: 'rebuilt', ignored: 'rebuilt_ignored', error: 'rebuilt_failed' }],
] as const)('%s moves a message as the table says, from every state', async (_name, isRebuild, events) => {
  const pairs = STATES.flatMap((from) => RESULTS.map((result) => ({ from, result, event: events[result] })));
  const ids = await storeIn(pairs.map(({ from }, index) => ({ from, text: message(index) })));
  const moved = await within(server, hospital, async (tx) => {
    const patient = await tx.selectFrom('patients').select('id').executeTakeFirstOrThrow();
    const outcomes = pairs.map(({ result }, index) => outcomeOf(ids[index] ?? 0, result, patient.id));
    return saveOutcomes(tx, outcomes, NOON, { isRebuild });
  });
  const became = await statesOf(ids);
  expect(pairs.map(({ from, event }, index) => `${from} × ${event} → ${became[index]}`)).toEqual(
    pairs.map(({ from, event }) => `${from} × ${event} → ${stateAfter(event, from)}`),
  );
  expect(moved).toBe(pairs.filter(({ from, event }) => from in MESSAGE_LIFECYCLE[event]).length);
});

/** Messages by what validation finds in them. */
const VALIDATED: Readonly<Record<ValidationEvent, MessageParts>> = {
  accepted: { event: 'A01' },
  skipped: { type: 'ORU', event: 'R01' },
  refused: { event: 'A01', without: ['PID'] },
};
const VALIDATIONS = Object.keys(VALIDATED) as ValidationEvent[];

it('a message is stored in the state that the table names', async () => {
  for (const event of VALIDATIONS) await server.receive(message(0, VALIDATED[event]));
  const rows = await within(server, hospital, (tx) =>
    tx.selectFrom('hl7_messages').select('state').orderBy('id').execute(),
  );
  expect(rows.map(({ state }) => state)).toEqual(VALIDATIONS.map((event) => MESSAGE_LIFECYCLE[event].new));
});

it('a message that is processed again, one by one, moves as the table says, from every state', async () => {
  const pairs = STATES.flatMap((from) => VALIDATIONS.map((event) => ({ from, event })));
  const ids = await storeIn(pairs.map(({ from, event }, index) => ({ from, text: message(index, VALIDATED[event]) })));
  for (const id of ids) {
    const url = `/api/v1/hl7_messages/${id}/reprocess`;
    expect((await server.call({ method: 'PUT', url, headers: admin.headers })).status).toBe(200);
  }
  const became = await statesOf(ids);
  expect(pairs.map(({ from, event }, index) => `${from} × ${event} → ${became[index]}`)).toEqual(
    pairs.map(({ from, event }) => {
      const validated = stateAfter(event, from);
      // What is accepted is processed in the same call.
      return `${from} × ${event} → ${validated === 'received' ? stateAfter('applied', validated) : validated}`;
    }),
  );
});

it('errors that are processed again together wait until a worker processes them, as the table says', async () => {
  const ids = await storeIn(
    VALIDATIONS.map((event, index) => ({ from: 'error', text: message(index, VALIDATED[event]) })),
  );
  const url = '/api/v1/hl7_messages/reprocess';
  expect((await server.call({ method: 'PUT', url, headers: admin.headers })).body.data.queued).toBe(ids.length);
  expect(await statesOf(ids)).toEqual(VALIDATIONS.map((event) => stateAfter(event, 'error')));
});
