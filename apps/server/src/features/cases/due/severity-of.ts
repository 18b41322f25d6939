import type { cases } from '@wardvoice/contract';

export interface SeverityFacts {
  /** The text that opened the case, or a comment of its survey, has words of harm. */
  harm: boolean;
  /** From 0 to 100; null: nothing that was answered counts. */
  score: number | null;
  /** One of the answers that call for help has the value 0. */
  worst_answer: boolean;
}

const URGENT_SCORE = 25;
const HIGH_SCORE = 50;

/** Returns how severe a case is. What is not known counts as high rather than as normal. */
export function severityOf({ harm, score, worst_answer }: SeverityFacts): cases.CaseSeverity {
  if (harm || (score !== null && score <= URGENT_SCORE)) return 'urgent';
  return score === null || score <= HIGH_SCORE || worst_answer ? 'high' : 'normal';
}
