import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { findContent, findEarlierContent, listContentCategories } from './survey-content.queries.ts';
import { formIn, type SurveyForm } from '../survey-content/index.ts';

/**
 * Returns a survey in the first of these languages that it has. A text that is not translated is in the default
 * language. With `revision` it is the wording of that revision, for a page that was opened then. `now` decides which day is today.
 */
export async function findSurveyForm(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  wanted: readonly (string | null | undefined)[],
  { revision, now = new Date() }: { revision?: number | undefined; now?: Date } = {},
): Promise<SurveyForm | undefined> {
  const current = await findContent(tx, applicationId, surveyId);
  if (!current) return undefined;
  const { id, active } = current;
  const earlier =
    revision === undefined || revision === current.revision
      ? undefined
      : await findEarlierContent(tx, applicationId, surveyId, revision);
  const asked = earlier
    ? { content: earlier, revision: revision ?? current.revision }
    : { content: current.content, revision: current.revision };
  const categories = await listContentCategories(tx, applicationId);
  return {
    id,
    active,
    revision: asked.revision,
    ...formIn(asked.content, categories, wanted, await today(tx, applicationId, now)),
  };
}

/** Returns the ISO date that it is at the application. */
async function today(tx: Tx, applicationId: number, now: Date): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today
    from applications where id = ${applicationId}`.execute(tx);
  return onlyRow(rows).today;
}
