import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { feed, within } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { ADT_EVENTS, APPOINTMENT_EVENTS } from '../patient-events/index.ts';
import {
  STATE_OF_APPOINTMENT,
  VISIT_LIFECYCLE,
  VISIT_SITUATIONS,
  visitStateAfter,
  type VisitEvent,
  type VisitSituation,
} from './visit-state.ts';

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

/** A message about the visit of one patient. SCH-25 says how far an appointment is. */
function messageOf(code: string, index: number, { at, filler = '' }: { at: string; filler?: string }): MessageParts {
  const parts = { event: code, patient: `P${index}`, visit: `V${index}`, at };
  if (code.startsWith('S'))
    return { ...parts, type: 'SIU', more: [`SCH|A${index}|${'|'.repeat(23)}${filler}`], without: ['PV1'] };
  // The other patient with whom the beds are swapped.
  const other = [`PV1|1|I|ASH^1^A${'|'.repeat(16)}V${index}`, `PID|2||Q${index}^^^HOSP^MR||Inventwell^Una||19800203|F`];
  return code === 'A17' ? { ...parts, more: other, visit: `W${index}` } : parts;
}

/** Makes visits in these situations, sends each the message, and returns their states; "unknown" where there is none. */
async function drive(
  pairs: readonly { code: string; from: VisitSituation; filler?: string }[],
): Promise<VisitSituation[]> {
  const known = pairs.flatMap(({ code, from }, index) =>
    from === 'unknown' ? [] : [{ from, index, first: code.startsWith('S') ? 'S12' : 'A01' }],
  );
  await feed(server, hospital, ...known.map(({ first, index }) => messageOf(first, index, { at: stamp(-MINUTE) })));
  await within(server, hospital, async (tx) => {
    for (const { from, index } of known)
      await tx
        .updateTable('visits')
        .set({ state: from })
        .where((where) =>
          where.or([where('visit_number', '=', `V${index}`), where('appointment_number', '=', `A${index}`)]),
        )
        .execute();
  });
  await feed(
    server,
    hospital,
    ...pairs.map(({ code, filler = '' }, index) => messageOf(code, index, { at: stamp(), filler })),
  );
  const rows = await within(server, hospital, (tx) => tx.selectFrom('visits').selectAll().execute());
  return pairs.map((_, index) => {
    const found = rows.filter((row) => row.visit_number === `V${index}` || row.appointment_number === `A${index}`);
    expect(found.length).toBeLessThanOrEqual(1);
    return (found[0]?.state ?? 'unknown') as VisitSituation;
  });
}

const describeMove = (event: string, from: string, to: string) => `${from} × ${event} → ${to}`;

describe('a visit', () => {
  const RULES = Object.entries({ ...ADT_EVENTS, ...APPOINTMENT_EVENTS }).flatMap(([code, { visit, identity }]) => {
    const event = visit ?? (identity === 'delete_person' ? identity : null);
    return event && event in VISIT_LIFECYCLE ? [{ code, event: event as VisitEvent }] : [];
  });

  it('is moved by every row of the table', () => {
    expect(new Set(RULES.map(({ event }) => event))).toEqual(new Set(Object.keys(VISIT_LIFECYCLE)));
  });

  it('moves as the table says, in every state, by every event that tells of a visit', async () => {
    const pairs = RULES.flatMap((rule) => VISIT_SITUATIONS.map((from) => ({ ...rule, from })));
    const became = await drive(pairs);
    expect(pairs.map(({ code, from }, index) => describeMove(code, from, became[index] ?? ''))).toEqual(
      pairs.map(({ code, event, from }) => describeMove(code, from, VISIT_LIFECYCLE[event][from] ?? from)),
    );
  });

  const FILLERS = {
    booked: 'BOOKED',
    arrived: 'ARRIVED',
    done: 'COMPLETE',
    cancelled: 'CANCELLED',
    not_attended: 'NOSHOW',
  } as const;
  const STATES = VISIT_SITUATIONS.filter((from) => from !== 'unknown');

  it('of an appointment gets the state of SCH-25 wherever the event applies', async () => {
    const pairs = RULES.filter(({ code }) => code.startsWith('S')).flatMap((rule) =>
      STATES.flatMap((from) =>
        (Object.keys(FILLERS) as (keyof typeof FILLERS)[]).map((appointment) => ({
          ...rule,
          from,
          appointment,
          filler: FILLERS[appointment],
        })),
      ),
    );
    const became = await drive(pairs);
    expect(
      pairs.map(({ code, from, filler }, index) => describeMove(`${code} ${filler}`, from, became[index] ?? '')),
    ).toEqual(
      pairs.map(({ code, event, from, filler, appointment }) => {
        const to = VISIT_LIFECYCLE[event][from] && STATE_OF_APPOINTMENT[appointment];
        expect(visitStateAfter(event, from, appointment)).toBe(to);
        return describeMove(`${code} ${filler}`, from, to ?? from);
      }),
    );
  });
});
