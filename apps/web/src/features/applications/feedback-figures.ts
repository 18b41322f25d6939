import type { applications } from '@wardvoice/contract';

export interface FeedbackFigures {
  rows: readonly applications.CategoryFeedback[];
  /** Names of the months, oldest first. */
  months: readonly string[];
}
