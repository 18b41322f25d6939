export { REPLAY_AFTER_HOURS } from './facts.queries.ts';
export { findPossibleFrom } from './find-possible-from.ts';
export { askGateBeforehand, askGateBeforehandOfAll, askGateFor, askGateInPerson, isAddress } from './ask-gate.ts';
export { createSupposition, type SupposedDelivery } from './suppose-deliveries.ts';
export { patientTimeZone } from './patient-time-zone.ts';
export { createQuotaPlaces } from './quota-places.ts';
export { afterQuietHours } from './quiet-hours.ts';
export { OVERRIDABLE, isForPatient, PATIENT_PURPOSES, PURPOSES_TO_PATIENTS, type PatientPurpose } from './gate.ts';
export { isLeftOutBy, type VisitCodes } from './leaves-out.ts';
