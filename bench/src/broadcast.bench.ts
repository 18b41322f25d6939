import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runBroadcast } from '../../apps/server/src/features/broadcasts/index.ts';
import type { Context } from '../../apps/server/src/platform/context.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import type { Email } from '../../apps/server/src/platform/gateways/gateway.ts';
import { createOutbox } from '../../apps/server/src/platform/gateways/outbox.ts';
import { createPushGateway } from '../../apps/server/src/platform/gateways/push.ts';
import { createSmtpGateway } from '../../apps/server/src/platform/gateways/smtp.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

/**
 * A broadcast to so many contacts (first argument): how long until each has a delivery, and how many a second are handed
 * to a mail server that takes them at once (second argument), beside what bare nodemailer hands to the same.
 */
const PEOPLE = Number(process.argv[2] ?? '1000000');
const SENT = Math.min(PEOPLE, Number(process.argv[3] ?? '20000'));

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));
const log = createLog('error');
const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
const superuser = new URL(postgres.superuserConnectionString);
superuser.pathname = '/wardvoice';
await migrate(postgres.connectionString);
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
const house: Context = {
  db,
  log,
  clock: () => new Date(),
  secretKey: randomBytes(32),
  publicUrl: 'https://wardvoice.example',
  gateways: { email, sms: createOutbox(), push: createPushGateway({ allowPrivate: false }) },
};
const rows: Record<string, unknown>[] = [];

try {
  const ids = await prepare();
  const begin = Date.now();
  for (;;) {
    await runBroadcast(house, ids.application, ids.run);
    // A job goes on to send in the time that is left to it, so it is the row that says when.
    const queued = await count(`select extract(epoch from queued_at) * 1000 as count from broadcast_runs`);
    if (queued > 0) {
      report('queued', PEOPLE, queued - begin);
      break;
    }
  }
  await client.query('analyze deliveries');
  const before = await count(`select count(*) from deliveries where state = 'sent'`);
  const sending = performance.now();
  for (;;) {
    await runBroadcast(house, ids.application, ids.run);
    const sent = (await count(`select count(*) from deliveries where state = 'sent'`)) - before;
    if (sent >= Math.min(SENT, PEOPLE - before)) {
      report('sent over SMTP', sent, performance.now() - sending);
      break;
    }
  }
  await bareNodemailer();
  console.table(rows);
} finally {
  sink.kill();
  await email.close();
  await db.close();
  await client.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function bareNodemailer(): Promise<void> {
  const begin = performance.now();
  const message = (n: number): Email => ({
    to: `person${n}@example.org`,
    from: { name: 'Bench', address: 'bench@wardvoice.example' },
    subject: 'How was your visit?',
    text: 'Hello, how was your visit? '.repeat(10),
    messageId: `<${n}@wardvoice.example>`,
    unsubscribeUrl: `https://wardvoice.example/unsubscribe/${n}`,
  });
  for (let first = 0; first < SENT; first += 250) {
    await Promise.all(Array.from({ length: 250 }, (_, n) => email.send(message(first + n))));
  }
  report('bare nodemailer', SENT, performance.now() - begin);
}

async function prepare(): Promise<{ application: number; run: number }> {
  const one = async (text: string, values: unknown[] = []) =>
    Number((await client.query<{ id: string }>(text, values)).rows[0]?.id);
  const application = await one(
    `insert into applications (title, time_zone, country, access_key, access_secret_hash, quiet_from, quiet_to)
     values ('Bench', 'UTC', 'IE', '00000000', '', '00:00', '00:00') returning id`,
  );
  const survey = await one(`insert into surveys (application_id, title) values ($1, 'Bench') returning id`, [
    application,
  ]);
  const list = await one(`insert into mailing_lists (application_id, name) values ($1, 'All') returning id`, [
    application,
  ]);
  await client.query(
    `insert into contacts (application_id, name, email)
     select $1, 'Person ' || n, 'person' || n || '@example.org' from generate_series(1, $2::int) n`,
    [application, PEOPLE],
  );
  await client.query(
    `insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
     select application_id, $1, id from contacts`,
    [list],
  );
  const broadcast = await one(
    `insert into broadcasts (application_id, survey_id, sendable_id, schedule, channel, data, state, created_at)
     values ($1, $2, $3, false, 'email', '{"day_of_week": []}', 'running', now()) returning id`,
    [application, survey, list],
  );
  const run = await one(
    `insert into broadcast_runs (application_id, broadcast_id, mailing_list_id, total, started_at)
     values ($1, $2, $3, $4, now()) returning id`,
    [application, broadcast, list, PEOPLE],
  );
  await client.query('vacuum analyze');
  // What the preparation wrote is on the disk, and not written beside the run.
  await client.query('checkpoint');
  return { application, run };
}

async function count(text: string): Promise<number> {
  const { rows: found } = await client.query<{ count: string }>(text);
  return Number(found[0]?.count);
}

function report(name: string, number: number, milliseconds: number): void {
  const row = {
    name,
    count: number,
    seconds: Math.round(milliseconds / 10) / 100,
    per_second: Math.round((1000 * number) / milliseconds),
    memory_mb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
  };
  rows.push(row);
  console.log(JSON.stringify({ bench: 'broadcast', ...row }));
}
