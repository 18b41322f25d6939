import type { surveys } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { clearSurveyAfterCases } from '../applications/index.ts';
import { endKiosksOf } from '../kiosks/index.ts';
import { listSurveyUses } from '../survey-uses/index.ts';
import { switchOffTriggersOf } from '../triggers/index.ts';
import { listStoppable } from './broadcasts.queries.ts';
import { pauseBroadcast } from './move-broadcast.ts';

/**
 * Stops everything that sends a survey or offers it; a second call finds nothing left to stop. Broadcasts are paused,
 * not cancelled, so that they can continue when the survey is switched on again. Returns what used the survey.
 */
export async function stopSurveyUses(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  now: Date,
): Promise<surveys.SurveyUses> {
  const uses = await listSurveyUses(tx, applicationId, surveyId, now);
  await switchOffTriggersOf(tx, applicationId, surveyId);
  for (const id of await listStoppable(tx, applicationId, surveyId))
    await pauseBroadcast(tx, { applicationId, surveyId, id });
  await endKiosksOf(tx, applicationId, surveyId, now);
  await clearSurveyAfterCases(tx, applicationId, surveyId);
  await announce(tx, applicationId, ['broadcasts']);
  return uses;
}
