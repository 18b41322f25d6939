import type { feedback } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { applicationScope } from '../../platform/scope.ts';
import { updateDraft } from './feedback.queries.ts';
import { keepKnown, readGiven } from './given-answers.ts';
import { linkError, openSurvey } from './open-survey.ts';

/** Keeps the answers given so far, right or not; they come back when the link is opened again. */
export async function saveDraft(
  house: Context,
  token: string,
  responses: readonly feedback.AnswerBody[],
  revision?: number,
): Promise<void> {
  const opened = await openSurvey(house, token, undefined, revision);
  if (opened.state !== 'open') throw linkError(opened.state);
  const { application_id, id } = opened.invitation;
  const draft = keepKnown(opened.survey, readGiven(responses));
  await house.db.transaction(applicationScope(application_id), (tx) =>
    updateDraft(tx, application_id, id, { draft, revision: opened.survey.revision }, house.clock()),
  );
}
