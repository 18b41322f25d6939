import type { alarms } from '@wardvoice/contract';

/** What is wrong at this moment. The same problem a minute later is the same alarm. */
export interface Problem {
  /** null: the system's. */
  application_id: number | null;
  /** Tells the problems of one kind apart; empty where there is one at most. */
  problem: string;
  severity: alarms.Alarm['severity'];
  /** Figures and names of machines; never of patients. */
  details: alarms.Alarm['details'];
}

/** What one check found. Alarms of this kind that it did not find are on their way to be closed. */
export interface Findings {
  kind: alarms.AlarmKind;
  problems: Problem[];
  /** The only `problem` that this check can see, where each machine sees its own; null: it sees all of the kind. */
  sees: string | null;
}
