import { feedback, type fhir } from '@wardvoice/contract';
import { Invalid } from '../../../platform/errors.ts';
import { askedQuestions, readGiven } from '../../feedback/index.ts';
import { codeSystem } from '../../fhir/index.ts';
import type { FormQuestion, SurveyForm } from '../../survey-content/index.ts';
import { sectionLink } from './questionnaire-items.ts';

type Answer = feedback.AnswerBody;

/**
 * Returns the answers of a QuestionnaireResponse by question, for the checks that every answer of a patient goes through. Throws 422
 * that names each linkId whose answer cannot be read, so that nothing of what was answered is left out without a word.
 */
export function readResponse(survey: SurveyForm, { item }: fhir.SentResponse, publicUrl: string): Answer[] {
  const questions = new Map(survey.questions.map((question) => [String(question.id), question]));
  const headings = new Set(
    survey.questions.flatMap(({ section }) =>
      section ? [sectionLink(section.id), `${sectionLink(section.id)}-introduction`] : [],
    ),
  );
  const errors: Record<string, string[]> = {};
  const answers = new Map<string, Answer>();
  const refuse = (linkId: string, reason: string) => (errors[`linkId ${linkId}`] ??= []).push(reason);

  for (const { item: below = [], ...own } of item)
    for (const { linkId, answer = [] } of [own, ...below]) {
      const question = questions.get(linkId);
      if (headings.has(linkId)) {
        if (answer.length > 0) refuse(linkId, 'This is a heading, which has no answer.');
      } else if (!question) refuse(linkId, 'The survey has no such question.');
      else if (answers.has(linkId)) refuse(linkId, 'Send each question once.');
      else {
        const read = readAnswers(question, answer, publicUrl);
        if (typeof read === 'string') refuse(linkId, read);
        else answers.set(linkId, { question_id: question.id, ...read });
      }
    }
  const asked = askedQuestions(survey, readGiven([...answers.values()]));
  for (const [linkId, { question_id, ...answer }] of answers)
    if (!asked.has(question_id) && Object.keys(answer).length > 0)
      refuse(linkId, 'The survey does not ask this after these answers (enableWhen).');
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return [...answers.values()];
}

type Read = Omit<Answer, 'question_id'>;

function readAnswers(
  { type_of, unit }: FormQuestion,
  answers: readonly fhir.ResponseAnswer[],
  publicUrl: string,
): Read | string {
  if (type_of !== 'checkbox' && answers.length > 1) return 'Send one answer.';
  const [answer] = answers;
  if (!answer) return {};
  if (!feedback.isTyped(type_of)) return readCodes(answers, codeSystem(publicUrl, 'option'));
  switch (type_of) {
    case 'text':
      return answer.valueString === undefined ? 'Send valueString.' : { text: answer.valueString };
    case 'date':
      return answer.valueDate === undefined ? 'Send valueDate.' : { date: answer.valueDate };
    case 'number':
      return readNumber(answer, unit);
  }
}

function readNumber(
  { valueDecimal, valueInteger, valueQuantity }: fhir.ResponseAnswer,
  unit: string | null,
): Read | string {
  const number = valueQuantity?.value ?? valueDecimal ?? valueInteger;
  if (number === undefined) return unit ? 'Send valueQuantity.' : 'Send valueDecimal or valueInteger.';
  const sent = valueQuantity?.unit ?? unit;
  return sent === unit ? { number } : `Send the number in ${unit ?? 'no unit'}.`;
}

function readCodes(answers: readonly fhir.ResponseAnswer[], system: string): Read | string {
  const codes = answers.map(({ valueCoding }) =>
    valueCoding && (valueCoding.system ?? system) === system ? Number(valueCoding.code) : NaN,
  );
  if (codes.some((code) => !Number.isSafeInteger(code) || code <= 0))
    return 'Send valueCoding with a code that the Questionnaire offers.';
  return { option_ids: codes };
}
