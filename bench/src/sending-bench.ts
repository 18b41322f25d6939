import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Context } from '../../apps/server/src/platform/context.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createOutbox } from '../../apps/server/src/platform/gateways/outbox.ts';
import { createPushGateway } from '../../apps/server/src/platform/gateways/push.ts';
import { createSmtpGateway } from '../../apps/server/src/platform/gateways/smtp.ts';
import { fixedKeyRing } from '../../apps/server/src/platform/keys/key-ring.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { NO_TRACES } from '../../apps/server/src/platform/tracing/traces.ts';

/**
 * Starts what sending is measured with: a Wardvoice on a PostgreSQL of its own with one application and a survey of one question,
 * and a mail server that accepts everything at once.
 */
export async function startSendingBench() {
  const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
  const log = createLog('error');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  const superuser = new URL(postgres.superuserConnectionString);
  superuser.pathname = '/wardvoice';
  await migrate(postgres.connectionString, postgres);
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  const sink = fork(fileURLToPath(new URL('broadcast/smtp-sink.ts', import.meta.url)), {
    execArgv: ['--conditions=wardvoice-source', '--import', 'tsx'],
  });
  const sinkPort = await new Promise<number>((resolve) => {
    sink.once('message', (message) => resolve((message as { port: number }).port));
  });
  const db = openDatabase(postgres.connectionString, log);
  const email = createSmtpGateway(`smtp://127.0.0.1:${sinkPort}`);
  const ctx: Context = {
    db,
    log,
    clock: () => new Date(),
    keys: fixedKeyRing(randomBytes(32)),
    publicUrl: 'https://wardvoice.example',
    gateways: { email, sms: createOutbox(), push: createPushGateway({ allowPrivate: false }) },
    traces: NO_TRACES,
  };
  /** Inserts one row. Returns its id. */
  const insert = async (text: string, values: unknown[] = []) =>
    Number((await client.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id);
  const application = await insert(
    `insert into applications (title, time_zone, country, access_key, access_secret_hash, quiet_from, quiet_to)
     values ('Bench', 'UTC', 'IE', '00000000', '', '00:00', '00:00')`,
  );
  const survey = await insert(`insert into surveys (application_id, title) values ($1, 'Bench')`, [application]);
  const category = await insert(`insert into categories (application_id, title) values ($1, 'Care')`, [application]);
  await insert(
    `insert into questions (application_id, survey_id, category_id, title, type_of, sort_order)
     values ($1, $2, $3, 'How was it?', 'text', 1)`,
    [application, survey, category],
  );
  return {
    ctx,
    /** A connection that bypasses row-level security. */
    client,
    insert,
    application,
    survey,
    connectionString: postgres.connectionString,
    async stop() {
      sink.kill();
      await email.close();
      await db.close();
      await client.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
