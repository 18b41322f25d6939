import { roles } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { findBuiltInRole, setPermissions } from './roles.queries.ts';

/** Brings the roles that are built in to what this version of the program says of them. The permissions must exist. */
export async function refreshBuiltInRoles(tx: Tx): Promise<void> {
  for (const { key, name, description, permissions } of roles.BUILT_IN_ROLES) {
    await sql`
      insert into roles as r (built_in, name, description) values (${key}, ${name}, ${description})
      on conflict (built_in) do update set name = excluded.name, description = excluded.description
        where (r.name, r.description) is distinct from (excluded.name, excluded.description)`.execute(tx);
    await setPermissions(tx, await findBuiltInRole(tx, key), permissions);
  }
}
