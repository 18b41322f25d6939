/** Returns the known name that differs from this one by a letter or two; null: it is known itself, or resembles none. */
export function findNearest(name: string, known: Iterable<string>): string | null {
  let nearest: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const distance = countDifferences(name, candidate);
    if (distance < (nearest?.distance ?? 3)) nearest = { name: candidate, distance };
  }
  return nearest && nearest.distance > 0 ? nearest.name : null;
}

/** Counts the letters that were left out, added, replaced, or swapped with the next one. */
export function countDifferences(one: string, other: string): number {
  const before: number[][] = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const costs = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (isSwapped) costs.push((before.at(-1)?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...costs));
    }
    before.push(above);
  }
  return row.at(-1) ?? 0;
}
