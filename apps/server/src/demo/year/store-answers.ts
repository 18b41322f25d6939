import type { SurveyForm } from '../../features/survey-content/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import { drawAnswers, type PastAnswer } from './draw-answers.ts';
import type { PastAsking } from './draw-asking.ts';
import { DAY_MS, HOUR_MS, plus, type Draw } from './draw.ts';
import { insertEach, insertRows, type Row } from './insert-rows.ts';
import { isBadSpell, satisfactionAt } from './satisfaction.ts';
import type { Theme } from './comments.ts';

/** The answers of one person. */
export interface PastFeedback {
  asking: PastAsking;
  /** When it was sent in. */
  at: Date;
  answers: PastAnswer[];
  themes: Theme[];
  score: number | null;
}

interface Answering {
  forms: Readonly<Record<PastAsking['survey'], SurveyForm>>;
  now: Date;
}

/** In the last days somebody needs help so often that there are cases at every step. */
const NEEDS_HELP_DAYS = 6;
const NEEDS_HELP_HOURS = 9;

/** Draws what those who answered have answered, in the order in which it was sent in. */
export function drawFeedback(draw: Draw, askings: readonly PastAsking[], { forms, now }: Answering): PastFeedback[] {
  const answered = askings.flatMap((asking) => (asking.answeredAt ? [{ asking, at: asking.answeredAt }] : []));
  let lastInNeed = new Date(0);
  return answered
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ asking, at }) => {
      const { ward } = asking.event;
      const mood = satisfactionAt(ward, at, now) + draw.deviation() * 0.16;
      const isRecent = at > plus(now, -NEEDS_HELP_DAYS * DAY_MS);
      const isTheirTurn =
        isRecent && asking.survey === 'discharge' && lastInNeed < plus(at, -NEEDS_HELP_HOURS * HOUR_MS);
      const needsHelp = isTheirTurn || draw.chance(0.022);
      if (needsHelp) lastInNeed = at;
      const language = asking.stay.person.language.toLowerCase();
      const drawn = drawAnswers(draw, forms[asking.survey], {
        mood: Math.min(1, Math.max(0, mood)),
        language,
        isBadSpell: isBadSpell(ward, at, now),
        needsHelp,
      });
      return { asking, at, ...drawn, score: scoreOf(drawn.answers) };
    });
}

/** The mean of the answers that count, with two decimals. */
export function scoreOf(answers: readonly PastAnswer[]): number | null {
  const values = answers
    .map(({ options }) => options.flatMap(({ value }) => value ?? []))
    .filter((ofAnswer) => ofAnswer.length > 0)
    .map(mean);
  return values.length === 0 ? null : Math.round(mean(values) * 100) / 100;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Readers {
  /** Ids of those who read the answers of a ward, and look after some of them. */
  readersOf(ward: string): readonly number[];
  now: Date;
}

const TAGS: Readonly<Partial<Record<Theme, string>>> = {
  waiting: 'waiting times',
  medicines: 'medicines',
  food: 'food',
  noise: 'noise',
  information: 'information',
  cleanliness: 'cleanliness',
  pain: 'pain',
};

const NOTES = [
  'Read out at the ward meeting.',
  'Passed on to the matron.',
  'The daughter had called about the same on Monday.',
  'Thanked the team by name.',
  'To be looked at with the discharge group.',
  'Same as last month: the trolley comes too late.',
  'Spoke to the pharmacist. The list is now printed the evening before.',
] as const;

interface NewFeedback {
  invitation_id: number;
  survey_id: number;
  department_id: number | null;
  location: string | null;
  language: string;
}

/** Stores answers as the survey stores them, with what colleagues did about them. Returns their ids. */
export async function storeFeedback(
  tx: Tx,
  draw: Draw,
  applicationId: number,
  given: readonly { feedback: Pick<PastFeedback, 'at' | 'answers' | 'themes' | 'score'>; row: NewFeedback }[],
  { readersOf, now }: Readers,
): Promise<number[]> {
  const ids = await reserveIds(tx, 'feedback', given.length);
  await insertEach(tx, 'feedback', given, ({ feedback, row }, index) => ({
    ...row,
    id: ids[index] ?? 0,
    application_id: applicationId,
    score: feedback.score,
    submitted_at: feedback.at,
    ...followUp(draw, feedback, { readers: readersOf(row.location ?? ''), now }),
  }));
  await insertRows(
    tx,
    'feedback_answers',
    given.flatMap(({ feedback }, index) =>
      feedback.answers.flatMap((answer) => answerRows(answer, applicationId, ids[index] ?? 0)),
    ),
  );
  const noted = given.flatMap(({ feedback: { at, themes }, row }, index) => {
    const notedAt = plus(at, draw.between(3, 60) * HOUR_MS);
    const isNoted = themes.length > 0 && draw.chance(0.07) && notedAt < now;
    const user_id = draw.pick(readersOf(row.location ?? ''));
    return isNoted ? [{ feedback_id: ids[index] ?? 0, user_id, created_at: notedAt }] : [];
  });
  await insertRows(
    tx,
    'feedback_notes',
    noted.map((row) => ({
      ...row,
      application_id: applicationId,
      text: draw.pick(NOTES),
    })),
  );
  return ids;
}

/** Everything is read within three days; a few tags and colleagues are given with it. */
function followUp(
  draw: Draw,
  { at, themes }: Pick<PastFeedback, 'at' | 'themes'>,
  { readers, now }: { readers: readonly number[]; now: Date },
) {
  const read = plus(at, Math.min(HOUR_MS + draw.waiting(20 * HOUR_MS), 70 * HOUR_MS));
  const isRead = read < now;
  const tags = themes.flatMap((theme) => TAGS[theme] ?? []);
  const isAssigned = isRead && themes.length > 0 && draw.chance(0.05);
  return {
    read_at: isRead ? read : null,
    read_by_id: isRead ? draw.pick(readers) : null,
    tags: isRead && draw.chance(0.6) ? tags.toSorted((a, b) => a.localeCompare(b)) : [],
    assigned_to_id: isAssigned ? draw.pick(readers) : null,
    assigned_at: isAssigned ? read : null,
  };
}

/** Each chosen option is a row, or what was written is one. */
function answerRows(
  { question, options, text }: PastAnswer,
  applicationId: number,
  feedbackId: number,
): Row<'feedback_answers'>[] {
  const asked = {
    application_id: applicationId,
    feedback_id: feedbackId,
    question_id: question.id,
    category_title: question.category.standard_title,
    question_title: question.standard_title,
    question_type: question.type_of,
    text,
  };
  const none = { option_id: null, option_title: null, value: null, escalate: false, repeats: false };
  if (options.length === 0) return [{ ...asked, ...none }];
  return options.map(({ id, standard_title, value, escalate }, place) => ({
    ...asked,
    repeats: place > 0,
    option_id: id,
    option_title: standard_title,
    value,
    escalate,
  }));
}
