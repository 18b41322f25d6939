import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { createOutbox } from '../../platform/gateways/outbox.ts';
import { createPushGateway } from '../../platform/gateways/push.ts';
import { fixedKeyRing } from '../../platform/keys/key-ring.ts';
import { createLog } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { NO_TRACES } from '../../platform/tracing/traces.ts';
import { makeDatabaseOf, type DatabaseOfVersion } from '../../testing/database-of-version.ts';
import { recordAudit } from './index.ts';
import { verifyAuditInBatches } from './verify-chain.ts';

let database: DatabaseOfVersion;
afterEach(() => database.drop());

it('entries of an installation from before entries were signed stay, and the program writes signed ones after them', async () => {
  database = await makeDatabaseOf('0062_questions_outlive_their_category');
  await database.run(
    `insert into audit_entries (at, action, record_type, details) values
       (now() - interval '2 days', 'sign_in', 'sessions', '{"reason": "signed_in, password"}'),
       (now() - interval '1 day', 'view', 'visits', '{}')`,
  );
  await database.upgrade();

  const log = createLog('silent');
  const db = openDatabase(database.connectionString, log, 2);
  const gateways = { email: createOutbox(), sms: createOutbox(), push: createPushGateway({ allowPrivate: false }) };
  const keys = fixedKeyRing(randomBytes(32));
  const ctx = { db, log, clock: () => new Date(), keys, publicUrl: '', gateways, traces: NO_TRACES };
  try {
    await db.transaction(systemScope('example'), (tx) =>
      recordAudit(tx, ctx, { at: ctx.clock(), action: 'view', record_type: 'visits' }),
    );
    expect(await verifyAuditInBatches(ctx)).toMatchObject({ checked: 3, intact: true, unsigned: 2 });
  } finally {
    await db.close();
  }
});
