import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: {
      connectionString: string;
      ownerConnectionString: string;
      superuserConnectionString: string;
      template: string;
    };
  }
}

const TEMPLATE = 'wardvoice_template';

/** Starts one PostgreSQL for the test run, with one migrated template from which each test file copies its own database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardvoice-test-'));
  const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const tearDown = async () => {
    await server.stop();
    // When root's temporary folder is closed to others, the cluster lies elsewhere and this is a link to it.
    await rm(await realpath(join(dataDir, 'postgres')), { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await tearDown();
    throw error;
  }
  const { connectionString, ownerConnectionString, superuserConnectionString } = server;
  project.provide('testServer', {
    connectionString,
    ownerConnectionString,
    superuserConnectionString,
    template: TEMPLATE,
  });
  return tearDown;
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const superuser = new Client({ connectionString: server.superuserConnectionString });
  await superuser.connect();
  try {
    await superuser.query(`CREATE DATABASE ${TEMPLATE} OWNER wardvoice_owner`);
    const inTemplate = (connectionString: string) => {
      const url = new URL(connectionString);
      url.pathname = `/${TEMPLATE}`;
      return url.href;
    };
    await migrate(inTemplate(server.connectionString), {
      ownerConnectionString: inTemplate(server.ownerConnectionString),
    });
    // PostgreSQL cannot copy a database that somebody is connected to.
    await superuser.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  } finally {
    await superuser.end();
  }
}
