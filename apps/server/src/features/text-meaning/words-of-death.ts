import { DEATH_WORDS } from './death-words.ts';
import { compilePhrase, normalizeText } from './normalize-text.ts';

type Language = keyof typeof DEATH_WORDS;

const LANGUAGES = (Object.keys(DEATH_WORDS) as Language[]).map((language) => {
  const { phrases, endings, alone, negations } = DEATH_WORDS[language];
  return {
    language,
    patterns: [
      ...phrases.map(compilePhrase),
      ...endings.map((phrase) => new RegExp(`${compilePhrase(phrase).source} $`, 'u')),
    ],
    alone: new Set(alone.split(' ').map((word) => normalizeText(word.replaceAll('_', ' ')))),
    negations: new Set(negations.split(' ').map(normalizeText)),
  };
});

/** Returns the language in which a normalised text says that somebody has died; null: it does not. */
export function languageOfDeath(plain: string): Language | null {
  const padded = ` ${plain} `;
  for (const { language, patterns, alone, negations } of LANGUAGES) {
    if (alone.has(plain)) return language;
    for (const pattern of patterns) {
      const found = pattern.exec(padded);
      const before = found && padded.slice(0, found.index).trim().split(' ').at(-1);
      if (found && !negations.has(before ?? '')) return language;
    }
  }
  return null;
}
