/**
 * What a spreadsheet may take for the beginning of a formula: the signs and their other widths (which some versions of
 * Excel read as the same), a tab or a line end, also after spaces, invisible characters and quotes.
 */
const FORMULA = /^[\s"'\u200b-\u200f\u2060\ufeff]*[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]/;
/** A phone number as it is stored (E.164): a plus and digits only, which no spreadsheet can execute. */
const PHONE_NUMBER = /^\+\d{7,15}$/;
const MARK = "'";

/** Marks a text that a spreadsheet would execute. Phone numbers are left as they are, because other systems read them. */
export const markFormula = (text: string): string =>
  FORMULA.test(text) && !PHONE_NUMBER.test(text) ? `${MARK}${text}` : text;

/** Removes the mark: the inverse of `markFormula`, so that a file that was exported is imported unchanged. */
export const unmarkFormula = (text: string): string =>
  text.startsWith(MARK) && FORMULA.test(text.slice(MARK.length)) ? text.slice(MARK.length) : text;
