import type { feedback } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { withRetry, type Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import { openCases, type Concern } from '../cases/index.ts';
import { findDepartmentOfWard } from '../departments/index.ts';
import { queueAnswers } from '../destinations/index.ts';
import { answerInvitation } from '../invitations/index.ts';
import { maskCommentsOf } from '../masked-comments/index.ts';
import { answerWords, type SurveyForm } from '../survey-content/index.ts';
import { findSurveyForm } from '../surveys/index.ts';
import { announceEvent } from '../webhooks/index.ts';
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
import { recordConsents } from './record-consents.ts';
import { pushEscalations } from './push-escalations.ts';

export interface Submission {
  responses: readonly feedback.AnswerBody[];
  language: string | undefined;
  /** Tags the feedback with a department; by default it gets that of its ward. */
  departmentId: number | undefined;
  /** The wording that the page shows; by default the current one. */
  revision?: number | undefined;
  /** When it was answered, where that was before it came here. Default: now. */
  answeredAt?: Date | undefined;
}

export interface Submitted {
  /** Id of the stored answers. */
  id: number;
  /** Language of the answers. */
  language: string;
}

/**
 * Stores the answers behind a link, once. In one transaction the answers are stored, the link is used up, and the
 * people to whom an answer escalates are notified. Throws 404, 409 and 410 by the link's state, 422 by question in the
 * language of the page.
 */
export async function submitFeedback(ctx: Context, token: string, submission: Submission): Promise<Submitted> {
  const found = await ctx.db.transaction(systemScope('credential'), (tx) =>
    findInvitationByToken(tx, hashToken(token)),
  );
  if (!found) throw linkError('unknown');
  const { id, application_id } = found;
  return withRetry(() =>
    ctx.db.transaction(applicationScope(application_id), async (tx) => {
      const invitation = await lockInvitation(tx, application_id, id);
      return storeAnswers(tx, ctx, application_id, invitation, submission);
    }),
  );
}

/** Stores the answers in the caller's transaction, for an invitation that it has locked. */
export async function storeAnswers(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  invitation: LockedInvitation,
  { responses, language, departmentId, revision, answeredAt }: Submission,
): Promise<Submitted> {
  const now = ctx.clock();
  const languages = [language, invitation.language];
  const survey = await findSurveyForm(tx, applicationId, invitation.survey_id, languages, { revision, now });
  if (!survey) throw linkError('unknown');
  const state = linkState(invitation, survey, now);
  if (state !== 'open') throw linkError(state);

  const words = answerWords(survey.language);
  const checked = checkAnswers(survey, readGiven(responses), words);
  if (!checked.ok) throw new Invalid(checked.errors, words.look_again);

  const wardDepartmentId = await findDepartmentOfWard(tx, applicationId, invitation.location);
  const record = {
    survey_id: survey.id,
    invitation_id: invitation.id,
    department_id: (await findDepartment(tx, applicationId, departmentId)) ?? wardDepartmentId,
    location: invitation.location,
    language: survey.language,
    score: scoreOf(checked.answers),
    submitted_at: answeredAt ?? now,
  };
  await answerInvitation(tx, applicationId, invitation.id, now);
  await recordConsents(tx, applicationId, invitation, checked.answers);
  // From here to the commit, other answers of the application wait (docs/decisions/0054).
  const feedbackId = await insertFeedback(tx, applicationId, record, checked.answers);
  if (feedbackId === undefined) throw linkError('used');
  if (checked.answers.some(({ text }) => text !== null)) await maskCommentsOf(tx, applicationId, feedbackId);
  if (invitation.patient_id !== null) {
    const answered = { feedbackId, location: invitation.location };
    await queueAnswers(tx, applicationId, answered, now);
  }
  await callForHelp(tx, ctx, applicationId, {
    feedbackId,
    invitation,
    survey,
    answers: checked.answers,
    wardDepartmentId,
  });
  const { survey_id, department_id } = record;
  const answered = { feedback_id: feedbackId, survey_id, department_id };
  await announceEvent(tx, applicationId, 'survey.answered', answered, now);
  await announce(tx, applicationId, ['feedback', 'cases', 'inbox', 'deliveries']);
  return { id: feedbackId, language: survey.language };
}

interface Taken {
  feedbackId: number;
  invitation: LockedInvitation;
  survey: SurveyForm;
  answers: readonly CheckedAnswer[];
  /** Department of the ward, for answers whose category has none. */
  wardDepartmentId: number | null;
}

/** Opens cases for answers that escalate, and for words of harm, which come first because a case is named after the first answer. */
async function callForHelp(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  { feedbackId, invitation, survey, answers, wardDepartmentId }: Taken,
): Promise<void> {
  const concernIn = ({ question }: CheckedAnswer, answer: string): Concern => ({
    department_id: question.category.department_id ?? wardDepartmentId,
    question: question.standard_title,
    answer,
  });
  const harm = answers.filter((answer) => answer.harm).map((answer) => concernIn(answer, answer.text ?? ''));
  const chosen = answers.flatMap((answer) =>
    answer.options.map((option) => ({ option, concern: concernIn(answer, option.standard_title) })),
  );
  const escalating = chosen.filter(({ option }) => option.escalate).map(({ concern }) => concern);
  const notifying = chosen.filter(({ option }) => option.notify && !option.escalate).map(({ concern }) => concern);
  const answered = {
    application_id: applicationId,
    feedback_id: feedbackId,
    survey_id: survey.id,
    visit_id: invitation.visit_id,
    location: invitation.location,
  };
  await openCases(tx, ctx, answered, { escalating: [...harm, ...escalating], notifying });
  const pushed = escalating[0] ?? harm.map((concern) => ({ ...concern, answer: '' }))[0];
  if (pushed) await pushEscalations(tx, ctx, answered, pushed);
}
