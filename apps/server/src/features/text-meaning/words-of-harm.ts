import { CALL_PHRASES, HARM_PHRASES, NOW_PHRASES, SYMPTOM_PHRASES } from './harm-words.ts';
import { compilePhrase, normalizeText } from './normalize-text.ts';

const compile = (phrases: readonly string[]) => phrases.map((phrase) => new RegExp(compilePhrase(phrase), 'gu'));

const HARM = compile(HARM_PHRASES);
const SYMPTOMS = compile(SYMPTOM_PHRASES);
const CALLS = compile(CALL_PHRASES);
const NOW = compile(NOW_PHRASES);
const NEGATED = /(?: (?:no|not|any|without|never|pas de|sans|jamais|aucune?|sin|nunca|bez|nigdy|بدون|لا يوجد))$/u;

const SENTENCE_ENDS = /[.!?؟۔;\n]+/u;
/** A sentence of so few words tells no story. */
const MAX_SHORT_WORDS = 5;

/** Returns whether a text that somebody sends says that somebody is harmed, or may be. */
export function textHasWordsOfHarm(text: string): boolean {
  const plain = normalizeText(text);
  return says(plain, HARM) || says(plain, SYMPTOMS) || says(plain, CALLS);
}

/**
 * Returns whether a comment in a survey does. A comment tells of a stay that is over, so an illness counts in a short sentence or
 * where a word says that it is so now, and the ambulance that came does not.
 */
export function commentHasWordsOfHarm(comment: string): boolean {
  return comment.split(SENTENCE_ENDS).some((sentence) => {
    const plain = normalizeText(sentence);
    if (says(plain, HARM)) return true;
    if (!says(plain, SYMPTOMS)) return false;
    return plain.split(' ').length <= MAX_SHORT_WORDS || says(plain, NOW);
  });
}

function says(plain: string, phrases: readonly RegExp[]): boolean {
  const padded = ` ${plain} `;
  return phrases.some((phrase) =>
    [...padded.matchAll(phrase)].some(({ index }) => !NEGATED.test(padded.slice(0, index))),
  );
}
