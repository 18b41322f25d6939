import type { cases } from '@wardvoice/contract';
import { dueTimeOf, severityOf, type CaseLimits } from '../../features/cases/index.ts';
import type { MayWrite } from './draw-asking.ts';
import type { PastFeedback } from './store-answers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plus, type Draw } from './draw.ts';
import { isBadSpell } from './satisfaction.ts';

/** The causes of cases, in the order in which they are offered. */
export const CAUSES = [
  'Waiting time',
  'Communication',
  'Pain and medicines',
  'Food',
  'Cleanliness',
  'Something else',
] as const;
export type Cause = (typeof CAUSES)[number];

export interface PastStep {
  action: string;
  at: Date;
  /** Whether the person who has the case did it. */
  isOwn: boolean;
  note: string | null;
}

export interface PastCase {
  feedback: PastFeedback;
  departmentId: number | null;
  question: string;
  answer: string;
  severity: cases.CaseSeverity;
  openedAt: Date;
  dueAt: Date;
  state: cases.CaseState;
  /** Id of the person who has it; null: nobody yet. */
  claimer: number | null;
  level: number;
  closedAt: Date | null;
  cause: Cause | null;
  actionsTaken: string | null;
  asksAgain: boolean;
  steps: PastStep[];
}

const ACTIONS: Readonly<Record<Cause, readonly string[]>> = {
  'Waiting time': [
    'Apologised by phone. Beds are now handed over at eleven, and patients are told when they will leave.',
    'The sister rang and explained the delay. Discharge times are on the board since this week.',
  ],
  Communication: [
    'Went through the letter with her on the phone and sent a corrected copy.',
    'The consultant called the family. Handovers now include who was told what.',
  ],
  'Pain and medicines': [
    'The pharmacist rang and explained the tablets. A chart was posted.',
    'The district nurse visited the same day and changed the dressing.',
    'Reviewed by the pain team by phone, and the dose was changed.',
  ],
  Food: ['The kitchen has changed the order of the trolleys, so this ward is served first.'],
  Cleanliness: ['The bathroom was deep-cleaned, and the round is signed for every four hours.'],
  'Something else': ['Listened for twenty minutes. Nothing else was wanted than to be heard.'],
};

const CONTACT_NOTES = [
  'Rang at noon, spoke for ten minutes.',
  'Left a message, called again in the evening and reached the patient.',
  'Spoke to the son, who is with the patient.',
  'Reached on the second try.',
] as const;
const CLOSING_NOTES = [
  'All clear now.',
  'Content with the answer.',
  'Will see the GP on Thursday.',
  null,
  null,
] as const;
const WAITING_NOTE = 'Waiting for the pharmacy to ring back.';

/** Some cases of these last days are not closed yet. */
const OPEN_DAYS = 6;
/** None of the last day is closed; of those that are older, most are. */
const STEPS_OF_OLDER = [3, 2, 3, 0, 3, 1, 3] as const;

interface Deciding {
  limits: CaseLimits;
  /** Ids of those who work on cases of a ward. */
  workersOf(ward: string): readonly number[];
  mayWrite: MayWrite;
  now: Date;
}

/** Draws the cases that these answers opened, as opening them decides it, and how far colleagues have come with them. */
export function drawCases(
  draw: Draw,
  given: readonly { feedback: PastFeedback; wardDepartmentId: number | null }[],
  { limits, workersOf, mayWrite, now }: Deciding,
): PastCase[] {
  let turn = 0;
  return given.flatMap(({ feedback, wardDepartmentId }) => {
    const first = new Map<number | null, { question: string; answer: string }>();
    for (const { question, options } of feedback.answers)
      for (const option of options) {
        const departmentId = question.category.department_id ?? wardDepartmentId;
        if (option.escalate && !first.has(departmentId))
          first.set(departmentId, { question: question.standard_title, answer: option.standard_title });
      }
    const severity = severityOf({ harm: false, score: feedback.score, worst_answer: true });
    const dueAt = dueTimeOf(severity, limits, feedback.at);
    return [...first].map(([departmentId, words]) => {
      const opened = { feedback, departmentId, ...words, severity, openedAt: feedback.at, dueAt };
      const isRecent = feedback.at > plus(now, -OPEN_DAYS * DAY_MS);
      if (isRecent) turn += 1;
      const isNew = feedback.at > plus(now, -DAY_MS);
      const how = isNew ? turn % 3 : (STEPS_OF_OLDER[turn % STEPS_OF_OLDER.length] ?? 3);
      const worker = draw.pick(workersOf(feedback.asking.event.ward));
      return isRecent
        ? openStill(draw, opened, { how, worker, mayWrite, now })
        : close(draw, opened, { worker, mayWrite, now });
    });
  });
}

type Opened = Pick<PastCase, 'feedback' | 'departmentId' | 'question' | 'answer' | 'severity' | 'openedAt' | 'dueAt'>;

const OPENED = 'opened';
const step = (action: string, at: Date, note: string | null = null, isOwn = action !== OPENED): PastStep => ({
  action,
  at,
  isOwn,
  note,
});

/** `how` far colleagues have come: nobody has it, somebody claimed it, somebody has called, or it is closed. */
function openStill(
  draw: Draw,
  opened: Opened,
  { how, worker, mayWrite, now }: { how: number; worker: number; mayWrite: MayWrite; now: Date },
): PastCase {
  const { openedAt } = opened;
  const soon = (from: Date, hours: number) =>
    new Date(Math.min(plus(from, hours * HOUR_MS).getTime(), now.getTime() - MINUTE_MS));
  const none = { closedAt: null, cause: null, actionsTaken: null, asksAgain: false };
  const escalated = step('escalated', soon(openedAt, 0.5), 'Level 2', false);
  const unclaimed: PastCase = {
    ...opened,
    ...none,
    state: 'new',
    claimer: null,
    level: 2,
    steps: [step(OPENED, openedAt), escalated],
  };
  const claimedAt = soon(openedAt, draw.between(0.2, 0.45));
  const claimed: PastCase = {
    ...unclaimed,
    state: 'claimed',
    claimer: worker,
    level: 1,
    steps: [step(OPENED, openedAt), step('claim', claimedAt)],
  };
  const contactedAt = soon(claimedAt, draw.between(0.3, 5));
  switch (how) {
    case 0:
      return unclaimed;
    case 1:
      return claimed;
    case 2: {
      const waiting = step('note', soon(contactedAt, 1), WAITING_NOTE);
      const contacted = step('contacted', contactedAt, draw.pick(CONTACT_NOTES));
      return { ...claimed, state: 'contacted', steps: [...claimed.steps, contacted, waiting] };
    }
    default:
      return close(draw, opened, { worker, mayWrite, now });
  }
}

function close(
  draw: Draw,
  opened: Opened,
  { worker, mayWrite, now }: { worker: number; mayWrite: MayWrite; now: Date },
): PastCase {
  const { openedAt, dueAt, severity, feedback } = opened;
  const { ward } = feedback.asking.event;
  const wasSlow = isBadSpell(ward, openedAt, now);
  const claimAfter = draw.waiting(severity === 'urgent' ? 0.3 : 2.5) * (wasSlow ? 3 : 1);
  const claimedAt = plus(openedAt, claimAfter * HOUR_MS);
  const isEscalated = claimAfter > 1;
  const left = Math.max(dueAt.getTime() - claimedAt.getTime(), HOUR_MS);
  // Most are closed in time.
  const closedAt = plus(
    claimedAt,
    left * (draw.chance(wasSlow ? 0.65 : 0.9) ? draw.between(0.1, 0.95) : draw.between(1.1, 2.5)),
  );
  const contactedAt = plus(claimedAt, (closedAt.getTime() - claimedAt.getTime()) * draw.between(0.1, 0.8));
  const cause = drawCause(draw, opened, wasSlow);
  if (closedAt >= now) return openStill(draw, opened, { how: 1, worker, mayWrite, now });
  const asksAgain = draw.chance(0.65) && mayWrite(feedback.asking, closedAt);
  return {
    ...opened,
    state: 'closed',
    claimer: worker,
    level: isEscalated ? 2 : 1,
    closedAt,
    cause,
    actionsTaken: draw.pick(ACTIONS[cause]),
    asksAgain,
    steps: [
      step(OPENED, openedAt),
      ...(isEscalated ? [step('escalated', plus(openedAt, HOUR_MS), 'Level 2', false)] : []),
      step('claim', claimedAt),
      step('contacted', contactedAt, draw.pick(CONTACT_NOTES)),
      step('close', closedAt, draw.pick(CLOSING_NOTES)),
      ...(asksAgain ? [step('de_escalation', closedAt)] : []),
    ],
  };
}

function drawCause(draw: Draw, { answer }: Opened, wasSlow: boolean): Cause {
  if (/pain|wound/i.test(answer)) return 'Pain and medicines';
  if (wasSlow) return draw.chance(0.6) ? 'Waiting time' : draw.chance(0.6) ? 'Communication' : 'Pain and medicines';
  const dice = draw.random();
  if (dice < 0.34) return 'Waiting time';
  if (dice < 0.62) return 'Communication';
  if (dice < 0.76) return 'Pain and medicines';
  if (dice < 0.85) return 'Food';
  return dice < 0.92 ? 'Cleanliness' : 'Something else';
}
