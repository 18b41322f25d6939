import type { APIRequestContext } from '@playwright/test';

interface Question {
  id: number;
  type_of: string;
  options: { id: number; title: string }[];
}

/**
 * Answers the survey behind a link as a patient would who had a poor stay and nothing else to complain of.
 * False when somebody of the sample hospital answered this link first.
 */
export async function answerPoorly(request: APIRequestContext, link: string): Promise<boolean> {
  const address = link.replace('/feedback/', '/api/v1/feedback/');
  const survey = await request.get(address);
  if (survey.status() === 409) return false;
  const { data } = (await survey.json()) as { data: { survey: { categories: { questions: Question[] }[] } } };
  const responses = data.survey.categories.flatMap(({ questions }) => questions).map(respond);
  const answer = await request.post(address, { data: { feedback: { responses } } });
  if (answer.status() === 409) return false;
  if (!answer.ok()) throw new Error(`The survey was not taken: ${answer.status()} ${await answer.text()}`);
  return true;
}

/** Options stand from good to bad. */
function respond({ id, type_of, options }: Question) {
  const poor = options.find(({ title }) => title === 'Poor');
  const best = type_of === 'rating' || type_of === 'nps' ? options.at(-1) : options[0];
  const option = poor ?? best;
  if (type_of === 'text') return { question_id: id, text: 'I rang the bell for an hour.' };
  return type_of === 'checkbox'
    ? { question_id: id, option_ids: option ? [option.id] : [] }
    : { question_id: id, option_id: option?.id ?? null };
}
