import type { APIRequestContext } from '@playwright/test';

interface Question {
  id: number;
  type_of: string;
  options: { id: number; title: string }[];
}

/** Answers as a patient who had a poor stay and no other complaint. */
export const answerPoorly = (request: APIRequestContext, link: string) => answer(request, link, 'Poor');

/** Answers as a patient who is content with everything. */
export const answerWell = (request: APIRequestContext, link: string) => answer(request, link, null);

/** Answers the survey of a link: with this title where it is offered, else with the best option. */
async function answer(request: APIRequestContext, link: string, title: string | null): Promise<void> {
  const address = link.replace('/feedback/', '/api/v1/feedback/');
  const survey = await request.get(address);
  const { data } = (await survey.json()) as { data: { survey: { categories: { questions: Question[] }[] } } };
  const responses = data.survey.categories
    .flatMap(({ questions }) => questions)
    .map((question) => respond(question, title));
  const given = await request.post(address, { data: { feedback: { responses } } });
  if (!given.ok()) throw new Error(`The survey was not taken: ${given.status()} ${await given.text()}`);
}

/** The options are in the order from good to bad. */
function respond({ id, type_of, options }: Question, wanted: string | null) {
  const named = options.find(({ title }) => title === wanted);
  const best = type_of === 'rating' || type_of === 'nps' ? options.at(-1) : options[0];
  const option = named ?? best;
  if (type_of === 'text') return { question_id: id, text: 'I rang the bell for an hour.' };
  return type_of === 'checkbox'
    ? { question_id: id, option_ids: option ? [option.id] : [] }
    : { question_id: id, option_id: option?.id ?? null };
}
