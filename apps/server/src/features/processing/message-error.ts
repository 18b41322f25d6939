/** Why a message could not be used. */
export interface MessageError {
  /** HL7 table 0357 */
  code: string;
  /** "PID-3"; null when it is the message as a whole. */
  field: string | null;
  /** Names fields and never carries their content. */
  text: string;
}
