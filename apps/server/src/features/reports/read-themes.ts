import { reports, results } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { wilson, Z_998 } from '../../platform/statistics/wilson.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listGroups, type Frame } from '../results/index.ts';
import { daysBefore } from './periods.ts';
import { verdictOf } from './read-comparison.ts';
import { answersOf, readHead } from './read-head.ts';
import { countCommentedAndTagged, listThemes, type ThemeRow } from './reports.queries.ts';
import { differenceOfProportions } from './statistics/newcombe.ts';

/**
 * Returns what answers are about: only tags that people have given count, never those that are suggested. A share is of the answers that
 * have any tag, because nobody knows what the others would have.
 */
export async function readThemes(
  tx: Tx,
  scope: ApplicationScope,
  filters: reports.ReportFilters,
  now: Date,
): Promise<reports.ThemesReport> {
  const { frame, head } = await readHead(tx, scope, filters, now);
  const before = daysBefore(head);
  const nothing = { answered: null, commented: null, tagged: null, tagged_before: null, themes: [], left_off: 0 };
  const total = frame && (await listGroups(tx, frame, 'month')).find(({ kind }) => kind === 'total');
  if (!frame || !total || !isEnough(total.answered)) return { ...head, before, hidden: true, ...nothing };
  const frameBefore = { ...frame, ...before };
  const [counted, countedBefore] = [
    await countCommentedAndTagged(tx, frame),
    await countCommentedAndTagged(tx, frameBefore),
  ];
  const earlier = new Map((await listThemes(tx, frameBefore)).map((row) => [row.tag, row]));
  const themes = isEnough(counted.tagged) ? await listThemes(tx, frame) : [];
  return {
    ...head,
    before,
    hidden: false,
    answered: total.answered,
    commented: shown(counted.commented),
    tagged: shown(counted.tagged),
    tagged_before: shown(countedBefore.tagged),
    themes: themes.slice(0, reports.MAX_THEMES).map((theme) =>
      figuresOf(theme, {
        tagged: counted.tagged,
        answeredBefore: earlier.get(theme.tag)?.answered ?? 0,
        taggedBefore: countedBefore.tagged,
        frame,
      }),
    ),
    left_off: Math.max(0, themes.length - reports.MAX_THEMES),
  };
}

const isEnough = (count: number): boolean => count >= results.FEWEST_ANSWERS;
const shown = (count: number): number | null => (isEnough(count) ? count : null);

interface Beside {
  tagged: number;
  answeredBefore: number;
  taggedBefore: number;
  frame: Frame;
}

function figuresOf(
  { tag, answered, scored, satisfied }: ThemeRow,
  { tagged, answeredBefore, taggedBefore, frame }: Beside,
): reports.ThemeFigures {
  const interval = isEnough(answered) && isEnough(scored) ? wilson(satisfied, scored) : null;
  // A theme of fewer than five people is not shown for either time, so that nobody subtracts one from the other.
  const isShown = isEnough(answered);
  const isShownBefore = isEnough(answeredBefore);
  const isCompared = isShown && isEnough(taggedBefore) && (isShownBefore || answeredBefore === 0);
  // Many themes are looked at together, so of 500 that did not change one is called changed, as in the funnel of wards.
  const now = { successes: answered, count: tagged };
  const then = { successes: answeredBefore, count: taggedBefore };
  return {
    tag,
    count: isShown ? answered : null,
    share: isShown ? answered / tagged : null,
    count_before: isShownBefore ? answeredBefore : null,
    share_before: isShownBefore ? answeredBefore / taggedBefore : null,
    verdict: verdictOf(isCompared ? differenceOfProportions(now, then, Z_998) : null),
    satisfied: interval && satisfied / scored,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    answers: isShown ? { ...answersOf(frame), tag } : null,
  };
}
