import { wilson } from '../../platform/statistics/wilson.ts';

/** An answered survey with a comment that a person has tagged, or has refused tags for. */
export interface TaggedComment {
  id: number;
  /** The stems of its words, each once. */
  words: readonly string[];
  tags: readonly string[];
}

/** What was learned about a tag, and how it did on comments that it had not learned from. */
export interface TagModel {
  tag: string;
  /** Score of a comment without any of the words: the logarithm of the odds of the tag. */
  bias: number;
  /** What each word adds to the score. */
  weights: ReadonlyMap<string, number>;
  /** From this score on the tag is suggested. */
  threshold: number;
  examples: number;
  tagged: number;
  /** How often it would have been suggested in the trial. */
  suggested: number;
  /** How often that was right. */
  rightly: number;
}

/** With fewer comments that have the tag, chance decides what is learned. */
const MIN_TAGGED = 20;
/** A word in fewer comments says nothing. */
const MIN_COMMENTS_OF_WORD = 3;
/** The most frequent words. Which they are does not depend on the tags, so the trial is not told the answers. */
const MAX_WORDS = 2_000;
const PARTS = 5;
/** Suggestions must be right more often than this: the lower end of the 95 % interval of the trial. */
const MIN_RIGHT = 0.6;
/** A wrong suggestion costs more than a missing one: precision counts twice as much as recall (F-measure with beta 0.5). */
const BETA_SQUARED = 0.25;

interface Counts {
  withTag: number;
  without: number;
}

interface Tried {
  id: number;
  score: number;
  isTagged: boolean;
}

/**
 * Learns from tagged comments which words speak for which tag: naive Bayes over the words that are there, so that what decided can be
 * shown word by word. Each model is tried on comments that it has not learned from, and models whose suggestions are not right often
 * enough, or no more often than the tag is given anyway, are left out.
 */
export function learnTags(comments: readonly TaggedComment[]): TagModel[] {
  const vocabulary = findVocabulary(comments);
  const tags = new Set(comments.flatMap(({ tags: own }) => own));
  return [...tags].sort().flatMap((tag) => learnTag(tag, comments, vocabulary) ?? []);
}

function findVocabulary(comments: readonly TaggedComment[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const word of comments.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= MIN_COMMENTS_OF_WORD);
  return new Set(
    frequent
      .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
      .slice(0, MAX_WORDS)
      .map(([word]) => word),
  );
}

function learnTag(tag: string, comments: readonly TaggedComment[], vocabulary: ReadonlySet<string>): TagModel | null {
  const tagged = comments.filter(({ tags }) => tags.includes(tag)).length;
  if (tagged < MIN_TAGGED || comments.length - tagged < MIN_TAGGED) return null;
  const tried: Tried[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    const model = weigh(
      tag,
      comments.filter(({ id }) => id % PARTS !== part),
      vocabulary,
    );
    for (const comment of comments.filter(({ id }) => id % PARTS === part))
      tried.push({ id: comment.id, score: scoreOf(model, comment.words), isTagged: comment.tags.includes(tag) });
  }
  const { suggested, rightly } = measure(tried);
  const isRightOften =
    suggested > 0 && wilson(rightly, suggested).lower >= Math.max(MIN_RIGHT, tagged / comments.length);
  if (!isRightOften) return null;
  const model = weigh(tag, comments, vocabulary);
  return { tag, ...model, threshold: chooseThreshold(tried), examples: comments.length, tagged, suggested, rightly };
}

type Weights = Pick<TagModel, 'bias' | 'weights'>;

/** Half a comment is added to each count, so that a word that was never seen with a tag does not rule it out. */
function weigh(tag: string, comments: readonly TaggedComment[], vocabulary: ReadonlySet<string>): Weights {
  const all: Counts = { withTag: 0, without: 0 };
  const ofWords = new Map<string, Counts>();
  for (const { words, tags } of comments) {
    const side = tags.includes(tag) ? 'withTag' : 'without';
    all[side] += 1;
    for (const word of words) {
      if (!vocabulary.has(word)) continue;
      const counts = ofWords.get(word) ?? { withTag: 0, without: 0 };
      counts[side] += 1;
      ofWords.set(word, counts);
    }
  }
  const weights = new Map<string, number>();
  for (const [word, { withTag, without }] of ofWords)
    weights.set(word, Math.log((withTag + 0.5) / (all.withTag + 1)) - Math.log((without + 0.5) / (all.without + 1)));
  return { bias: Math.log((all.withTag + 0.5) / (all.without + 0.5)), weights };
}

const scoreOf = ({ bias, weights }: Weights, words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (weights.get(word) ?? 0), bias);

/** Chooses the threshold on one half of the comments and counts on the other, both ways, so that it is not told the answers either. */
function measure(tried: readonly Tried[]): { suggested: number; rightly: number } {
  const halves = [0, 1].map((half) => tried.filter(({ id }) => Math.floor(id / PARTS) % 2 === half));
  let [suggested, rightly] = [0, 0];
  for (const [chosenOn, countedOn] of [halves, halves.toReversed()]) {
    const threshold = chooseThreshold(chosenOn ?? []);
    const found = (countedOn ?? []).filter(({ score }) => score >= threshold);
    suggested += found.length;
    rightly += found.filter(({ isTagged }) => isTagged).length;
  }
  return { suggested, rightly };
}

/** Returns the score from which on suggestions are right most often and few are missing. */
function chooseThreshold(tried: readonly Tried[]): number {
  const sorted = [...tried].sort((one, other) => other.score - one.score);
  const wanted = sorted.filter(({ isTagged }) => isTagged).length;
  let best = { value: 0, threshold: Number.POSITIVE_INFINITY };
  let rightly = 0;
  for (const [place, { score, isTagged }] of sorted.entries()) {
    if (isTagged) rightly += 1;
    const next = sorted[place + 1];
    if (next?.score === score) continue;
    const value = ((1 + BETA_SQUARED) * rightly) / (BETA_SQUARED * wanted + place + 1);
    if (value > best.value) best = { value, threshold: next ? (score + next.score) / 2 : score };
  }
  return best.threshold;
}
