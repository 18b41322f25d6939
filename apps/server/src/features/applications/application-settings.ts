import type { applications } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import {
  deleteLogo,
  findFacilityOwner,
  findPortOwner,
  replaceFacilities,
  saveLogo,
  surveyIsOf,
} from './applications.queries.ts';
import { readLogo } from './read-logo.ts';

/**
 * Gives the facilities to an application. A facility belongs to one application: if two had it, each would get part of
 * its messages.
 */
export async function claimFacilities(tx: Tx, applicationId: number, facilities: readonly string[]): Promise<void> {
  const taken = await findFacilityOwner(tx, applicationId, facilities);
  if (taken) throw new Conflict(`Messages from ${taken} go to another application already. Remove it there first.`);
  await replaceFacilities(tx, applicationId, facilities);
}

/** Checks what a column constraint cannot. Needs a transaction that sees all. */
export async function checkSettings(
  tx: Tx,
  applicationId: number,
  settings: Partial<applications.ApplicationSettings> & { survey_interval_days: number },
): Promise<void> {
  const { listener_port: port, de_escalation_survey_id: surveyId, personal_retention_days: retention } = settings;
  if (port && (await findPortOwner(tx, applicationId, port)))
    throw new Conflict(`Port ${port} is another application's. Choose one that is free.`);
  if (surveyId && !(await surveyIsOf(tx, applicationId, surveyId)))
    throw new Invalid({ de_escalation_survey_id: ['This survey does not exist.'] });
  // The survey interval is checked by address, so an address that is deleted too early would be written to again.
  if (retention && retention < settings.survey_interval_days)
    throw new Invalid({
      personal_retention_days: [`Keep it for ${settings.survey_interval_days} days, the survey interval, at least.`],
    });
}

/**
 * Stores a new logo or deletes it. Returns its address, null when it was deleted, and undefined when it does not
 * change.
 */
export async function placeLogo(
  tx: Tx,
  applicationId: number,
  logo: string | null | undefined,
  current: string | null,
): Promise<string | null | undefined> {
  if (logo === undefined || (logo !== null && logo === current)) return undefined;
  if (!logo) {
    await deleteLogo(tx, applicationId);
    return null;
  }
  const picture = readLogo(logo);
  await saveLogo(tx, applicationId, picture);
  return `/api/v1/logos/${picture.hash}`;
}
