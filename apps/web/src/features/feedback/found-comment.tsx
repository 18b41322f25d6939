import classes from './feedback.module.css';

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** So much is shown before the first word that was found, so that it is seen although the comment is long. */
const BEFORE = 60;

/** A comment, or its part from shortly before the first word that a search found. These words are marked. */
export function FoundComment({ comment, found }: { comment: string; found: readonly string[] }) {
  const places = [...comment.matchAll(WORDS)].filter(([word]) => found.includes(plain(word)));
  const first = places[0]?.index ?? 0;
  const start = first > BEFORE ? comment.indexOf(' ', first - BEFORE) + 1 : 0;
  const marked = places.map(({ 0: word, index }) => ({ index, end: index + word.length }));
  const ends = [start, ...marked.map(({ end }) => end)];
  return (
    <>
      {start > 0 && '… '}
      {marked.map(({ index, end }, place) => (
        <span key={index}>
          {comment.slice(ends[place], index)}
          <mark className={classes.found}>{comment.slice(index, end)}</mark>
        </span>
      ))}
      {comment.slice(ends.at(-1))}
    </>
  );
}

/** As the server names a word that it found: in lower case, and without the marks of Arabic vowels. */
const plain = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\u0640\u064b-\u0652\u0670]/g, '');
