import { randomBytes, randomUUID } from 'node:crypto';
import type { applications } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkTimeZone } from '../../platform/db/time-zone.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { sealAccessSecret } from './access-secret.ts';
import { checkSettings, claimFacilities, placeLogo } from './application-settings.ts';
import { insertApplication, updateApplicationColumns } from './applications.queries.ts';

const DEFAULT_SURVEY_INTERVAL_DAYS = 30;

/**
 * The access_key has 8 hex digits, the access_secret the form 8-4-4-4-12. Only the sealed hash of the secret is stored.
 */
export function makeCredentials(keys: KeyRing) {
  const accessSecret = randomUUID();
  const access_key = randomBytes(4).toString('hex');
  return {
    accessSecret,
    columns: {
      access_key,
      access_secret_hash: sealAccessSecret(keys, access_key, accessSecret),
    },
  };
}

/** Creates an application. The secret is in this reply and stored nowhere. */
export async function createApplication(
  tx: Tx,
  keys: KeyRing,
  {
    sending_facilities = [],
    logo,
    de_escalation_survey_id,
    ...columns
  }: Partial<applications.ApplicationSettings> & { title: string },
): Promise<{ id: number; accessKey: string; accessSecret: string }> {
  const { accessSecret, columns: credentials } = makeCredentials(keys);
  await checkSettings(tx, 0, {
    survey_interval_days: DEFAULT_SURVEY_INTERVAL_DAYS,
    ...columns,
    // A new application has no surveys yet.
    ...(de_escalation_survey_id ? { de_escalation_survey_id } : {}),
  });
  if (columns.time_zone !== undefined) await checkTimeZone(tx, columns.time_zone);
  const id = await insertApplication(tx, { ...columns, ...credentials });
  const address = await placeLogo(tx, id, logo, null);
  if (address) await updateApplicationColumns(tx, id, { logo: address });
  await claimFacilities(tx, id, sending_facilities);
  return { id, accessKey: credentials.access_key, accessSecret };
}
