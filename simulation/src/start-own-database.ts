import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';

const TEMPLATE = 'simulation_template';

/** A PostgreSQL for runs outside of the tests, with a migrated template. */
export interface SimulationPostgres {
  connectionString: string;
  superuserConnectionString: string;
}

/** Starts a real PostgreSQL that is deleted at the end. */
export async function startOwnPostgres(): Promise<SimulationPostgres & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardvoice-simulation-'));
  const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const { connectionString, ownerConnectionString, superuserConnectionString, ...postgres } =
    await startEmbeddedPostgres({
      dataDir,
      log,
      durable: false,
    });
  await asSuperuser(superuserConnectionString, `create database ${TEMPLATE} owner wardvoice_owner`);
  await migrate(inDatabase(connectionString, TEMPLATE), {
    ownerConnectionString: inDatabase(ownerConnectionString, TEMPLATE),
  });
  return {
    connectionString,
    superuserConnectionString,
    async stop() {
      await postgres.stop();
      await rm(await realpath(join(dataDir, 'postgres')), { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database for one Wardvoice. */
export async function createDatabase(postgres: SimulationPostgres): Promise<TestDatabase> {
  const { connectionString, superuserConnectionString } = postgres;
  const name = `simulation_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(superuserConnectionString, `create database ${name} template ${TEMPLATE} owner wardvoice_owner`);
  return {
    connectionString: inDatabase(connectionString, name),
    superuserConnectionString: inDatabase(superuserConnectionString, name),
    drop: () => asSuperuser(superuserConnectionString, `drop database if exists ${name} with (force)`),
  };
}

async function asSuperuser(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
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
