export { applyIdentityEvent, movesRecords } from './apply-identity-event.ts';
export { applyPatientEvent, type Applied } from './apply-patient-event.ts';
export { divideBySender } from './divide-by-sender.ts';
export { findPatientsBy, isMeantBy, MAX_FOUND, meansTooMany } from './find-patients-by.ts';
export { forgetClocks, restoreClocks } from './forget-clocks.ts';
export { forgetPatients } from './forget-patients.queries.ts';
export {
  acceptDemographics,
  closeConflict,
  detachNumbers,
  listSharedNumbers,
  openIdentityConflicts,
  shareNumbers,
} from './identity-conflicts.queries.ts';
export { mergePatients } from './merge-patients.ts';
export { openPatientRegistry, type IdentityConflict } from './patient-registry.ts';
export { undoMerge } from './undo-merge.ts';
