import type { Stay } from './adt-message.ts';
import type { DemoHospital } from './demo-hospitals.ts';
import type { Random } from './demo-people.ts';
import { openWards } from './hospital-wards.ts';
import { drawLiveEvents } from './live-events.ts';
import { pastEvents } from './past-events.ts';

export interface HospitalFeed {
  /** Returns the events between two times, in order and with their own times. */
  past(from: Date, until: Date): Generator<Uint8Array, void>;
  /** Returns the next live event. */
  next(at: Date): Uint8Array;
  /** Adds patients with open stays from an earlier run. */
  adopt(stays: readonly Stay[]): void;
}

/**
 * Generates a feed with consistent visits: only admitted patients are discharged, and every patient is discharged in
 * the end.
 */
export function createHospitalFeed(random: Random, runId: string, hospital: DemoHospital): HospitalFeed {
  const wards = openWards(random, runId, hospital);
  return {
    past: (from, until) => pastEvents(wards, random, from, until),
    next: drawLiveEvents(wards, random),
    adopt: wards.adopt,
  };
}
