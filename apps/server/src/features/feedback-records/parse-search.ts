const MAX_WORDS = 8;
/** A part of a search: words in quotation marks, or a word; a minus before it excludes it. */
const PART = /(-?)(?:"([^"]*)"?|(\S+))/g;

export interface ParsedSearch {
  /** `begins` is true for a word that may still be being typed: the beginning of a word is enough. */
  words: { text: string; begins: boolean }[];
  without: { text: string; begins: boolean }[];
  phrases: string[];
}

/** Splits a search term as people type it: `slow "call bell" -night`. */
export function parseSearch(term: string): ParsedSearch {
  const parsed: ParsedSearch = { words: [], without: [], phrases: [] };
  const parts = [...term.trim().matchAll(PART)];
  for (const [place, [, minus, quoted, word]] of parts.entries()) {
    const text = (quoted ?? word ?? '').trim();
    if (text === '') continue;
    if (minus) parsed.without.push({ text, begins: false });
    else if (quoted === undefined) parsed.words.push({ text, begins: place === parts.length - 1 });
    else {
      parsed.phrases.push(text);
      parsed.words.push(...text.split(/\s+/).map((one) => ({ text: one, begins: false })));
    }
  }
  return { ...parsed, words: parsed.words.slice(0, MAX_WORDS), without: parsed.without.slice(0, MAX_WORDS) };
}
