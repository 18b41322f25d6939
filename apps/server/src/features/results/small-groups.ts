import { results } from '@wardvoice/contract';

/** Feedback of one group as sums, so that groups can be merged. */
export interface Counted {
  title: string | null;
  answered: number;
  /** For feedback with a score: its number, the sum of scores, and how many are above 50. */
  scored: number;
  score_sum: number;
  satisfied: number;
}

/**
 * Returns the groups that are large enough, and all others merged into one without a title. If the merged group were
 * too small, it could be worked out by subtracting the others from the total; then the smallest of the others is merged
 * with it.
 */
export function protectGroups(groups: readonly Counted[]): Counted[] {
  const bySize = groups.toSorted((a, b) => a.answered - b.answered);
  const isSmall = ({ answered }: Counted) => answered < results.FEWEST_ANSWERS;
  let hiddenCount = bySize.filter(isSmall).length;
  while (hiddenCount > 0 && hiddenCount < bySize.length && isSmall(together(bySize.slice(0, hiddenCount))))
    hiddenCount += 1;
  const shown = bySize.slice(hiddenCount).toReversed();
  const rest = together(bySize.slice(0, hiddenCount));
  return rest.answered >= results.FEWEST_ANSWERS ? [...shown, rest] : shown;
}

function together(groups: readonly Counted[]): Counted {
  const sum = (read: (one: Counted) => number) => groups.reduce((total, one) => total + read(one), 0);
  return {
    title: null,
    answered: sum(({ answered }) => answered),
    scored: sum(({ scored }) => scored),
    score_sum: sum(({ score_sum }) => score_sum),
    satisfied: sum(({ satisfied }) => satisfied),
  };
}

export const toFigures = ({ answered, scored, score_sum, satisfied }: Omit<Counted, 'title'>): results.Figures => ({
  answered,
  score: scored < results.FEWEST_ANSWERS ? null : Math.round((score_sum / scored) * 10) / 10,
  satisfied: scored < results.FEWEST_ANSWERS ? null : satisfied / scored,
});
