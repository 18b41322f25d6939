import type { Violation } from './checks/violation.ts';
import type { Coverage } from './checks/coverage.ts';
import type { HospitalSender } from './happenings/hospital-events.ts';
import type { ModelHospital, ModelVisit, PathwayStep } from './model-hospital.ts';
import type { Random } from './random.ts';
import type { SimulatedOrganisation } from './simulated-organisation.ts';
import type { SimulatedReceipt } from './simulated-wardvoice.ts';

/** One organisation, with the model of its hospital. */
export interface Member {
  organisation: SimulatedOrganisation;
  hospital: ModelHospital;
  sender: HospitalSender;
  /** Surveys that reached somebody and can be answered. */
  links: { token: string; visit: ModelVisit; delivery: number; step: PathwayStep | null; until: Date | null }[];
  /** Deliveries to patients that a gateway took. */
  taken: Set<number>;
  /** Those of them that Wardvoice may not know to be sent, because its process died. */
  inDoubt: Set<number>;
  /** What receipts said, by delivery. */
  receipts: Map<number, SimulatedReceipt['event']>;
}

/** The state of a run of the simulation. */
export interface Run {
  random: Random;
  /**
   * Random numbers for what patients and staff do. They are separate because how much they do depends on what Wardvoice sends.
   */
  answers: Random;
  gateway: Random;
  members: Member[];
  coverage: Coverage;
  violations: Violation[];
  now: Date;
  sent: number;
  /** Receipts that gateways have not sent yet. */
  lateReceipts: { receipt: SimulatedReceipt; delivery: number; to: string; member: Member }[];
  /** Receipts after which their addresses count as bounced, once they are processed. */
  bouncing: Run['lateReceipts'];
  /** Deliveries that gateways took during the present run of the jobs. */
  handedOver: { member: Member; delivery: number }[];
}

/** Returns the hospitals by the id of their application. */
export const hospitalsOf = ({ members }: Run): Map<number, ModelHospital> =>
  new Map(members.map(({ organisation, hospital }) => [organisation.application.id, hospital]));
