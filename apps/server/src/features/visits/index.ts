export { ADT_EVENTS, APPOINTMENT_EVENTS, eventRule, ignoredType, type EventRule } from './adt-events.ts';
export { applyIdentityEvent, movesRecords } from './apply-identity-event.ts';
export { ageInYears } from './age-in-years.ts';
export { applyPatientEvent, type Applied } from './apply-patient-event.ts';
export { isEmail, readContactDetails } from './contact-details.ts';
export { diedInHospital, readDeath } from './read-death.ts';
export {
  acceptDemographics,
  closeConflict,
  detachNumbers,
  openIdentityConflicts,
} from './identity-conflicts.queries.ts';
export { mergePatients } from './merge-patients.ts';
export { readIdentifiers, sendingAuthority } from './read-identifiers.ts';
export { readBirthDate, readSenderTime } from './read-time.ts';
export { undoMerge } from './undo-merge.ts';
export type { PatientEvent } from './patient-event.ts';
export type { PatientRecord, VisitRecord } from './patient-records.queries.ts';
export { openPatientRegistry, type IdentityConflict } from './patient-registry.ts';
export { readPatientEvent, type ReadingRules } from './read-patient-event.ts';
export { visitRoutes } from './visits.routes.ts';
