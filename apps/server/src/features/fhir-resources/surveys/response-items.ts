import type { QuestionnaireResponseItem, QuestionnaireResponseItemAnswer } from '@medplum/fhirtypes';
import { optionCoding, sectionLink } from './questionnaire-items.ts';
import type { Layout } from './layouts.queries.ts';

/** One choice, text, number or day. A question with several choices has several. */
export interface GivenAnswer {
  question_id: number;
  /** In the words that were shown. */
  question: string;
  option_id: number | null;
  option: string | null;
  text: string | null;
  number: number | null;
  unit: string | null;
  /** ISO date. */
  day: string | null;
}

/** Returns the answers in the order and below the headings of the survey that was answered. */
export function answerItemsOf(
  { answers, layout }: { answers: readonly GivenAnswer[]; layout?: Layout | undefined },
  publicUrl: string,
): QuestionnaireResponseItem[] {
  const items: QuestionnaireResponseItem[] = [];
  const byLink = new Map<string, QuestionnaireResponseItem>();
  for (const given of answers) {
    const answer = answerOf(given, publicUrl);
    const question = byLink.get(String(given.question_id)) ?? begin(given);
    if (answer) question.answer = [...(question.answer ?? []), answer];
  }
  return items;

  function begin({ question_id, question }: GivenAnswer): QuestionnaireResponseItem {
    const item: QuestionnaireResponseItem = { linkId: String(question_id), text: question };
    byLink.set(item.linkId, item);
    const section = layout?.(question_id);
    const siblings = section ? groupOf(section) : items;
    siblings.push(item);
    return item;
  }

  function groupOf({ id, title }: { id: number; title: string }): QuestionnaireResponseItem[] {
    const linkId = sectionLink(id);
    const group = byLink.get(linkId) ?? { linkId, text: title, item: [] };
    if (!byLink.has(linkId)) {
      byLink.set(linkId, group);
      items.push(group);
    }
    return (group.item ??= []);
  }
}

/** Returns null for what was erased: that the question was answered is still a figure. */
function answerOf(given: GivenAnswer, publicUrl: string): QuestionnaireResponseItemAnswer | null {
  if (given.option_id !== null) return { valueCoding: optionCoding(publicUrl, given.option_id, given.option ?? '') };
  if (given.text) return { valueString: given.text };
  if (given.day !== null) return { valueDate: given.day };
  if (given.number === null) return null;
  return given.unit ? { valueQuantity: { value: given.number, unit: given.unit } } : { valueDecimal: given.number };
}
