import type { ModelHospital } from '../model-hospital.ts';

/** A promise that was broken. */
export interface Violation {
  rule: string;
  /** Control ids of the messages that the violation is about. It contains no names and no numbers of patients. */
  detail: string;
  hospital?: ModelHospital | null;
}
