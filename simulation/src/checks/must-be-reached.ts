import { deliveries } from '@wardvoice/contract';
import { ADT_EVENTS, APPOINTMENT_EVENTS } from '../../../apps/server/src/features/patient-events/index.ts';

/**
 * Reasons that the simulation does not produce: no message is days late, no broadcast is cancelled, no case is reopened, no basis is consent. A
 * bounced address is written to again, and the quota of a ward is reached, with some seeds only.
 */
const NOT_SIMULATED_REASONS: readonly string[] = [
  'replay',
  'broadcast_cancelled',
  'case_reopened',
  'no_consent',
  'invalid_address',
  'over_quota',
  'pathway_ended',
];

/** What the fixed seeds of the tests must come across: a run that never meets these proves little. */
export const MUST_BE_REACHED = [
  ...[...Object.keys(ADT_EVENTS), ...Object.keys(APPOINTMENT_EVENTS)].map((event) => `event: ${event}`),
  ...deliveries.SUPPRESSION_REASONS.filter((reason) => !NOT_SIMULATED_REASONS.includes(reason)).map(
    (reason) => `gate: ${reason}`,
  ),
  ...['ok', 'retry', 'refused', 'unknown'].map((answer) => `gateway: ${answer}`),
  ...['delivered', 'failed', 'bounced'].map((event) => `receipt: ${event}`),
  'a receipt before our own record',
  'a receipt after our own record',
  'delivery: in doubt whether it left',
  'delivery: tried again',
  'fault: lost before commit',
  'fault: lost after commit',
  'fault: process dies',
  'a listener loses its database',
  'a message is sent again until it is acknowledged',
  'message: a repeat was recognised',
  'message: error',
  'merge: merge',
  'merge: link',
  'something urgent is acknowledged while a job runs',
  'something urgent is acknowledged between claim and dispatch',
  'a second organisation sends as soon as it is there',
  'a facility sends as soon as it is an organisation’s',
  'a survey is switched off or on',
  'a survey loses its questions, or has them again',
  'an answer by link',
  'an answer in person: taken',
  'a patient says stop',
  'a patient calls for help',
  'a doubt is decided',
  'a broadcast reaches somebody',
  'a message by hand against the settings',
  'sending is stopped',
  'sending is resumed',
  'a step of a pathway',
  'an answer to a step of a pathway',
  'step: skipped, condition',
  'pathway: ended, deceased',
  'a colleague ends somebody’s pathway',
];
