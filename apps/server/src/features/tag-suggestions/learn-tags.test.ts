import { expect, it } from 'vitest';
import { learnTags, type TaggedComment } from './learn-tags.ts';

/** Numbers between 0 and 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const OTHER_WORDS = Array.from({ length: 200 }, (_, number) => `word${number}`);

/** Comments of twelve words. `tagsOf` says which tags one has, and which words it has because of them. */
function makeComments(
  count: number,
  seed: number,
  tagsOf: (random: () => number) => { tags: string[]; words: string[] },
) {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, id): TaggedComment => {
    const { tags, words } = tagsOf(random);
    const others = Array.from({ length: 12 }, () => OTHER_WORDS[Math.floor(random() * OTHER_WORDS.length)] ?? '');
    return { id, tags, words: [...new Set([...words, ...others])] };
  });
}

it('words that come with a tag speak for it, others do not, and the trial says how often it would be right', async () => {
  const comments = makeComments(600, 1, (random) => {
    const isFood = random() < 0.3;
    const isNoise = random() < 0.2;
    return {
      tags: [isFood && 'food', isNoise && 'noise'].filter((tag) => tag !== false),
      words: [isFood && random() < 0.9 && 'soup', isFood && random() < 0.5 && 'cold', isNoise && 'loud'].filter(
        (word) => word !== false,
      ),
    };
  });
  const [food, noise, ...others] = await learnTags(comments);
  expect(others).toEqual([]);
  expect([food?.tag, noise?.tag]).toEqual(['food', 'noise']);
  const strongest = [...(food?.weights ?? [])].sort(([, one], [, other]) => other - one).map(([word]) => word);
  expect(strongest.slice(0, 2).sort()).toEqual(['cold', 'soup']);
  expect(food?.weights.get('loud') ?? 0).toBeLessThan(1);
  expect((food?.rightly ?? 0) / (food?.suggested ?? 1)).toBeGreaterThan(0.9);
  expect(food?.examples).toBe(600);
});

it('nothing is learned from tags that have nothing to do with the words, in none of 200 hospitals', async () => {
  const found = await Promise.all(
    Array.from({ length: 200 }, (_, hospital) =>
      learnTags(
        makeComments(200, hospital + 1, (random) => ({
          tags: [random() < 0.5 ? 'often' : 'seldom', random() < 0.15 && 'rare'].filter((tag) => tag !== false),
          words: [],
        })),
      ),
    ),
  );
  expect(found.flat().map(({ tag }) => tag)).toEqual([]);
});

it('a tag of nearly all comments is not suggested, however often that would be right, nor one of a few', async () => {
  const comments = makeComments(400, 7, (random) => ({
    tags: [random() < 0.93 && 'ward', random() < 0.04 && 'parking'].filter((tag) => tag !== false),
    words: [],
  }));
  expect(await learnTags(comments)).toEqual([]);
  expect(await learnTags([])).toEqual([]);
});

it('the weight of a word is the logarithm of how much more often it is in comments that have the tag', async () => {
  // 40 of 50 comments with the tag have the word, and 5 of 50 without.
  const comments = Array.from({ length: 100 }, (_, id): TaggedComment => {
    const isTagged = id % 2 === 0;
    const has = isTagged ? id < 80 : id < 10;
    return { id, tags: [isTagged ? 'food' : 'other'], words: has ? ['soup', 'the'] : ['the'] };
  });
  const [food] = await learnTags(comments);
  expect(food?.weights.get('soup')).toBeCloseTo(Math.log(40.5 / 51) - Math.log(5.5 / 51), 12);
  expect(food?.weights.get('the')).toBeCloseTo(0, 12);
  expect(food?.bias).toBeCloseTo(0, 12);
});
