import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** Connects with the ordinary role `wardvoice`, which owns nothing, and for which row-level security holds. */
  connectionString: string;
  /** Connects with a role that bypasses row-level security, to read what is stored. The application must never run with it. */
  superuserConnectionString: string;
  drop(): Promise<void>;
};

/** Creates a migrated, empty database, which is copied from the template in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${server.template} OWNER wardvoice_owner`);
  return {
    connectionString: inDatabase(server.connectionString, name),
    superuserConnectionString: inDatabase(server.superuserConnectionString, name),
    drop: () => asSuperuser(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('testServer').superuserConnectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function inDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
