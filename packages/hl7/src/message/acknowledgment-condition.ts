/** HL7 table 0155: when the sender of a message wants an acknowledgement. */
export type AcknowledgmentCondition = 'AL' | 'NE' | 'ER' | 'SU';

/**
 * Returns whether MSH-15 or MSH-16 asks for an acknowledgement of what came of a message (HL7 v2.5.1 §2.15.9.15, §2.15.9.16). `condition`: the
 * value as sent; one that table 0155 does not know asks for nothing.
 */
export const asksForAcknowledgment = (condition: string, isGood: boolean): boolean =>
  condition === 'AL' || condition === (isGood ? 'SU' : 'ER');

/** What comes back for a message: `always` an answer, an answer only where it was refused, or `never` any. */
export interface ExpectedAcknowledgments {
  first: 'always' | 'when_refused' | 'never';
  /** Whether an application acknowledgement may follow the accept acknowledgement. */
  mayFollow: boolean;
}

/**
 * Returns what a receiver sends back by MSH-15 and MSH-16. Both empty: the original mode, in which each message is answered once (HL7
 * v2.5.1 §2.9.2). Otherwise the enhanced mode (§2.9.3), in which an empty field is read as NE.
 */
export function expectedAcknowledgments(accept: string, application: string): ExpectedAcknowledgments {
  if (accept === '' && application === '') return { first: 'always', mayFollow: false };
  const isAccepted = asksForAcknowledgment(accept, true);
  const isApplied = asksForAcknowledgment(application, true);
  const isRefusalTold = asksForAcknowledgment(accept, false) || asksForAcknowledgment(application, false);
  if (isAccepted) return { first: 'always', mayFollow: isApplied || asksForAcknowledgment(application, false) };
  return { first: isApplied ? 'always' : isRefusalTold ? 'when_refused' : 'never', mayFollow: false };
}
