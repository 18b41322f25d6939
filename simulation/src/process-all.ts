import type { Run } from './simulation-run.ts';
import type { SimulatedWardvoice } from './simulated-wardvoice.ts';

/** Processes everything acknowledged. From then on, deaths and protections also count for other records of the same person. */
export async function processAll({ members }: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  await wardvoice.process();
  for (const { processed, ...record } of members.flatMap(({ hospital }) => hospital.records)) {
    processed.isDead = record.isDead;
    processed.isProtected = record.isProtected;
  }
}
