import { runBroadcast } from '../../apps/server/src/features/broadcasts/index.ts';
import type { Email } from '../../apps/server/src/platform/gateways/gateway.ts';
import { startSendingBench } from './sending-bench.ts';

/**
 * Measures a broadcast to this many contacts (first argument): how long it takes until each has a delivery, and how many e-mails
 * a second are given to a mail server that accepts them at once (second argument). For comparison, nodemailer alone sends to the
 * same server.
 */
const PEOPLE = Number(process.argv[2] ?? '1000000');
const SENT = Math.min(PEOPLE, Number(process.argv[3] ?? '20000'));

const { ctx, client, insert, application, survey, stop } = await startSendingBench();
const rows: Record<string, unknown>[] = [];

try {
  const run = await prepare();
  const begin = Date.now();
  for (;;) {
    await runBroadcast(ctx, application, run);
    // The job begins to send in the time that is left to it, so the row says when queuing was finished.
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
    await runBroadcast(ctx, application, run);
    const sent = (await count(`select count(*) from deliveries where state = 'sent'`)) - before;
    if (sent >= Math.min(SENT, PEOPLE - before)) {
      report('sent over SMTP', sent, performance.now() - sending);
      break;
    }
  }
  await bareNodemailer();
  console.table(rows);
} finally {
  await stop();
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
    await Promise.all(Array.from({ length: 250 }, (_, n) => ctx.gateways.email.send(message(first + n))));
  }
  report('bare nodemailer', SENT, performance.now() - begin);
}

async function prepare(): Promise<number> {
  const list = await insert(`insert into mailing_lists (application_id, name) values ($1, 'All')`, [application]);
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
  const broadcast = await insert(
    `insert into broadcasts (application_id, survey_id, sendable_id, schedule, channel, data, state, created_at)
     values ($1, $2, $3, false, 'email', '{"day_of_week": []}', 'running', now())`,
    [application, survey, list],
  );
  const run = await insert(
    `insert into broadcast_runs (application_id, broadcast_id, mailing_list_id, total, started_at)
     values ($1, $2, $3, $4, now())`,
    [application, broadcast, list, PEOPLE],
  );
  await client.query('vacuum analyze');
  // The data of the preparation is written to disk now, so that this does not happen during the measurement.
  await client.query('checkpoint');
  return run;
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
