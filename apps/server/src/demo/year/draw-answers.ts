import type { SurveyForm } from '../../features/survey-content/index.ts';
import { drawComment, type Theme } from './comments.ts';
import type { Draw } from './draw.ts';

export type Question = SurveyForm['questions'][number];
export type Option = Question['options'][number];

export interface PastAnswer {
  question: Question;
  options: Option[];
  text: string | null;
}

export interface Mood {
  /** 0 to 1 */
  mood: number;
  language: string;
  isBadSpell: boolean;
  /** Somebody who needs help now chooses the last of several options. */
  needsHelp: boolean;
}

/** Draws the answers of one person. Questions whose condition does not hold are left out. */
export function drawAnswers(
  draw: Draw,
  { questions }: Pick<SurveyForm, 'questions'>,
  mood: Mood,
): { answers: PastAnswer[]; themes: Theme[] } {
  const answers: PastAnswer[] = [];
  const themes: Theme[] = [];
  const isChosen = ({ question_id, option_id }: { question_id: number; option_id: number }) =>
    answers.some(({ question, options }) => question.id === question_id && options.some(({ id }) => id === option_id));
  for (const question of questions) {
    const { condition } = question;
    if (condition && !condition.of.some(isChosen)) continue;
    if (question.type_of === 'text') {
      // Whoever is not content writes more often.
      if (!draw.chance(condition ? 0.85 : mood.mood < 0.5 ? 0.6 : 0.32)) continue;
      const comment = drawComment(draw, { ...mood, isGood: mood.mood >= 0.55 });
      themes.push(...comment.themes);
      answers.push({ question, options: [], text: comment.text });
    } else {
      const options = drawOptions(draw, question, mood);
      if (options.length > 0) answers.push({ question, options, text: null });
    }
  }
  return { answers, themes: [...new Set(themes)] };
}

function drawOptions(draw: Draw, { type_of, options }: Question, { mood, needsHelp }: Mood): Option[] {
  const here = Math.min(1, Math.max(0, mood + draw.deviation() * 0.08));
  if (type_of === 'checkbox') {
    if (needsHelp) return [draw.pick(options.slice(-2))];
    if (draw.chance(0.35)) return [];
    return here > 0.6 || draw.chance(0.5) ? options.slice(0, 1) : [draw.pick(options.slice(1, 3))];
  }
  if (type_of === 'yes_no') return options.slice(here < 0.34 ? 1 : 0).slice(0, 1);
  // Some do not know.
  const counting = options.filter(({ value }) => value !== null);
  if (counting.length < options.length && draw.chance(0.015)) return options.filter(({ value }) => value === null);
  const fromGood = type_of === 'rating' || type_of === 'nps' ? counting.toReversed() : counting;
  const place = Math.floor((1 - here) ** 1.15 * fromGood.length * 1.35);
  return fromGood.slice(Math.min(place, fromGood.length - 1)).slice(0, 1);
}
