import { parseMessage, PID, PV1 } from '@wardvoice/hl7';
import { expect, test } from 'vitest';
import { HOSPITAL } from './demo-hospitals.ts';
import { seededRandom } from './demo-people.ts';
import { createHospitalFeed } from './hospital-feed.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-03-18T14:00:00Z');
const SEEDS = [1, 7, 2026];

interface Told {
  event: string;
  patient: string;
  visit: string;
  at: string;
}

function read(bytes: Uint8Array): Told | null {
  const parsed = parseMessage(bytes);
  if (!parsed.ok || parsed.message.header.messageCode !== 'ADT') return null;
  const pid = parsed.message.segment('PID');
  const pv1 = parsed.message.segment('PV1');
  const patient = pid ? (PID.view(pid).patientIdentifierList[0]?.idNumber ?? '') : '';
  const visit = pv1 ? (PV1.view(pv1).visitNumber.idNumber ?? '') : '';
  const { triggerEvent, dateTime } = parsed.message.header;
  return visit ? { event: triggerEvent, patient, visit, at: dateTime } : null;
}

/** Plays a week of the past, and then this many live events. */
function play(seed: number, live: number) {
  const feed = createHospitalFeed(seededRandom(seed), 'TEST', HOSPITAL);
  const past = [...feed.past(new Date(NOW.getTime() - 7 * DAY), NOW)];
  const now = Array.from({ length: live }, (_, index) => feed.next(new Date(NOW.getTime() + index * 2_500)));
  return { past, now };
}
const readAll = (messages: readonly Uint8Array[]): Told[] => messages.map(read).filter((told) => told !== null);

/** Follows the visits as a ward clerk would, and returns messages that are impossible. */
function follow(messages: readonly Told[]): { inHouse: Set<string>; impossible: string[]; sizes: number[] } {
  const inHouse = new Set<string>();
  const left = new Set<string>();
  const impossible: string[] = [];
  const sizes: number[] = [];
  for (const { event, visit } of messages) {
    const here = inHouse.has(visit);
    if (['A02', 'A03', 'A11', 'A12', 'A08', 'A40'].includes(event) && !here) impossible.push(`${event} ${visit}`);
    if (event === 'A04' && (here || left.has(visit))) impossible.push(`${event} ${visit}`);
    if (event === 'A13' && !left.has(visit)) impossible.push(`${event} ${visit}`);
    if (['A01', 'A04', 'A13'].includes(event)) inHouse.add(visit);
    if (event === 'A03' || event === 'A11') inHouse.delete(visit);
    if (event === 'A03') left.add(visit);
    sizes.push(inHouse.size);
  }
  return { inHouse, impossible, sizes };
}

test.each(SEEDS)('only patients with an open stay are discharged, moved or corrected (seed %i)', (seed) => {
  const { past, now } = play(seed, 600);
  expect(follow(readAll([...past, ...now])).impossible).toEqual([]);
});

test.each(SEEDS)('about forty patients are in the hospital, after a week and later (seed %i)', (seed) => {
  const { past, now } = play(seed, 600);
  const week = readAll(past);
  expect(follow(week).inHouse.size).toBeGreaterThanOrEqual(28);
  expect(follow(week).inHouse.size).toBeLessThanOrEqual(55);
  const live = follow([...week, ...readAll(now)]).sizes.slice(-500);
  expect(Math.min(...live)).toBeGreaterThanOrEqual(34);
  expect(Math.max(...live)).toBeLessThanOrEqual(48);
});

test.each(SEEDS)('every event that is processed here occurs within a week (seed %i)', (seed) => {
  const events = new Set(readAll(play(seed, 200).past).map(({ event }) => event));
  expect([...events].toSorted()).toEqual(['A01', 'A02', 'A03', 'A04', 'A08', 'A11', 'A12', 'A13', 'A31', 'A40']);
});

test('each of the seven days has admissions, discharges, transfers and emergency visits, in the order of time', () => {
  const { past } = play(7, 0);
  const told = readAll(past);
  expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted());
  for (let day = 0; day < 7; day += 1) {
    const date = new Date(NOW.getTime() - (6 - day) * DAY).toISOString().slice(0, 10).replaceAll('-', '');
    const events = told.filter(({ at }) => at.startsWith(date)).map(({ event }) => event);
    for (const event of ['A01', 'A02', 'A03', 'A04']) expect(events, `${date} ${event}`).toContain(event);
  }
});

test('a patient is discharged within the first half minute, so that a visitor sees what follows', () => {
  const first = readAll(play(7, 12).now).map(({ event }) => event);
  expect(first.filter((event) => event === 'A03').length).toBeGreaterThanOrEqual(2);
});

test('a few messages in a hundred are broken', () => {
  const { past, now } = play(2026, 1_000);
  const broken = [...past, ...now].length - readAll([...past, ...now]).length;
  expect(broken / (past.length + now.length)).toBeGreaterThan(0.01);
  expect(broken / (past.length + now.length)).toBeLessThan(0.06);
});

test('the same seed gives the same hospital', () => {
  expect(play(7, 50)).toEqual(play(7, 50));
});
