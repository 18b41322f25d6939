import type { applications, BodyOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { updateApplicationColumns } from './applications.queries.ts';
import { claimFacilities, makeCredentials } from './create-application.ts';

type Changes = BodyOf<typeof applications.updateApplication>['application'];

/** Changes what is named. With new credentials the old ones end at once; the new secret is returned, and shown once. */
export async function updateApplication(
  tx: Tx,
  secretKey: Buffer,
  id: number,
  changes: Changes,
): Promise<string | undefined> {
  const { sending_facilities, regenerate_credentials, ...columns } = changes;
  const credentials = regenerate_credentials ? makeCredentials(secretKey) : null;
  await updateApplicationColumns(tx, id, { ...columns, ...credentials?.columns });
  if (sending_facilities) await claimFacilities(tx, id, sending_facilities);
  return credentials?.accessSecret;
}
