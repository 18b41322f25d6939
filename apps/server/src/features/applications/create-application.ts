import { randomBytes, randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import { keyedHash } from '../../platform/secrets.ts';

export interface NewApplication {
  title: string;
  time_zone: string;
  country: string;
  language: string;
  messages_after?: string | null;
  sender_name?: string | null;
  sender_email?: string | null;
  sending_facilities: readonly string[];
}

export const ACCESS_SECRET_PURPOSE = 'access-secret';

/** The secret is in this answer and nowhere else: only its keyed hash is stored. */
export async function createApplication(tx: Tx, secretKey: Buffer, { sending_facilities, ...columns }: NewApplication) {
  const accessKey = randomBytes(4).toString('hex');
  const accessSecret = randomUUID();
  const { id } = await tx
    .insertInto('applications')
    .values({
      ...columns,
      access_key: accessKey,
      access_secret_hash: keyedHash(secretKey, ACCESS_SECRET_PURPOSE, accessSecret),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (sending_facilities.length > 0) {
    await tx
      .insertInto('application_facilities')
      .values(sending_facilities.map((facility) => ({ facility, application_id: id })))
      .execute();
  }
  return { id, accessKey, accessSecret };
}
