import { afterAll, beforeAll, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';

const FAMILIES = 200;
const SEED = 20_261_121;

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication({ country: 'GB' });
});
afterAll(() => server.stop());

/** An identifier of a person: its value, and the number of its authority. */
interface Identifier {
  value: string;
  /** How the message writes the authority: "namespace", "universal" or "both". */
  authority: number;
  type: string;
}

interface Told {
  person: number;
  identifiers: (Identifier & { written: 'namespace' | 'universal' | 'both' })[];
  /** True for an A40, whose second identifier is merged away. */
  isMerge: boolean;
}

/** Returns deterministic numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes two people who share a home and perhaps a date of birth, with numbers of two authorities, in three or four
 * messages.
 */
function makeFamily(random: () => number): Told[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const written = () => pick(['namespace', 'namespace', 'universal', 'both'] as const);
  // Both people may have the same value, each from another authority.
  const shared = random() < 0.5;
  const numbersOf = (person: number): Identifier[] => [
    { value: shared ? 'SAME' : `A${person}`, authority: person, type: pick(['MR', 'MR', '']) },
    { value: `N${person}`, authority: 2, type: 'NI' },
  ];
  const people = [numbersOf(0), numbersOf(1)];
  const count = random() < 0.2 ? 4 : 3;
  return Array.from({ length: count }, (_, index) => {
    const person = index === 0 ? 0 : Math.floor(random() * 2);
    const [first, second] = people[person] as [Identifier, Identifier];
    const isMerge = random() < 0.15;
    const chosen = isMerge ? [second, first] : pick([[first], [second], [first, second], [second, first]]);
    return { person, isMerge, identifiers: chosen.map((one) => ({ ...one, written: written() })) };
  });
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, index) =>
    permutations([...values.slice(0, index), ...values.slice(index + 1)]).map((rest) => [value, ...rest]),
  );
}

const NAMES = ['Ashgrove^Ada', 'Birchwood^Bea'];

function message(told: Told, stream: number, at: Date, controlId: string): string {
  const cx = ({ value, authority, type, written }: Told['identifiers'][number]) => {
    const namespace = written === 'universal' ? '' : `S${stream}X${authority}`;
    const universal = written === 'namespace' ? '' : `&1.${stream}.${authority}&ISO`;
    return `${value}^^^${namespace}${universal}^${type}`;
  };
  const list = told.identifiers.map(cx);
  const event = told.isMerge ? 'A40' : 'A08';
  const time = hl7Time(at);
  return [
    `MSH|^~\\&|PAS|${hospital.facility}|W|Q|${time}||ADT^${event}|${controlId}|P|2.5.1`,
    `EVN|${event}|${time}`,
    `PID|1||${told.isMerge ? list[0] : list.join('~')}||${NAMES[told.person]}||1990010${told.person + 1}|F`,
    ...(told.isMerge ? [`MRG|${list[1]}`] : []),
    '',
  ].join('\r');
}

/** The key of an identifier, however its authority is written. */
const keysOf = (told: Told): string[] => told.identifiers.map(({ value, authority }) => `${authority} ${value}`);

it(
  `in ${FAMILIES} families, with messages in every order, nobody is taken for another, and nobody becomes two patients unnoticed`,
  { timeout: 240_000 },
  async () => {
    const random = randomFrom(SEED);
    const families = Array.from({ length: FAMILIES }, () => makeFamily(random));
    const streams = families.flatMap(permutations);
    const begin = Date.now() - 3_600_000;
    // Each stream keeps its order, and the streams are interleaved.
    for (const index of [0, 1, 2, 3])
      await Promise.all(
        streams.map(async (order, stream) => {
          const told = order[index];
          if (told) await server.receive(message(told, stream, new Date(begin + index * 1_000), `F${stream}M${index}`));
        }),
      );
    await server.processAll();

    const rows = await within(server, hospital, (tx) =>
      tx.selectFrom('hl7_messages').select(['message_control_id', 'patient_id', 'state', 'error_code']).execute(),
    );
    const byControlId = new Map(rows.map((row) => [row.message_control_id, row]));
    const wrong: string[] = [];
    const missed: string[] = [];
    let undecided = 0;
    for (const [stream, order] of streams.entries()) {
      const stored = order.map((told, index) => ({ told, index, row: byControlId.get(`F${stream}M${index}`) }));
      undecided += stored.filter(({ row }) => row?.error_code === '205').length;
      // After a conflict a person decides, so a family with one is not counted as missed.
      const hasDoubt = stored.some(({ row }) => row?.error_code === '205');
      const names = namesWritten(order);
      for (const one of stored)
        for (const other of stored.slice(one.index + 1)) {
          const together = one.row?.patient_id !== null && one.row?.patient_id === other.row?.patient_id;
          if (one.told.person !== other.told.person && together) wrong.push(`${stream}: ${one.index} ${other.index}`);
          const isSame = one.told.person === other.told.person && shareNumber(one.told, other.told, names);
          if (isSame && !together && !hasDoubt) missed.push(`${stream}: ${one.index} ${other.index}`);
        }
    }
    expect({ wrong: wrong.slice(0, 5), missed: missed.slice(0, 5) }).toEqual({ wrong: [], missed: [] });
    expect(rows.filter(({ state, error_code: code }) => state !== 'processed' && code !== '205')).toEqual([]);
    // Conflicts are for what cannot be known, so most families have none.
    expect(undecided / rows.length).toBeLessThan(0.2);
  },
);

/**
 * Returns the authorities of which a message of the stream contained both names. Only then are both names known to be
 * one authority.
 */
function namesWritten(order: readonly Told[]): Set<number> {
  return new Set(
    order.flatMap(({ identifiers }) =>
      identifiers.filter(({ written }) => written === 'both').map(({ authority }) => authority),
    ),
  );
}

function shareNumber(one: Told, other: Told, known: ReadonlySet<number>): boolean {
  return one.identifiers.some((first) =>
    other.identifiers.some(
      (second) =>
        keysOf({ ...one, identifiers: [first] })[0] === keysOf({ ...other, identifiers: [second] })[0] &&
        (known.has(first.authority) || first.written === second.written),
    ),
  );
}
