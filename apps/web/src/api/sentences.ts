import i18next from 'i18next';
import { inItsDirection } from './direction.ts';

/** The sentences of the server in another language, by the English one. {{1}} and {{2}} stand for what differs. */
type Sentences = Readonly<Record<string, string>>;

interface Pattern {
  matches: RegExp;
  to: string;
}

interface Compiled {
  sentences: Sentences;
  /** Those in which something differs, the longest first: of two that fit, it says more. */
  patterns: readonly Pattern[];
}

const HOLE = /\{\{\d\}\}/;
const compiled = new Map<string, Compiled>();

function compile(sentences: Sentences): Compiled {
  const patterns = Object.entries(sentences)
    .filter(([english]) => HOLE.test(english))
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([english, to]): Pattern => {
      const parts = english.split(HOLE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
      return { matches: new RegExp(`^${parts.join('(.+)')}$`, 's'), to };
    });
  return { sentences, patterns };
}

function sentencesIn(language: string): Compiled | null {
  const known = compiled.get(language);
  if (known) return known;
  // A reply may come before there is any language.
  if (!i18next.isInitialized) return null;
  const texts = i18next.getResourceBundle(language, 'sentences') as Sentences | undefined;
  if (!texts) return null;
  const made = compile(texts);
  compiled.set(language, made);
  return made;
}

/** Between two sentences. */
const SENTENCE_END = /(?<=[.!?]) (?=[A-Z])/;

/**
 * Returns what the server says, such as an error, in the language of the screens; what has no translation as it is. Every
 * reply comes through here once, so what stands in a sentence by itself, such as a name, is left alone.
 */
export function inOwnWords(english: string): string {
  const known = sentencesIn(i18next.language);
  if (!known) return english;
  return inItsDirection(translateAll(known, english));
}

function translateAll(known: Compiled, english: string): string {
  const parts = english.split(SENTENCE_END).map((part) => translate(known, part));
  // A name may contain a full stop, too: “St. Brendan” is no sentence that ends.
  return parts.every((part) => part !== null) ? parts.join(' ') : (translate(known, english) ?? english);
}

function translate({ sentences, patterns }: Compiled, english: string): string | null {
  const exact = sentences[english];
  if (exact !== undefined) return exact;
  for (const { matches, to } of patterns) {
    const [, ...values] = matches.exec(english) ?? [];
    if (values.length > 0) return to.replaceAll(/\{\{(\d)\}\}/g, (_hole, at: string) => values[Number(at) - 1] ?? '');
  }
  return null;
}
