export { askGateBeforehand, askGateFor, supposeDeliveries, type SupposedDelivery } from './ask-gate.ts';
export { isForPatient, PATIENT_PURPOSES, type PatientPurpose } from './gate.ts';
