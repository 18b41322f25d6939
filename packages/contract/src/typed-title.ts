/**
 * Whether somebody typed this title. Signs that keyboards do not have count as those that they do: ’ as ', – as -, é as e; so
 * do large and small letters, and several spaces as one.
 */
export const isTypedAs = (typed: string, title: string): boolean =>
  typed.trim() !== '' && foldTyped(typed) === foldTyped(title);

const foldTyped = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[‘’‛′´`]/g, "'")
    .replaceAll(/[“”„″«»]/g, '"')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
