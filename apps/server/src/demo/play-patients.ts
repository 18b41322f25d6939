import { setTimeout as pause } from 'node:timers/promises';
import type { feedback } from '@wardvoice/contract';
import type { Context } from '../platform/context.ts';
import { listUnansweredLinks } from './demo.queries.ts';
import { drawComment } from './year/comments.ts';
import { drawFrom } from './year/draw.ts';

const PAUSE_MS = 6_000;
/** Share of the patients who answer. */
const ANSWERING = 0.35;

const draw = drawFrom(Math.random);

/** Answers surveys as patients do, through the same public calls. */
export async function playPatients(ctx: Context, signal: AbortSignal): Promise<void> {
  const decided = new Set<string>();
  while (!signal.aborted) {
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const links = await listUnansweredLinks(ctx).catch(() => []);
    for (const link of links.filter((one) => !decided.has(one)).slice(0, 4)) {
      decided.add(link);
      if (Math.random() < ANSWERING)
        await answer(link.replace('/feedback/', '/api/v1/feedback/')).catch(() => undefined);
    }
  }
}

async function answer(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) return;
  const { data } = (await response.json()) as { data: { survey: feedback.PortalSurvey } };
  // Most are content.
  const mood = Math.random() ** 1.7;
  const responses = data.survey.categories.flatMap(({ questions }) =>
    questions.map((question) => respond(question, { mood, language: data.survey.language })),
  );
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ feedback: { responses, language: data.survey.language } }),
  });
}

/**
 * Chooses an answer. Choices are ordered from good to bad, numbers from bad to good; a bad mood chooses further towards
 * the bad.
 */
function respond(
  { id, type_of, ...question }: feedback.PortalQuestion,
  { mood, language }: { mood: number; language: string },
): feedback.AnswerBody {
  const options = type_of === 'rating' || type_of === 'nps' ? question.options.toReversed() : question.options;
  if (type_of === 'text')
    return {
      question_id: id,
      text: draw.chance(0.4) ? drawComment(draw, { language, isGood: mood < 0.5, isBadSpell: false }).text : null,
    };
  if (type_of === 'number') return { question_id: id, number: question.smallest ?? 0 };
  if (type_of === 'date') return { question_id: id, date: question.latest ?? question.earliest };
  const place = Math.min(
    options.length - 1,
    Math.floor(Math.max(0, mood - 0.25 + (Math.random() - 0.5) * 0.3) * options.length),
  );
  const option = options[place]?.id ?? null;
  return type_of === 'checkbox'
    ? { question_id: id, option_ids: option ? [option] : [] }
    : { question_id: id, option_id: option };
}
