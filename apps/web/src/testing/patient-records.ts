import type { patients } from '@wardvoice/contract';

/** A patient of whom little is known. */
export const patientOf = (more: Partial<patients.PatientDetail> = {}): patients.PatientDetail => ({
  id: 5,
  patient_id: 5,
  identifier: '771',
  authority: 'HOSP',
  given_name: 'Dara',
  family_name: 'Quill',
  birth_date: '1970-12-31',
  birth_date_precision: 'year',
  sex: 'F',
  deceased: false,
  identity_in_doubt: false,
  phone: null,
  email: null,
  language: null,
  protected: false,
  identity_unknown: false,
  identifiers: [],
  visits: [],
  merges: [],
  texts: [],
  conflict_ids: [],
  timeline: [],
  ...more,
});
