import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, inject, it } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';

/** Number of patients in the old database; a larger one can be tried by hand. */
const PATIENTS = Number(process.env['REKEYED_PATIENTS'] ?? 200);

let name: string | null = null;

const superuser = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('testServer').superuserConnectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

afterEach(async () => {
  if (name) await superuser(`drop database if exists ${name} with (force)`);
});

it(
  'a database from before authorities keeps every number, gets its authority, and marks patients in doubt',
  { timeout: 900_000 },
  async () => {
    name = `rekey_${randomUUID().replaceAll('-', '')}`;
    await superuser(`create database ${name} owner wardvoice_owner`);
    const url = new URL(inject('testServer').ownerConnectionString);
    url.pathname = `/${name}`;
    await migrate(url.href, { upTo: '0038_keys_in_their_order' });
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(`select set_config('wardvoice.all_applications', 'on', false)`);
    await seed(client);

    const started = performance.now();
    const reports = await migrate(url.href);
    if (process.env['REKEYED_PATIENTS'])
      process.stdout.write(`migrated in ${(performance.now() - started) / 1000} s\n`);

    const { rows } = await client.query(
      `select i.identifier, i.type, a.title from patient_identifiers i join patient_authorities a on a.id = i.authority_id
     where i.identifier in ('N1', 'TWO', 'OID', 'OIDS') order by 1, 3`,
    );
    expect(rows).toEqual([
      { identifier: 'N1', type: 'MR', title: 'HOSP' },
      { identifier: 'OID', type: 'MR', title: '1.2.3' },
      { identifier: 'OIDS', type: 'MR', title: '1.2.4' },
      { identifier: 'OIDS', type: 'MR', title: '1.2.5' },
      { identifier: 'TWO', type: '', title: 'NORTH' },
      { identifier: 'TWO', type: '', title: 'SOUTH' },
    ]);
    const { rows: doubts } = await client.query(
      `select p.identifier from identity_conflicts c join patients p on p.id = any(c.patient_ids) where p.identity_in_doubt order by 1`,
    );
    expect(doubts).toEqual([{ identifier: 'OIDS' }, { identifier: 'TWO' }]);
    expect(reports).toEqual([
      {
        name: 'identifiers keyed by authority and type',
        report: {
          identifiers_before: PATIENTS + 3,
          identifiers_after: PATIENTS + 5,
          authorities: 6,
          without_authority: 3,
          patients_in_doubt: 2,
        },
      },
    ]);
    expect(await migrate(url.href)).toEqual([]);
    await client.end();
  },
);

/** Inserts patients of one authority with a message each, and three whose number had none. */
async function seed(client: pg.Client): Promise<void> {
  await client.query(
    `insert into applications (title, access_key, access_secret_hash) values ('Old', 'abcdef01', 'x')`,
  );
  const message = (pid3: string, facility: string) =>
    Buffer.from(`MSH|^~\\&|PAS|${facility}|W|Q|20260101||ADT^A01|C|P|2.5.1\rPID|1||${pid3}||A^B\r`);
  const insert = async (numbers: string, authority: string, facility: string, raw: string) => {
    await client.query(
      `with wanted as (select ${numbers} as number), made as (
         insert into patients (application_id, identifier, authority, facts_at)
         select 1, number, $1, now() from wanted where not exists (select from patients p where p.identifier = wanted.number)
         returning id, identifier)
       insert into patient_identifiers (application_id, identifier, authority, patient_id) select 1, identifier, $1, id from made`,
      [authority],
    );
    await client.query(
      `insert into hl7_messages (application_id, state, event_at, content_hash, raw, patient_id, patient_identifier, sending_facility)
       select 1, 'processed', now(), sha256($2::bytea || p.id::text::bytea), $2, p.id, p.identifier, $1
       from patients p where p.identifier in (select ${numbers})`,
      [facility, message(raw, facility)],
    );
  };
  await insert(`'N' || generate_series(1, ${PATIENTS})`, 'HOSP', 'NORTH', 'N1^^^HOSP^MR');
  await insert(`'TWO'`, '', 'NORTH', 'TWO');
  await insert(`'TWO'`, '', 'SOUTH', 'TWO');
  await insert(`'OID'`, '', 'NORTH', 'OID^^^&1.2.3&ISO^MR');
  await insert(`'OIDS'`, '', 'NORTH', 'OIDS^^^&1.2.4&ISO^MR');
  await insert(`'OIDS'`, '', 'NORTH', 'OIDS^^^&1.2.5&ISO^MR');
}
