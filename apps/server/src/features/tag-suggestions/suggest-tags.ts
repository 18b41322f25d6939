import type { feedbackRecords } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listWordsOf, weighTags, type WeighedTag } from './tag-suggestions.queries.ts';

const MAX_SUGGESTIONS = 3;
const MAX_WORDS = 4;
/** A word that makes a tag twice as likely. */
const MIN_WEIGHT = Math.LN2;

interface Word {
  token: string;
  stems: readonly string[];
}

/** Suggests tags for an answered survey, the surest first, each with the words of its comments that decided. */
export async function suggestTags(
  tx: Tx,
  scope: ApplicationScope,
  feedbackId: number,
): Promise<feedbackRecords.SuggestedTag[]> {
  const words = await listWordsOf(tx, scope.applicationId, feedbackId);
  const stems = [...new Set(words.flatMap((word) => word.stems))];
  if (stems.length === 0) return [];
  const weighed = await weighTags(tx, scope, feedbackId, stems);
  return weighed
    .map((tag) => ({ ...tag, over: scoreOf(tag) - tag.threshold, decided: findDeciding(words, tag) }))
    .filter(({ over, decided }) => over >= 0 && decided.length > 0)
    .sort((one, other) => other.over - one.over)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ tag, decided, rightly, suggested }) => ({
      tag,
      words: decided,
      right_percent: Math.round((rightly / suggested) * 100),
    }));
}

const scoreOf = ({ bias, weights }: WeighedTag): number =>
  Object.values(weights).reduce((sum, weight) => sum + weight, bias);

/** The words that speak for the tag most, as they were written. */
function findDeciding(words: readonly Word[], { weights }: WeighedTag): string[] {
  return words
    .map(({ token, stems }) => ({ token, weight: Math.max(...stems.map((stem) => weights[stem] ?? 0), 0) }))
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((one, other) => other.weight - one.weight || (one.token < other.token ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(({ token }) => token);
}
