import type { alarms } from '@wardvoice/contract';

/** Something that is wrong now. Seen again a minute later, it belongs to the same alarm. */
export interface Problem {
  /** null for a problem of the system. */
  application_id: number | null;
  /** Tells the problems of one kind apart; empty where a kind has one problem at most. */
  problem: string;
  severity: alarms.Alarm['severity'];
  /** Figures and names of machines, never data of patients. */
  details: alarms.Alarm['details'];
}

/** What one check found. Alarms of this kind that it did not find are closed after some minutes. */
export interface Findings {
  kind: alarms.AlarmKind;
  problems: Problem[];
  /** The only `problem` that this check can see, where each machine sees its own; null when it sees all of the kind. */
  sees: string | null;
}
