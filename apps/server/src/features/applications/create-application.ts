import { randomBytes, randomUUID } from 'node:crypto';
import type { applications } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { keyedHash } from '../../platform/secrets.ts';
import { checkSettings, claimFacilities, placeLogo } from './application-settings.ts';
import { insertApplication, updateApplicationColumns } from './applications.queries.ts';

export const ACCESS_SECRET_PURPOSE = 'access-secret';
const DEFAULT_SURVEY_INTERVAL_DAYS = 30;

/**
 * The access_key has 8 hex digits, the access_secret the form 8-4-4-4-12. Only a keyed hash of the secret is stored.
 */
export function makeCredentials(secretKey: Buffer) {
  const accessSecret = randomUUID();
  return {
    accessSecret,
    columns: {
      access_key: randomBytes(4).toString('hex'),
      access_secret_hash: keyedHash(secretKey, ACCESS_SECRET_PURPOSE, accessSecret),
    },
  };
}

/** Creates an application. The secret is in this reply and stored nowhere. */
export async function createApplication(
  tx: Tx,
  secretKey: Buffer,
  {
    sending_facilities = [],
    logo,
    de_escalation_survey_id,
    ...columns
  }: Partial<applications.ApplicationSettings> & { title: string },
): Promise<{ id: number; accessKey: string; accessSecret: string }> {
  const { accessSecret, columns: credentials } = makeCredentials(secretKey);
  await checkSettings(tx, 0, {
    survey_interval_days: DEFAULT_SURVEY_INTERVAL_DAYS,
    ...columns,
    // A new application has no surveys yet.
    ...(de_escalation_survey_id ? { de_escalation_survey_id } : {}),
  });
  const id = await insertApplication(tx, { ...columns, ...credentials });
  const address = await placeLogo(tx, id, logo, null);
  if (address) await updateApplicationColumns(tx, id, { logo: address });
  await claimFacilities(tx, id, sending_facilities);
  return { id, accessKey: credentials.access_key, accessSecret };
}
