import { setTimeout as pause } from 'node:timers/promises';
import { FEEDBACK_TOKEN_PURPOSE } from '../../apps/server/src/features/deliveries/feedback-link.ts';
import { planDeliveries } from '../../apps/server/src/features/deliveries/index.ts';
import { jobHandlers } from '../../apps/server/src/jobs.ts';
import { startWorker } from '../../apps/server/src/platform/jobs/worker.ts';
import { applicationScope } from '../../apps/server/src/platform/scope.ts';
import { derivedToken, hashToken } from '../../apps/server/src/platform/secrets.ts';
import { startSendingBench } from './sending-bench.ts';

/**
 * Measures how many surveys per second a worker sends to a mail server that accepts them at once. The surveys were planned by
 * triggers of one application, and all are due (first argument). The database also contains surveys that were sent long ago
 * (second argument).
 */
const DUE = Number(process.argv[2] ?? '5000');
const EARLIER = Number(process.argv[3] ?? '100000');

const MAX_MS = 300_000;

const { ctx, client, application, survey, connectionString, stop } = await startSendingBench();

try {
  await prepare();
  const begin = performance.now();
  const worker = startWorker({
    connectionString,
    log: ctx.log,
    handlers: jobHandlers(ctx),
    concurrency: 8,
  });
  for (;;) {
    await pause(50);
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from deliveries where state in ('scheduled', 'sending')`,
    );
    if (Number(rows[0]?.count) === 0) break;
    if (performance.now() - begin > MAX_MS) throw new Error(`${rows[0]?.count} have not left in ${MAX_MS / 1000} s`);
  }
  const milliseconds = performance.now() - begin;
  const { rows } = await client.query(
    `select state, reason, count(*) from deliveries where cause like 'trigger:%' group by 1, 2`,
  );
  console.table(rows);
  const row = {
    due: DUE,
    seconds: Math.round(milliseconds / 10) / 100,
    per_second: Math.round((1000 * DUE) / milliseconds),
  };
  console.log(JSON.stringify({ bench: 'triggered', ...row }));
  await worker.stop();
} finally {
  await stop();
}

/** Gives each patient a stay that has ended, an invitation and a delivery. Those of the earlier patients have been sent. */
async function prepare(): Promise<void> {
  const people = EARLIER + DUE;
  await client.query(
    `insert into patients (application_id, identifier, email, birth_date, facts_at)
     select $1, 'P' || n, 'person' || n || '@example.org', '1970-01-01', now() from generate_series(1, $2::int) n`,
    [application, people],
  );
  await client.query(
    `insert into visits (application_id, patient_id, visit_number, opened_by, state, kind, admitted_at, discharged_at, moved_at, last_event_at)
     select application_id, id, 'V' || id, 'A01', 'closed', 'inpatient', now() - interval '3 days', now() - interval '1 day',
       now() - interval '1 day', now()
     from patients`,
  );
  await client.query(
    `insert into invitations (application_id, token_hash, survey_id, patient_id, visit_id, language, created_at, expires_at, way)
     select v.application_id, decode(md5(v.id::text), 'hex'), $1, v.patient_id, v.id, 'en', now(), now() + interval '30 days', 'trigger'
     from visits v`,
    [survey],
  );
  await client.query(
    `insert into deliveries (application_id, purpose, channel, state, cause, send_at, sent_at, recipient, text, invitation_id, patient_id,
       visit_id, survey_id, created_at)
     select application_id, 'survey', 'email', 'sent', 'earlier:' || id, now() - interval '1 day', now() - interval '1 day',
       'person' || patient_id || '@example.org', 'Hello {{link}}', id, patient_id, visit_id, survey_id, now()
     from invitations order by id limit $1`,
    [EARLIER],
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ id: string; public_id: string; patient_id: string; visit_id: string }>(
    `select id, public_id, patient_id, visit_id from invitations order by id desc limit $1`,
    [DUE],
  );
  await client.query(
    `update invitations i set token_hash = decode(made.hash, 'hex') from unnest($1::bigint[], $2::text[]) made (id, hash) where i.id = made.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ public_id }) => hashToken(derivedToken(ctx.keys, FEEDBACK_TOKEN_PURPOSE, public_id)).toString('hex')),
    ],
  );
  const begin = performance.now();
  // As many are planned in one transaction as processing plans at once.
  for (let first = 0; first < rows.length; first += 200)
    await ctx.db.transaction(applicationScope(application), (tx) =>
      planDeliveries(
        tx,
        application,
        rows.slice(first, first + 200).map(({ id, patient_id, visit_id }) => ({
          purpose: 'survey',
          channel: 'email',
          cause: `trigger:1:invitation:${id}`,
          send_at: new Date(),
          subject: 'How was your stay?',
          text: 'Hello, how was your stay? {{link}}',
          invitation_id: Number(id),
          patient_id: Number(patient_id),
          visit_id: Number(visit_id),
        })),
        new Date(),
      ),
    );
  console.log(`planned ${rows.length} in ${Math.round(performance.now() - begin)} ms`);
  await client.query('checkpoint');
}
