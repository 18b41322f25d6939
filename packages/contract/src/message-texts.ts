/**
 * Why a message could not be used: its `error.text`, and what ERR-8 of the acknowledgement says (HL7 v2.5.1 §2.15.5). They name fields and
 * never contain what stands in them. A message stores its text, so one that is worded anew is in the language of its reader
 * for new messages only.
 */
export const ERRORS = {
  wrongVersion: 'MSH-12 must be a version 2.x',
  foreignAddress: 'Messages of this sender (MSH-4, MSH-3) may not come from this address',
  noApplication: 'No application takes messages from this sender (MSH-4, MSH-3)',
  adtOnly: 'This application takes ADT messages only',
  tooLarge: 'The message is larger than the limit',
  secondPid: 'A second PID is missing',
  birthDate: 'The date of birth cannot be read',
  eventTime: 'The time of the event cannot be read',
  twoPatients: 'The numbers of this message lead to two patients; decide who is meant',
  numberReused: 'This number is known for another birth date and family name; decide who is meant',
  numberShared: 'A number is known for somebody with another birth date, and another is new; decide who is meant',
  numberOfSeveral: 'Several people have this number, and the message has none of their own; decide who is meant',
  applicationDeleted: 'Its application was deleted before it could be filed',
  internal: 'An internal error stopped the processing; reprocess it, or report it with its number',
} as const;

/** Says that a segment or a field is missing, such as "PID-3". */
export const missing = (what: string): string => `${what} missing`;

/** What was unusual about a message that was used nevertheless. */
export const WARNINGS = {
  eventTime: 'The time of the event (EVN-2, MSH-7) cannot be right, so the time of arrival is used in its place',
  admissionTime: 'The time of admission (PV1-44) lies ahead, so it is not used',
  dischargeTime: 'The time of discharge (PV1-45) lies ahead, so it is not used',
  charset: 'Some characters are not in the charset that MSH-18 declares, so names may be wrong',
  contradictoryAuthority:
    'PID-3.4 names an authority by two names that stand for different patients here, so only the first name is used',
} as const;
