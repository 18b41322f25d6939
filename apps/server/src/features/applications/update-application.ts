import type { applications, BodyOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Forbidden } from '../../platform/errors.ts';
import { checkSettings, claimFacilities, placeLogo } from './application-settings.ts';
import { lockApplication, updateApplicationColumns } from './applications.queries.ts';
import { makeCredentials } from './create-application.ts';

type Changes = BodyOf<typeof applications.updateApplication>['application'];

/**
 * Changes only the fields that are given. With new credentials the old ones stop working at once; the new secret is
 * returned here and nowhere else.
 */
export async function updateApplication(
  tx: Tx,
  secretKey: Buffer,
  id: number,
  changes: Changes,
  { isSuperuser }: { isSuperuser: boolean },
): Promise<string | undefined> {
  const { sending_facilities, regenerate_credentials, version, logo, ...columns } = changes;
  const stored = await lockApplication(tx, id);
  checkVersion(stored.version, version);
  if (!isSuperuser) refuseRouting(stored, changes);
  await checkSettings(tx, id, { ...stored, ...columns });
  const credentials = regenerate_credentials ? makeCredentials(secretKey) : null;
  const address = await placeLogo(tx, id, logo, stored.logo);
  await updateApplicationColumns(tx, id, {
    ...columns,
    ...credentials?.columns,
    ...(address === undefined ? {} : { logo: address }),
  });
  if (sending_facilities) await claimFacilities(tx, id, sending_facilities);
  return credentials?.accessSecret;
}

/**
 * Only a superuser may change which messages an application gets: otherwise its administrator could read another
 * hospital's patients.
 */
function refuseRouting(stored: { sending_facilities: string[]; listener_port: number | null }, changes: Changes): void {
  const { sending_facilities, listener_port } = changes;
  const moves =
    (sending_facilities &&
      sending_facilities.toSorted().join('\0') !== stored.sending_facilities.toSorted().join('\0')) ||
    (listener_port !== undefined && listener_port !== stored.listener_port);
  if (moves) throw new Forbidden('Only a superuser can change where messages come from.');
}
