import type { BodyOf, kiosks } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import type { PersonSession } from '../../platform/http/session.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { deleteSession } from '../sessions/index.ts';
import { departmentExists } from '../departments/index.ts';
import { getListName, listActiveSurveys } from '../feedback/index.ts';
import { endKioskOfTablet, insertKiosk } from './kiosks.queries.ts';

export interface StartedKiosk {
  id: number;
  /** For the cookie of this browser; it cannot be read again later. */
  secret: string;
  seconds: number;
  /** Kiosks that this tablet ran before. They are ended, because their pages are no longer shown anywhere. */
  ended: number[];
}

interface Starter {
  scope: ApplicationScope;
  session: PersonSession;
  /** The secret of the kiosk that this browser ran before, if any. */
  tabletSecret: string | undefined;
}

/**
 * Starts a kiosk. The session that starts it ends in the same transaction, because the tablet is left with patients.
 */
export async function startKiosk(
  tx: Tx,
  ctx: Context,
  { scope, session, tabletSecret }: Starter,
  listId: number,
  kiosk: BodyOf<typeof kiosks.startKiosk>['kiosk'],
): Promise<StartedKiosk> {
  const { applicationId } = scope;
  await getListName(tx, applicationId, listId);
  await checkChoices(tx, scope, kiosk);
  const { label, survey_id, department_id = null, location, hours } = kiosk;
  const secret = newToken();
  const now = ctx.clock();
  const ended = tabletSecret ? await endKioskOfTablet(tx, applicationId, hashToken(tabletSecret), now) : [];
  const id = await insertKiosk(tx, applicationId, {
    secret_hash: hashToken(secret),
    survey_id,
    mailing_list_id: listId,
    department_id,
    location,
    label,
    started_by_id: session.userId,
    started_at: now,
    expires_at: new Date(now.getTime() + hours * 3_600_000),
  });
  await deleteSession(tx, session.userId, session.id);
  await announce(tx, applicationId, ['feedback']);
  return { id, secret, seconds: hours * 3600, ended };
}

async function checkChoices(
  tx: Tx,
  { applicationId, locations }: ApplicationScope,
  { survey_id, department_id, location }: BodyOf<typeof kiosks.startKiosk>['kiosk'],
): Promise<void> {
  const application = applicationId;
  const surveys = await listActiveSurveys(tx, application);
  if (!surveys.some(({ id }) => id === survey_id)) throw new Invalid({ survey_id: ['Choose an active survey.'] });
  if (department_id && !(await departmentExists(tx, application, department_id)))
    throw new Invalid({ department_id: ['This department does not exist.'] });
  if (location && locations.length > 0 && !locations.includes(location))
    throw new Invalid({ location: ['Choose one of your wards.'] });
}
