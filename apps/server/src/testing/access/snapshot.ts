import { sql } from 'kysely';
import { within } from '../builders.ts';
import type { FullApplication } from '../full-application.ts';
import type { TestServer } from '../test-server.ts';

/** A call that is refused is told in the audit. */
const CHANGED_BY_REFUSALS = ['audit_entries', 'audit_patients'];

/**
 * Returns everything that a refused call must not change: the people of the application, and every row of it, to which row-level
 * security limits the queries.
 */
export const snapshotOf = (server: TestServer, theirs: FullApplication) =>
  within(server, theirs, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'application_id'
        and table_name <> all (${CHANGED_BY_REFUSALS}) order by 1`.execute(tx);
    const snapshot: Record<string, readonly unknown[]> = {
      users: await tx.selectFrom('users').selectAll().where('id', 'in', peopleOf(theirs)).orderBy('id').execute(),
      permissions: await tx
        .selectFrom('user_permissions')
        .selectAll()
        .where('user_id', 'in', peopleOf(theirs))
        .execute(),
    };
    for (const { name } of tables) {
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) as row from ${sql.table(name)} t
        order by to_jsonb(t)::text`.execute(tx);
      snapshot[name] = rows.map(({ row }) => row);
    }
    return snapshot;
  });

const peopleOf = ({ userId, leavingUserId, formerUserId }: FullApplication) => [userId, leavingUserId, formerUserId];
