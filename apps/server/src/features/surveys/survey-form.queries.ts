import type { Tx } from '../../platform/db/database.ts';
import { findContent, findEarlierContent, listContentCategories } from './survey-content.queries.ts';
import { formIn, type SurveyForm } from './survey-form.ts';

/**
 * Returns a survey in the first of these languages that it has. A text that is not translated is in the default
 * language. With `revision` it is the wording of that revision, for a page that was opened then.
 */
export async function findSurveyForm(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  wanted: readonly (string | null | undefined)[],
  revision?: number,
): Promise<SurveyForm | undefined> {
  const current = await findContent(tx, applicationId, surveyId);
  if (!current) return undefined;
  const { id, active } = current;
  const earlier =
    revision === undefined || revision === current.revision
      ? undefined
      : await findEarlierContent(tx, applicationId, surveyId, revision);
  const asked = earlier
    ? { content: earlier, revision: revision as number }
    : { content: current.content, revision: current.revision };
  const categories = await listContentCategories(tx, applicationId);
  return { id, active, revision: asked.revision, ...formIn(asked.content, categories, wanted) };
}
