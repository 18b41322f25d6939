import type { applications, BodyOf } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { checkTimeZone } from '../../platform/db/time-zone.ts';
import { checkVersion } from '../../platform/db/version.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { checkSettings, claimFacilities, placeLogo } from './application-settings.ts';
import { lockApplication, updateApplicationColumns } from './applications.queries.ts';
import { makeCredentials } from './create-application.ts';

/** The settings of where messages come from. */
type Origin = 'sending_facilities' | 'allowed_peers' | 'listener_port';
type Changes = BodyOf<typeof applications.updateApplication>['application'];

/**
 * Changes only the fields that are given. With new credentials the old ones stop working at once; the new secret is
 * returned here and nowhere else.
 */
export async function updateApplication(
  tx: Tx,
  keys: KeyRing,
  id: number,
  changes: Changes,
  { isSuperuser }: { isSuperuser: boolean },
): Promise<string | undefined> {
  const { sending_facilities, regenerate_credentials, version, logo, ...columns } = changes;
  const stored = await lockApplication(tx, id);
  checkVersion(stored.version, version);
  if (!isSuperuser) refuseRouting(stored, changes);
  await checkSettings(tx, id, { ...stored, ...columns });
  const { time_zone } = columns;
  if (time_zone !== undefined && time_zone !== stored.time_zone) await checkTimeZone(tx, time_zone);
  const credentials = regenerate_credentials ? makeCredentials(keys) : null;
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
function refuseRouting(stored: Pick<applications.Application, Origin>, changes: Changes): void {
  const { sending_facilities, allowed_peers, listener_port } = changes;
  const differs = (before: readonly string[], after: readonly string[] | undefined) =>
    after !== undefined && after.toSorted().join('\0') !== before.toSorted().join('\0');
  const moves =
    differs(stored.sending_facilities, sending_facilities) ||
    differs(stored.allowed_peers, allowed_peers) ||
    (listener_port !== undefined && listener_port !== stored.listener_port);
  if (moves) throw new Forbidden('Only a superuser can change where messages come from.');
}
