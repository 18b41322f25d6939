import { afterEach, expect, it } from 'vitest';
import { makeDatabaseOf, type DatabaseOfVersion } from '../../testing/database-of-version.ts';

let database: DatabaseOfVersion;
afterEach(() => database.drop());

const INSUFFICIENT_PRIVILEGE = '42501';
const ORGANISATIONS = `insert into applications (title, access_key, access_secret_hash)
  values ('A', '0000000a', 'x'), ('B', '0000000b', 'x')`;

it('opt-outs from before the ledger are its first entries, with who, when and why', async () => {
  database = await makeDatabaseOf('0079_permission_names');
  await database.run(
    ORGANISATIONS,
    `insert into users (name, email, password_hash) values ('Nora', 'nora@x.example', '')`,
    `insert into opt_outs (application_id, channel, address, source, user_id)
     select a.id, 'sms', '+447700900111', 'staff', u.id from applications a, users u where a.title = 'A'`,
    `insert into opt_outs (application_id, channel, address, source) select id, 'email', 'una@x.example', 'stop' from applications`,
    `select set_config('wardvoice.opt_out_reason', 'Wrote to us', false)`,
    `delete from opt_outs where channel = 'email' and application_id = (select id from applications where title = 'B')`,
    // an opt-out of which no change is known
    `alter table opt_outs disable trigger log_opt_out`,
    `insert into opt_outs (application_id, channel, address, source, created_at)
     select id, 'sms', '+447700900222', 'import', '2025-01-02 03:04Z' from applications where title = 'B'`,
    `alter table opt_outs enable trigger log_opt_out`,
  );
  await database.upgrade();
  const entries = await database.run(
    `select a.title, e.channel, e.address, e.change, e.source, u.name, e.note, e.purpose, e.is_earlier
     from consent_events e join applications a on a.id = e.application_id left join users u on u.id = e.user_id
     order by e.id`,
  );
  const shared = { purpose: 'all', is_earlier: true, change: 'opted_out', name: null, note: null };
  expect(entries).toEqual([
    { ...shared, title: 'A', channel: 'sms', address: '+447700900111', source: 'staff', name: 'Nora' },
    { ...shared, title: 'A', channel: 'email', address: 'una@x.example', source: 'stop' },
    { ...shared, title: 'B', channel: 'email', address: 'una@x.example', source: 'stop' },
    {
      ...shared,
      title: 'B',
      channel: 'email',
      address: 'una@x.example',
      source: 'stop',
      change: 'resumed',
      note: 'Wrote to us',
    },
    { ...shared, title: 'B', channel: 'sms', address: '+447700900222', source: 'import' },
  ]);
  const [last] = await database.run(`select at from consent_events order by id desc limit 1`);
  expect(last?.['at']).toEqual(new Date('2025-01-02T03:04:00Z'));
});

it('not even the owner of the tables can rewrite an entry; what names a person can be taken out', async () => {
  database = await makeDatabaseOf('0079_permission_names');
  await database.run(ORGANISATIONS);
  await database.upgrade();
  await database.run(
    `insert into consent_events (application_id, purpose, channel, address, change, source, written)
     select id, 'all', 'sms', '+447700900111', 'opted_out', 'stop', 'Stop' from applications`,
  );
  for (const statement of [
    `update consent_events set change = 'agreed'`,
    `update consent_events set written = 'Please go on'`,
    `update consent_events set address = '+447700900222'`,
    `update consent_events set at = now()`,
    `delete from consent_events`,
    `truncate consent_events cascade`,
  ])
    await expect(database.run(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  await database.run(`update consent_events set address = null, address_hash = 'x', written = null`);
  // An organisation that is deleted takes its ledger with it.
  await database.run(`delete from applications where title = 'B'`);
  expect(
    await database.run(`select a.title from consent_events e join applications a on a.id = e.application_id`),
  ).toEqual([{ title: 'A' }]);
});
