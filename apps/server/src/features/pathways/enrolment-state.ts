import type { pathways } from '@wardvoice/contract';

export type EnrolmentEvent = 'step_decided' | 'last_step_decided' | 'stopped';

/** The transitions of a patient in a pathway: event × from → to. What is over stays so; the patient may be enrolled anew. */
export const ENROLMENT_LIFECYCLE = {
  /** A step was asked, skipped or missed, and another follows. */
  step_decided: { active: 'active' },
  last_step_decided: { active: 'completed' },
  /** Death, an opt-out, a cancelled event, a merge with somebody who is in it too, an erasure, or a person. */
  stopped: { active: 'ended' },
} as const satisfies Record<EnrolmentEvent, Partial<Record<pathways.EnrolmentState, pathways.EnrolmentState>>>;
