import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, inject, it } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { createOutbox } from '../../platform/gateways/outbox.ts';
import { createPushGateway } from '../../platform/gateways/push.ts';
import { fixedKeyRing } from '../../platform/keys/key-ring.ts';
import { createLog } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { recordAudit } from './index.ts';
import { verifyAuditInBatches } from './verify-chain.ts';

const name = `signed_${randomUUID().replaceAll('-', '')}`;
const within = (connectionString: string) => {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
};

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`select set_config('wardvoice.all_applications', 'on', false)`);
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

afterEach(() => run(inject('testServer').superuserConnectionString, `drop database if exists ${name} with (force)`));

it('entries of an installation from before entries were signed stay, and the program writes signed ones after them', async () => {
  const { superuserConnectionString, ownerConnectionString, connectionString } = inject('testServer');
  await run(superuserConnectionString, `create database ${name} owner wardvoice_owner`);
  const owner = within(ownerConnectionString);
  await migrate(owner, { upTo: '0062_questions_outlive_their_category' });
  await run(
    owner,
    `insert into audit_entries (at, action, record_type, details) values
       (now() - interval '2 days', 'sign_in', 'sessions', '{"reason": "signed_in, password"}'),
       (now() - interval '1 day', 'view', 'visits', '{}')`,
  );
  await migrate(within(connectionString), { ownerConnectionString: owner });

  const log = createLog('silent');
  const db = openDatabase(within(connectionString), log, 2);
  const gateways = { email: createOutbox(), sms: createOutbox(), push: createPushGateway({ allowPrivate: false }) };
  const ctx = { db, log, clock: () => new Date(), keys: fixedKeyRing(randomBytes(32)), publicUrl: '', gateways };
  try {
    await db.transaction(systemScope('example'), (tx) =>
      recordAudit(tx, ctx, { at: ctx.clock(), action: 'view', record_type: 'visits' }),
    );
    expect(await verifyAuditInBatches(ctx)).toMatchObject({ checked: 3, intact: true, unsigned: 2 });
  } finally {
    await db.close();
  }
});
