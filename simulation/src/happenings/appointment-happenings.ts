import { HOUR, type Happening, type HospitalWorld, type WeightedHappening } from '../hospital-world.ts';
import { moveTo } from './visit-happenings.ts';
import type { ModelVisit } from '../model-hospital.ts';

/** Events of appointments (SIU): booked, moved, changed, cancelled, not attended. */
export function appointmentHappenings(world: HospitalWorld): WeightedHappening[] {
  const { hospital, random, newVisit, visitsIn } = world;

  function book(now: Date): Happening | null {
    const record = world.anyOf(world.living(), (one) => one);
    if (!record) return null;
    const visit = newVisit(record, true);
    return {
      event: 'S12',
      record,
      visit,
      content: { appointment: { number: visit.number, at: inSomeDays(now) } },
      change: () => void hospital.visits.set(visit.number, visit),
    };
  }

  const inSomeDays = (now: Date) => new Date(now.getTime() + random.int(1, 200) * HOUR);

  function change(
    event: string,
    now: Date,
    { from = 'expected', to, state }: { from?: ModelVisit['state']; to: ModelVisit['state']; state?: string },
  ): Happening | null {
    const booked = visitsIn(from, true);
    if (booked.length === 0) return null;
    const visit = random.pick(booked);
    const at = event === 'S13' ? inSomeDays(now) : now;
    return {
      event,
      record: visit.record,
      visit,
      content: { appointment: { number: visit.number, at, ...(state === undefined ? {} : { state }) } },
      change: moveTo(visit, to),
    };
  }

  return [
    [4, book],
    [1, (now) => change('S13', now, { to: 'expected' })],
    [1, (now) => change('S14', now, { to: 'open', state: 'Arrived' })],
    [1, (now) => change('S14', now, { from: 'open', to: 'closed', state: 'Complete' })],
    [1, (now) => change('S15', now, { to: 'cancelled' })],
    [0.5, (now) => change('S16', now, { to: 'cancelled' })],
    [0.5, (now) => change('S17', now, { to: 'cancelled' })],
    [1, (now) => change('S26', now, { to: 'not_attended' })],
  ];
}
