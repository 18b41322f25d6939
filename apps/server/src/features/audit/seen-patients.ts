import type { Clock } from '../../platform/clock.ts';

const ONE_LOOK_MS = 10 * 60_000;
/** Looks remembered; beyond, the oldest is forgotten and will be written again. */
const MOST_LOOKS = 10_000;

export declare namespace SeenPatients {
  interface Look {
    sessionId: number;
    /** The address that was read, with its filters. */
    what: string;
  }
}

export interface SeenPatients {
  /** True when the look is not written yet: the first of its kind in ten minutes, or with a patient who was not in it. */
  isNew(look: SeenPatients.Look, patientIds: readonly number[]): boolean;
  remember(look: SeenPatients.Look, patientIds: readonly number[]): void;
}

/** Live lists fetch themselves again with each event. What shows no further patient is not written again and again. */
export function createSeenPatients(clock: Clock): SeenPatients {
  const looks = new Map<string, { since: number; patients: Set<number> }>();
  const keyOf = ({ sessionId, what }: SeenPatients.Look) => `${sessionId} ${what}`;
  const current = (key: string) => {
    const look = looks.get(key);
    return look && clock().getTime() - look.since < ONE_LOOK_MS ? look : undefined;
  };
  return {
    isNew(look, patientIds) {
      const known = current(keyOf(look));
      return !known || patientIds.some((id) => !known.patients.has(id));
    },
    remember(look, patientIds) {
      const key = keyOf(look);
      const known = current(key) ?? { since: clock().getTime(), patients: new Set<number>() };
      for (const id of patientIds) known.patients.add(id);
      looks.delete(key);
      looks.set(key, known);
      const [oldest] = looks.keys();
      if (looks.size > MOST_LOOKS && oldest !== undefined) looks.delete(oldest);
    },
  };
}
