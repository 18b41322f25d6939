import { feedback } from '@wardvoice/contract';
import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { FeedbackAnswers } from '../../platform/db/schema.gen.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { NO_RULES, type FormQuestion, type SurveyForm } from '../survey-content/index.ts';
import { findRevisionAt, findSurveyForm } from '../surveys/index.ts';
import type { GivenAnswer } from './given-answers.ts';
import { linkError } from './open-survey.ts';

export interface AnsweredSurvey {
  survey: SurveyForm;
  given: readonly GivenAnswer[];
  submitted: { id: number; at: Date };
}

type AnswerRow = Pick<
  Selectable<FeedbackAnswers>,
  | 'question_id'
  | 'question_title'
  | 'question_type'
  | 'category_title'
  | 'option_id'
  | 'option_title'
  | 'text'
  | 'number'
  | 'unit'
  | 'day'
>;

/** Returns the survey behind a link as it was asked, with the answers. Throws 409 when they are not the caller's to see. */
export async function readAnswered(
  tx: Tx,
  scope: ApplicationScope,
  tokenHash: Buffer,
  language: string | undefined,
): Promise<AnsweredSurvey> {
  const { applicationId } = scope;
  const found = await findFeedback(tx, scope, tokenHash);
  if (!found) throw new Conflict('This survey was answered in another ward, or its answers were removed.');
  const { id, survey_id, submitted_at } = found;
  const revision = await findRevisionAt(tx, applicationId, survey_id, submitted_at);
  const form = await findSurveyForm(tx, applicationId, survey_id, [language, found.language], { revision });
  if (!form) throw linkError('unknown');
  const answers = await listAnswers(tx, applicationId, id);
  const survey = { ...form, questions: [...form.questions, ...questionsNotIn(form, answers)] };
  return { survey, given: givenIn(answers), submitted: { id, at: submitted_at } };
}

function findFeedback(tx: Tx, scope: ApplicationScope, tokenHash: Buffer) {
  return tx
    .selectFrom('feedback as f')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'f.application_id').onRef('i.id', '=', 'f.invitation_id'),
    )
    .select(['f.id', 'f.survey_id', 'f.language', 'f.submitted_at'])
    .where('f.application_id', '=', scope.applicationId)
    .where('i.token_hash', '=', tokenHash)
    .where(isInWards(scope, 'f.location'))
    .executeTakeFirst();
}

function listAnswers(tx: Tx, applicationId: number, feedbackId: number): Promise<AnswerRow[]> {
  return tx
    .selectFrom('feedback_answers')
    .select(['question_id', 'question_title', 'question_type', 'category_title', 'option_id', 'option_title', 'text'])
    .select(['number', 'unit', 'day'])
    .where('application_id', '=', applicationId)
    .where('feedback_id', '=', feedbackId)
    .orderBy('id')
    .execute();
}

function byQuestion(answers: readonly AnswerRow[]): AnswerRow[][] {
  const groups = new Map<number, AnswerRow[]>();
  for (const answer of answers) groups.set(answer.question_id, [...(groups.get(answer.question_id) ?? []), answer]);
  return [...groups.values()];
}

const givenIn = (answers: readonly AnswerRow[]): GivenAnswer[] =>
  byQuestion(answers).flatMap((rows) =>
    rows.slice(0, 1).map(({ question_id, text, number, day }) => ({
      question_id,
      option_ids: rows.flatMap(({ option_id }) => option_id ?? []),
      text: text ?? day ?? (number === null ? null : String(number)),
    })),
  );

/** Returns answered questions that this wording does not have, in the words in which they were answered. */
function questionsNotIn({ questions, language }: SurveyForm, answers: readonly AnswerRow[]): FormQuestion[] {
  const known = new Set(questions.map(({ id }) => id));
  return byQuestion(answers.filter(({ question_id }) => !known.has(question_id))).flatMap((rows) =>
    rows.slice(0, 1).map(({ question_id, question_title, question_type, category_title, option_id, unit }) => ({
      ...NO_RULES,
      unit,
      standard_unit: unit,
      id: question_id,
      title: question_title,
      title_language: language,
      standard_title: question_title,
      type_of:
        feedback.QUESTION_TYPES.find((type) => type === question_type) ?? (option_id === null ? 'text' : 'radio'),
      required: false,
      category: { id: null, title: category_title ?? '', standard_title: category_title, department_id: null },
      section: null,
      condition: null,
      options: rows.flatMap(({ option_id: id, option_title }) =>
        id === null
          ? []
          : [
              {
                id,
                title: option_title ?? '',
                standard_title: option_title ?? '',
                value: null,
                escalate: false,
                notify: false,
                agrees: null,
              },
            ],
      ),
    })),
  );
}
