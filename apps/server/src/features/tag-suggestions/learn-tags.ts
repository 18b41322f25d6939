import { setImmediate } from 'node:timers/promises';
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

interface Tried {
  id: number;
  score: number;
  isTagged: boolean;
}

/** A comment with the numbers of its words in the vocabulary. */
interface Example {
  id: number;
  words: readonly number[];
  isTagged: boolean;
}

/**
 * Learns from tagged comments which words speak for which tag: naive Bayes over the words that are there, so that what decided can be
 * shown word by word. Each model is tried on comments that it has not learned from, and models whose suggestions are not right often
 * enough, or no more often than the tag is given anyway, are left out. Between two tags the process does what waits.
 */
export async function learnTags(comments: readonly TaggedComment[]): Promise<TagModel[]> {
  const vocabulary = findVocabulary(comments);
  const numbers = new Map(vocabulary.map((word, number) => [word, number]));
  const numbered = comments.map(({ id, tags, words }) => ({
    id,
    tags: new Set(tags),
    words: words.flatMap((word) => numbers.get(word) ?? []),
  }));
  const models: TagModel[] = [];
  for (const tag of [...new Set(comments.flatMap(({ tags }) => tags))].sort()) {
    const examples = numbered.map(({ id, tags, words }) => ({ id, words, isTagged: tags.has(tag) }));
    const model = learnTag(tag, examples, vocabulary);
    if (model) models.push(model);
    await setImmediate();
  }
  return models;
}

function findVocabulary(comments: readonly TaggedComment[]): string[] {
  const counts = new Map<string, number>();
  for (const { words } of comments) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= MIN_COMMENTS_OF_WORD);
  return frequent
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(([word]) => word);
}

function learnTag(tag: string, examples: readonly Example[], vocabulary: readonly string[]): TagModel | null {
  const tagged = examples.filter(({ isTagged }) => isTagged).length;
  if (tagged < MIN_TAGGED || examples.length - tagged < MIN_TAGGED) return null;
  const tried: Tried[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    const model = weigh(
      examples.filter(({ id }) => id % PARTS !== part),
      vocabulary.length,
    );
    for (const { id, words, isTagged } of examples.filter((one) => one.id % PARTS === part))
      tried.push({ id, score: scoreOf(model, words), isTagged });
  }
  const { suggested, rightly } = measure(tried);
  const share = tagged / examples.length;
  if (suggested === 0 || wilson(rightly, suggested).lower < Math.max(MIN_RIGHT, share)) return null;
  const { bias, weights: ofWords } = weigh(examples, vocabulary.length);
  const weights = new Map(vocabulary.map((word, number) => [word, ofWords[number] ?? 0]));
  return {
    tag,
    bias,
    weights,
    threshold: chooseThreshold(tried),
    examples: examples.length,
    tagged,
    suggested,
    rightly,
  };
}

interface Weights {
  bias: number;
  /** By the number of the word. */
  weights: Float64Array;
}

/** Half a comment is added to each count, so that a word that was never seen with a tag does not rule it out. */
function weigh(examples: readonly Example[], words: number): Weights {
  const counts = { tagged: new Float64Array(words), others: new Float64Array(words) };
  let tagged = 0;
  for (const example of examples) {
    if (example.isTagged) tagged += 1;
    const ofSide = example.isTagged ? counts.tagged : counts.others;
    for (const word of example.words) ofSide[word] = (ofSide[word] ?? 0) + 1;
  }
  const others = examples.length - tagged;
  const weights = counts.tagged.map(
    (count, word) =>
      Math.log((count + 0.5) / (tagged + 1)) - Math.log(((counts.others[word] ?? 0) + 0.5) / (others + 1)),
  );
  return { bias: Math.log((tagged + 0.5) / (others + 0.5)), weights };
}

const scoreOf = ({ bias, weights }: Weights, words: readonly number[]): number =>
  words.reduce((sum, word) => sum + (weights[word] ?? 0), bias);

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
