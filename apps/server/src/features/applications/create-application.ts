import { randomBytes, randomUUID } from 'node:crypto';
import type { applications } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { keyedHash } from '../../platform/secrets.ts';
import { findFacilityOwner, insertApplication, replaceFacilities } from './applications.queries.ts';

export const ACCESS_SECRET_PURPOSE = 'access-secret';

/** access_key 8 hex digits, access_secret 8-4-4-4-12. Only a keyed hash of the secret is stored. */
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

/** The secret is in this answer and nowhere else. */
export async function createApplication(
  tx: Tx,
  secretKey: Buffer,
  { sending_facilities = [], ...columns }: Partial<applications.ApplicationSettings> & { title: string },
): Promise<{ id: number; accessKey: string; accessSecret: string }> {
  const { accessSecret, columns: credentials } = makeCredentials(secretKey);
  const id = await insertApplication(tx, { ...columns, ...credentials });
  await claimFacilities(tx, id, sending_facilities);
  return { id, accessKey: credentials.access_key, accessSecret };
}

/** A facility belongs to one application: two that both take its messages would each have half a hospital. */
export async function claimFacilities(tx: Tx, applicationId: number, facilities: readonly string[]): Promise<void> {
  const taken = await findFacilityOwner(tx, applicationId, facilities);
  if (taken) throw new Conflict(`Messages from ${taken} go to another application already. Remove it there first.`);
  await replaceFacilities(tx, applicationId, facilities);
}
