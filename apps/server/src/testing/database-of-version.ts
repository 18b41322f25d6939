import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../platform/db/migrate.ts';

/** A database as an earlier version of the program left it. */
export interface DatabaseOfVersion {
  /** Address for the role of the program. */
  connectionString: string;
  /** Runs statements as the owner, and returns the rows of the last. */
  run(...statements: string[]): Promise<Record<string, unknown>[]>;
  /** Brings it up to date. */
  upgrade(): Promise<void>;
  drop(): Promise<void>;
}

/** Makes a database whose last migration has this name. */
export async function makeDatabaseOf(upTo: string): Promise<DatabaseOfVersion> {
  const { superuserConnectionString, ownerConnectionString, connectionString } = inject('testServer');
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  const within = (address: string) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  const owner = within(ownerConnectionString);
  await run(superuserConnectionString, [`create database ${name} owner wardvoice_owner`]);
  await migrate(owner, { upTo });
  return {
    connectionString: within(connectionString),
    run: (...statements) => run(owner, statements),
    async upgrade() {
      await migrate(within(connectionString), { ownerConnectionString: owner });
    },
    async drop() {
      await run(superuserConnectionString, [`drop database if exists ${name} with (force)`]);
    },
  };
}

async function run(connectionString: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`select set_config('wardvoice.all_applications', 'on', false)`);
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
