export { ageInYears } from './age-in-years.ts';
export { applyPatientEvent, type Applied } from './apply-patient-event.ts';
export { isEmail } from './contact-details.ts';
export { mergePatients } from './merge-patients.ts';
export { openPatientBook, type PatientRecord, type VisitRecord } from './patient-book.ts';
export type { PatientEvent, PatientKey } from './patient-event.ts';
export { isMerge, readPatientEvent, type ReadingRules } from './read-patient-event.ts';
export { visitRoutes } from './visits.routes.ts';
