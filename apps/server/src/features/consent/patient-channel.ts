/** The ways to write to a patient or contact. */
export type PatientChannel = 'email' | 'sms';
