/** Why a message could not be processed. */
export interface MessageError {
  /** Code of HL7 table 0357. */
  code: string;
  /** A field such as "PID-3"; null when the error concerns the whole message. */
  field: string | null;
  /** Names fields and never contains their content. */
  text: string;
}
