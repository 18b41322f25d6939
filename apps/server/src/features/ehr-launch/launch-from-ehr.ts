import { ehrLaunch } from '@wardvoice/contract';
import * as oidc from 'openid-client';
import type { Context } from '../../platform/context.ts';
import { seeingAllApplications, type Tx } from '../../platform/db/database.ts';
import { codeOf, Conflict } from '../../platform/errors.ts';
import { applicationScope, systemScope, type ApplicationScope } from '../../platform/scope.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { namesOf } from '../fhir-resources/index.ts';
import { meetEhr, readOpenRecord, type EhrConnection, type OpenRecord } from './ask-ehr.ts';
import {
  deleteLaunch,
  findLaunch,
  findNewestMessage,
  findReturned,
  hasApplication,
  insertLaunch,
  listPatientsNumbered,
  recordContext,
  type Launch,
  type LaunchFailure,
} from './launches.queries.ts';

/** Minutes between the record system and the survey. A sign-in may lie between them. */
export const LAUNCH_MINUTES = 10;
const MS_PER_MINUTE = 60_000;

const NOT_COMPLETED = 'It is not known whose record was open. Open the survey from the record system again.';

const NOT_THEIRS = 'No message about this patient is from your wards.';
/** Nobody is asked about another stay than the one that is meant. */
const NOT_THIS_STAY =
  'The stay that was open in the record is not known here yet, or not from your wards. Look for the patient under Messages.';

/** What staff read for each failure. The log has the details. */
const SENTENCES: Readonly<Record<LaunchFailure, string>> = {
  refused: NOT_COMPLETED,
  unknown: 'The patient of this record is not known here yet. Their first message from the feed is awaited.',
  several: 'Several patients here have the number of this record. Look for the patient under Messages.',
  other_person:
    'Here the number of this record belongs to a patient with another birth date. Nobody is asked: tell an administrator.',
};

/**
 * Returns the address to which the browser goes to authorize us, and the token that it must bring back in a cookie; null where the settings
 * name an application that there is not.
 */
export async function leaveForEhr(
  ctx: Context,
  settings: EhrConnection,
  launch: string,
): Promise<{ address: string; browserToken: string } | null> {
  const { applicationId } = settings;
  if (!(await ctx.db.transaction(systemScope('credential'), (tx) => hasApplication(tx, applicationId)))) {
    ctx.log.error({ ehr: settings.number, application: applicationId }, 'EHR_APPLICATION is the id of no application');
    return null;
  }
  const { client, scope } = await meetEhr(settings);
  const [browserToken, state, code_verifier] = [newToken(), oidc.randomState(), oidc.randomPKCECodeVerifier()];
  const address = oidc.buildAuthorizationUrl(client, {
    redirect_uri: callbackOf(ctx, settings),
    scope,
    launch,
    aud: settings.issuer,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  });
  const now = ctx.clock();
  await ctx.db.transaction(systemScope('credential'), (tx) =>
    insertLaunch(
      tx,
      {
        browser_hash: hashToken(browserToken),
        application_id: applicationId,
        ehr: settings.number,
        state,
        code_verifier,
        expires_at: new Date(now.getTime() + LAUNCH_MINUTES * MS_PER_MINUTE),
      },
      now,
    ),
  );
  return { address: address.href, browserToken };
}

/**
 * Reads from the return address whose record was open. Only the id of our patient is kept. Never throws what the record system said: the
 * page fetches the result, also when it is a failure.
 */
export async function comeBackFromEhr(
  ctx: Context,
  settings: EhrConnection,
  browserToken: string,
  search: string,
): Promise<void> {
  const browserHash = hashToken(browserToken);
  const launch = await ctx.db.transaction(systemScope('credential'), (tx) => findLaunch(tx, browserHash, ctx.clock()));
  if (!launch) return;
  const record = await askWhoseRecord(ctx, settings, launch, search);
  await ctx.db.transaction(applicationScope(launch.application_id), async (tx) =>
    recordContext(tx, browserHash, record ? await recognize(tx, ctx, settings, record) : { failure: 'refused' }),
  );
}

async function askWhoseRecord(
  ctx: Context,
  settings: EhrConnection,
  launch: Launch,
  search: string,
): Promise<OpenRecord | null> {
  // An answer that came to the address of another record system may be meant for that one (RFC 9700 §4.4).
  if (launch.ehr !== settings.number || launch.application_id !== settings.applicationId) return null;
  try {
    const address = new URL(callbackOf(ctx, settings) + search);
    return await readOpenRecord(await meetEhr(settings), address, launch);
  } catch (error) {
    // What the record system said is not logged, because it may contain a code or a name.
    ctx.log.warn({ ehr: settings.number, code: codeOf(error) }, 'a launch from a record system did not succeed');
    return null;
  }
}

/** Returns the id of the patient here who is the one of the record, with the number of the stay that was open. */
async function recognize(
  tx: Tx,
  { publicUrl }: Context,
  { applicationId, patientSystem, patientAuthority }: EhrConnection,
  { patient: { identifier, birthDate }, visitNumber }: OpenRecord,
): Promise<{ patient_id: number; visit_number: string | null } | { failure: LaunchFailure }> {
  const numbers = identifier.flatMap(({ system, value }) => (system === patientSystem && value ? [value] : []));
  const authorities =
    patientAuthority === null
      ? namesOf(patientSystem, { publicUrl, applicationId })
      : [`namespace:${patientAuthority}`, patientAuthority];
  const [found, another] = await listPatientsNumbered(tx, applicationId, numbers, authorities);
  if (!found) return { failure: 'unknown' };
  if (another) return { failure: 'several' };
  const { id: patient_id, birth_date, birth_date_precision } = found;
  // A record may know a year or a month only, which contradicts nothing.
  const bothKnow = birth_date !== null && birth_date_precision === 'day' && birthDate?.length === birth_date.length;
  return bothKnow && birthDate !== birth_date ? { failure: 'other_person' } : { patient_id, visit_number: visitNumber };
}

/** Returns the message to which the survey of the patient belongs, once, to whoever may see it. */
export async function finishLaunch(
  tx: Tx,
  ctx: Context,
  scope: ApplicationScope,
  browserToken: string | undefined,
): Promise<{ patient_id: number; message_id: number }> {
  const launch = browserToken
    ? await seeingAllApplications(tx, 'credential', () => findReturned(tx, hashToken(browserToken), ctx.clock()))
    : undefined;
  if (!browserToken || !launch) throw new Conflict(NOT_COMPLETED);
  if (launch.application_id !== scope.applicationId)
    throw new Conflict(`This record belongs to ${launch.title}. Change to that application, and look here again.`);
  const { patient_id, visit_number, failure } = launch;
  if (patient_id === null) throw new Conflict(SENTENCES[failure as LaunchFailure]);
  const message_id = await findNewestMessage(tx, scope, { patientId: patient_id, visitNumber: visit_number });
  if (message_id === undefined) throw new Conflict(visit_number === null ? NOT_THEIRS : NOT_THIS_STAY);
  await deleteLaunch(tx, hashToken(browserToken));
  return { patient_id, message_id };
}

const callbackOf = ({ publicUrl }: Context, { number }: EhrConnection): string =>
  publicUrl + ehrLaunch.ehrLaunchCallback(number);
