export { ADT_EVENTS, APPOINTMENT_EVENTS, eventRule, ignoredType, otherTypeRule, type EventRule } from './adt-events.ts';
export type { VisitEffect } from './adt-events.ts';
export { ageInYears } from './age-in-years.ts';
export { isDiagnosisOf, isDispositionOf, isPayerOf } from './codes.ts';
export { readContactDetails } from './contact-details.ts';
export type {
  AppointmentState,
  PatientEvent,
  PatientFacts,
  PersonGroup,
  VisitFacts,
  VisitKind,
} from './patient-event.ts';
export { diedInHospital, mayTellOfDeath, readDeath } from './read-death.ts';
export { namesOfAuthority, readIdentifiers, sendingAuthority, type SentIdentifier } from './read-identifiers.ts';
export { readLanguage } from './read-language.ts';
export { legalName, readPatientEvent, type ReadingRules } from './read-patient-event.ts';
export { readBirthDate, readSenderTime } from './read-time.ts';
export { parseStored, senderCharset, type StoredText } from './stored-text.ts';
export { updated } from './storable.ts';
