import type { sections } from '@wardvoice/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { completeOrder, wholeOrder } from '../check-question.ts';
import { listQuestionsOfSurvey } from '../questions.queries.ts';
import { reviseSurveys } from '../survey-content.queries.ts';
import { lockSurvey } from '../surveys.queries.ts';
import { listItems, setItemOrder } from './sections.queries.ts';

/** Puts the sections and questions of a survey into an order. Those not named come last. */
export async function orderSurvey(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  wanted: readonly sections.Item[],
  now: Date,
): Promise<void> {
  await lockSurvey(tx, applicationId, surveyId);
  const items = await listItems(tx, applicationId, surveyId);
  const keyed = new Map(items.map((item, index) => [keyOf(item), { ...item, index }]));
  const places = wanted.flatMap((item) => keyed.get(keyOf(item))?.index ?? []);
  const order = completeOrder(
    items.map((_, index) => ({ id: index })),
    places,
  ).flatMap((index) => items[index] ?? []);
  wholeOrder(await listQuestionsOfSurvey(tx, applicationId, surveyId), questionIdsOf(order));
  await reviseSurveys(tx, applicationId, [surveyId], now);
  await setItemOrder(tx, applicationId, order);
}

/** Puts the questions of a survey into an order, for callers that know no sections: these keep their places. */
export async function orderQuestions(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  wanted: readonly number[],
  now: Date,
): Promise<void> {
  await lockSurvey(tx, applicationId, surveyId);
  const ids = wholeOrder(await listQuestionsOfSurvey(tx, applicationId, surveyId), wanted);
  const items = await listItems(tx, applicationId, surveyId);
  let next = 0;
  const order = items.map((item) => (item.kind === 'question' ? { ...item, id: ids[next++] ?? item.id } : item));
  await reviseSurveys(tx, applicationId, [surveyId], now);
  await setItemOrder(tx, applicationId, order);
}

const keyOf = ({ kind, id }: sections.Item) => `${kind} ${id}`;

const questionIdsOf = (items: readonly sections.Item[]) =>
  items.filter(({ kind }) => kind === 'question').map(({ id }) => id);
