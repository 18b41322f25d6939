import { compilePhrase, isOneTypoAway, normalizeText } from './normalize-text.ts';
import { CONSENT_WORDS } from './opt-out-words.ts';
import { languageOfDeath } from './words-of-death.ts';
import { textHasWordsOfHarm } from './words-of-harm.ts';

export type TextMeaning = 'stop' | 'start' | 'help';
type Language = keyof typeof CONSENT_WORDS;

export interface UnderstoodText {
  meaning: TextMeaning | null;
  /** The text has more, or other, words than a keyword. It is obeyed, and a person should read it. */
  doubtful: boolean;
  /** Somebody is harmed, or may be. */
  harm: boolean;
  /** Somebody has died. Such a text is obeyed as an opt-out, because most are about the patient; it is doubtful. */
  death: boolean;
  /**
   * Language of the words that were understood; null when none were, or when a word like "stop" is of several
   * languages.
   */
  language: Language | null;
}

/** Longer texts are understood only by their phrases. */
const MAX_SHORT_WORDS = 4;
/** In shorter keywords a typing error often makes another word ("stop", "shop"). */
const MIN_LETTERS_WITH_TYPO = 5;
const STOP_TYPOS = new Set('stopp sstop stoop sotp stpo tsop stp sto srop dtop stopo stip'.split(' '));

const words = (list: string): string[] => list.split(' ').map((word) => normalizeText(word.replaceAll('_', ' ')));

interface Compiled {
  language: Language;
  keywords: Record<TextMeaning, ReadonlySet<string>>;
  fillers: ReadonlySet<string>;
  phrases: readonly RegExp[];
  negations: ReadonlySet<string>;
  stayWords: ReadonlySet<string>;
}

const LANGUAGES: readonly Compiled[] = (Object.keys(CONSENT_WORDS) as Language[]).map((language) => {
  const known = CONSENT_WORDS[language];
  return {
    language,
    keywords: {
      stop: new Set(words(known.stop)),
      start: new Set(words(known.start)),
      help: new Set(words(known.help)),
    },
    fillers: new Set(words(known.fillers)),
    phrases: known.phrases.map(compilePhrase),
    negations: new Set(words(known.negations)),
    stayWords: new Set(words(known.stayWords)),
  };
});
const ALL_FILLERS = new Set(LANGUAGES.flatMap(({ fillers }) => [...fillers]));
const ALL_STAY_WORDS = new Set(LANGUAGES.flatMap(({ stayWords }) => [...stayWords]));

/**
 * Returns what a text from a patient asks for, in any of the portal's languages. Any reasonable wording of an opt-out
 * counts as one (47 CFR 64.1200(a)(10)). So does a doubtful wording, with `doubtful` set.
 */
export function understandText(text: string): UnderstoodText {
  const plain = normalizeText(text);
  const mourning = languageOfDeath(plain);
  const nothing: UnderstoodText = {
    meaning: null,
    doubtful: false,
    harm: textHasWordsOfHarm(text),
    death: mourning !== null,
    language: null,
  };
  if (plain === '') return nothing;
  if (mourning !== null)
    return { ...nothing, meaning: 'stop', doubtful: true, language: mourning === 'en' ? null : mourning };
  const found = findKeyword(plain) ?? findPhrase(plain) ?? findDoubtful(plain);
  return found ? { ...nothing, ...found } : nothing;
}

type Found = Omit<UnderstoodText, 'harm' | 'death'>;

/** Finds a keyword with nothing but fillers beside it. */
function findKeyword(plain: string): Found | null {
  for (const typo of [false, true]) {
    for (const { language, keywords } of LANGUAGES) {
      for (const meaning of ['stop', 'start', 'help'] as const) {
        if (typo && meaning !== 'stop') continue;
        if (consistsOf(plain, keywords[meaning], typo))
          return { meaning, doubtful: typo, language: language === 'en' ? null : language };
      }
    }
  }
  return null;
}

/** Returns whether the text consists of these keywords and fillers only. A keyword may be several words. */
function consistsOf(plain: string, keywords: ReadonlySet<string>, typo: boolean): boolean {
  if (keywords.has(plain)) return true;
  const rest: string[] = [];
  let isFound = false;
  const tokens = plain.split(' ');
  for (let index = 0; index < tokens.length; index += 1) {
    const length = [3, 2, 1].find((count) => isKeyword(tokens.slice(index, index + count).join(' '), keywords, typo));
    if (length === undefined) {
      rest.push(tokens[index] ?? '');
      continue;
    }
    isFound = true;
    index += length - 1;
  }
  return isFound && rest.every((token) => ALL_FILLERS.has(token));
}

function isKeyword(word: string, keywords: ReadonlySet<string>, typo: boolean): boolean {
  if (keywords.has(word)) return true;
  if (!typo) return false;
  if (keywords.has('stop') && STOP_TYPOS.has(word)) return true;
  if (word.length < MIN_LETTERS_WITH_TYPO) return false;
  return [...keywords].some(
    (keyword) =>
      keyword.length >= MIN_LETTERS_WITH_TYPO &&
      !keyword.includes(' ') &&
      !ALL_STAY_WORDS.has(word) &&
      isOneTypoAway(word, keyword),
  );
}

function findPhrase(plain: string): Found | null {
  const padded = ` ${plain} `;
  for (const { language, phrases, negations } of LANGUAGES) {
    for (const pattern of phrases) {
      const found = pattern.exec(padded);
      if (!found) continue;
      const before = padded.slice(0, found.index).trim().split(' ').at(-1) ?? '';
      if (!negations.has(before))
        return { meaning: 'stop', doubtful: true, language: language === 'en' ? null : language };
    }
  }
  return null;
}

/** Finds a short text that begins or ends with a keyword and is not about the stay, whose meaning is doubtful. */
function findDoubtful(plain: string): Found | null {
  const tokens = plain.split(' ');
  if (tokens.length > MAX_SHORT_WORDS || tokens.some((token) => ALL_STAY_WORDS.has(token))) return null;
  for (const { language, keywords, negations } of LANGUAGES) {
    if (tokens.some((token) => negations.has(token))) continue;
    const isStop = (token: string | undefined) => token !== undefined && STRONG.has(token) && keywords.stop.has(token);
    if (isStop(tokens[0]) || isStop(tokens.at(-1)))
      return { meaning: 'stop', doubtful: true, language: language === 'en' ? null : language };
  }
  return null;
}

/** Keywords that are seldom used for anything else. */
const STRONG = new Set(
  words(
    'stop quit revoke unsubscribe stopall optout désabonner désinscrire désabonnement resiliation rezygnuję wypisz توقف إيقاف الغاء بند روکیں',
  ),
);
