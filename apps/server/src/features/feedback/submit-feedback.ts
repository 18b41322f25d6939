import type { feedback } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { withRetry, type Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, SYSTEM_SCOPE } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { openCases, type Concern } from '../cases/index.ts';
import { answerInvitation } from '../invitations/index.ts';
import { findSurveyForm, type SurveyForm } from '../surveys/index.ts';
import { answerWords } from './answer-words.ts';
import { checkAnswers, scoreOf, type CheckedAnswer } from './check-answers.ts';
import {
  findDepartment,
  findInvitationByToken,
  insertFeedback,
  lockInvitation,
  type LockedInvitation,
} from './feedback.queries.ts';
import { readGiven } from './given-answers.ts';
import { linkError, linkState } from './open-survey.ts';
import { pushEscalations } from './push-escalations.ts';

export interface Submission {
  responses: readonly feedback.AnswerBody[];
  language: string | undefined;
  /** Tags the feedback. */
  departmentId: number | undefined;
  /** The wording that the page shows; without one, the survey's of now. */
  revision?: number | undefined;
}

/**
 * Takes the answers behind a link, once: in one transaction they are stored, the link is spent, and those are told whose
 * help is called for. Throws 404, 409 and 410 by the link's state, 422 by question in the language of the page.
 */
export async function submitFeedback(house: Context, token: string, submission: Submission): Promise<{ id: number }> {
  const found = await house.db.transaction(SYSTEM_SCOPE, (tx) => findInvitationByToken(tx, hashToken(token)));
  if (!found) throw linkError('unknown');
  const { id, application_id } = found;
  return withRetry(() =>
    house.db.transaction(applicationScope(application_id), async (tx) => {
      const invitation = await lockInvitation(tx, application_id, id);
      return takeAnswers(tx, house, application_id, invitation, submission);
    }),
  );
}

/** In the caller's transaction, for an invitation that it has locked. */
export async function takeAnswers(
  tx: Tx,
  house: Context,
  applicationId: number,
  invitation: LockedInvitation,
  { responses, language, departmentId, revision }: Submission,
): Promise<{ id: number }> {
  const now = house.clock();
  const languages = [language, invitation.language];
  const survey = await findSurveyForm(tx, applicationId, invitation.survey_id, languages, revision);
  if (!survey) throw linkError('unknown');
  const state = linkState(invitation, survey, now);
  if (state !== 'open') throw linkError(state);

  const words = answerWords(survey.language);
  const checked = checkAnswers(survey, readGiven(responses), words);
  if (!checked.ok) throw new Invalid(checked.errors, words.look_again);

  const record = {
    survey_id: survey.id,
    invitation_id: invitation.id,
    department_id: await findDepartment(tx, applicationId, departmentId),
    location: invitation.location,
    language: survey.language,
    score: scoreOf(checked.answers),
    submitted_at: now,
  };
  const feedbackId = await insertFeedback(tx, applicationId, record, checked.answers);
  if (feedbackId === undefined) throw linkError('used');
  await answerInvitation(tx, applicationId, invitation.id, now);
  await callForHelp(tx, house, applicationId, { feedbackId, invitation, survey, answers: checked.answers });
  await announce(tx, applicationId, ['feedback', 'cases', 'inbox', 'deliveries']);
  return { id: feedbackId };
}

interface Taken {
  feedbackId: number;
  invitation: LockedInvitation;
  survey: SurveyForm;
  answers: readonly CheckedAnswer[];
}

async function callForHelp(
  tx: Tx,
  house: Context,
  applicationId: number,
  { feedbackId, invitation, survey, answers }: Taken,
): Promise<void> {
  const concerns = answers.flatMap(({ question, options }) =>
    options.map((option) => ({
      option,
      concern: {
        department_id: question.category.department_id,
        question: question.standard_title,
        answer: option.standard_title,
      } satisfies Concern,
    })),
  );
  const escalating = concerns.filter(({ option }) => option.escalate).map(({ concern }) => concern);
  const notifying = concerns.filter(({ option }) => option.notify && !option.escalate).map(({ concern }) => concern);
  const answered = {
    application_id: applicationId,
    feedback_id: feedbackId,
    survey_id: survey.id,
    visit_id: invitation.visit_id,
    location: invitation.location,
  };
  await openCases(tx, house, answered, { escalating, notifying });
  if (escalating[0]) await pushEscalations(tx, house, answered, escalating[0]);
}
