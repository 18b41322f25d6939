/**
 * The delimiters of MSH-1 and MSH-2, one character each. A delimiter that the sender left out of MSH-2 is '' and never matches.
 */
export interface Delimiters {
  readonly fieldSeparator: string;
  readonly componentSeparator: string;
  readonly repetitionSeparator: string;
  readonly escapeCharacter: string;
  readonly subcomponentSeparator: string;
  /** Fifth character of MSH-2 from version 2.7 on; '' before. */
  readonly truncationCharacter: string;
}

export const STANDARD_DELIMITERS: Delimiters = {
  fieldSeparator: '|',
  componentSeparator: '^',
  repetitionSeparator: '~',
  escapeCharacter: '\\',
  subcomponentSeparator: '&',
  truncationCharacter: '',
};

/**
 * Returns null when the delimiters cannot be used: there are none or too many, one occurs twice, or one is a letter, a digit, a
 * space or no printable ASCII. Trailing ones may be missing (HL7 v2.5.1 §2.5.4: a sender may omit those it does not use).
 */
export function readDelimiters(fieldSeparator: string, msh2: string): Delimiters | null {
  if (fieldSeparator === '|' && msh2 === '^~\\&') return STANDARD_DELIMITERS;
  const all = fieldSeparator + msh2;
  if (all.length < 2 || all.length > 6 || new Set(all).size !== all.length) return null;
  if (!/^[!-/:-@[-`{-~]+$/.test(all)) return null;
  return {
    fieldSeparator,
    componentSeparator: all.charAt(1),
    repetitionSeparator: all.charAt(2),
    escapeCharacter: all.charAt(3),
    subcomponentSeparator: all.charAt(4),
    truncationCharacter: all.charAt(5),
  };
}

export function encodingCharacters(delimiters: Delimiters): string {
  return (
    delimiters.componentSeparator +
    delimiters.repetitionSeparator +
    delimiters.escapeCharacter +
    delimiters.subcomponentSeparator +
    delimiters.truncationCharacter
  );
}
