/** Returns all parts of a text. There is one part when the delimiter does not occur, or when the sender declared none (''). */
export function splitBy(text: string, delimiter: string): readonly string[] {
  return delimiter === '' ? [text] : text.split(delimiter);
}

/** Returns one part, counted from 1, without making the others; '' when there are fewer. */
export function partOf(text: string, delimiter: string, number: number): string {
  if (delimiter === '') return number === 1 ? text : '';
  let from = 0;
  for (let passed = 1; passed < number; passed++) {
    const end = text.indexOf(delimiter, from);
    if (end === -1) return '';
    from = end + 1;
  }
  const end = text.indexOf(delimiter, from);
  return number < 1 ? '' : text.slice(from, end === -1 ? undefined : end);
}
