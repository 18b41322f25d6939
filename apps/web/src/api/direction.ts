import i18next from 'i18next';

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT_LETTER = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
const RIGHT_TO_LEFT_MARK = '\u200f';

let known = { language: '', isRightToLeft: false };

/** Whether the language of the screen is written from right to left. Every text asks, and i18next asks the browser each time. */
export function isRightToLeft(): boolean {
  const language = i18next.resolvedLanguage ?? i18next.language;
  if (known.language !== language) known = { language, isRightToLeft: i18next.dir() === 'rtl' };
  return known.isRightToLeft;
}

/**
 * A paragraph runs in the direction of its first letter, so a sentence from right to left that begins with a Latin word or name is given
 * a mark of its direction.
 */
export function inItsDirection(text: string): string {
  if (!isRightToLeft()) return text;
  const [first = ''] = LETTER.exec(text) ?? [];
  const beginsLatin = first !== '' && !RIGHT_TO_LEFT_LETTER.test(first);
  return beginsLatin && RIGHT_TO_LEFT_LETTER.test(text) ? `${RIGHT_TO_LEFT_MARK}${text}` : text;
}
