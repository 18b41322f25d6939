import { afterEach, expect, it } from 'vitest';
import { makeDatabaseOf, type DatabaseOfVersion } from '../../testing/database-of-version.ts';

let database: DatabaseOfVersion | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

it('a time zone by a short name goes by the name that means the same to PostgreSQL', async () => {
  database = await makeDatabaseOf('0156_one_index_of_words');
  const zones = ['Europe/Dublin', 'IST', 'cet', 'AET', 'SystemV/AST4', 'Mars/Olympus', 'US/Eastern'];
  await database.run(
    ...zones.flatMap((zone, index) => [
      `insert into applications (title, access_key, access_secret_hash, time_zone) values ('${index}', '0000000${index}', 'x', '${zone}')`,
      `insert into users (name, email, password_hash) values ('${index}', '${index}@example.org', 'x')`,
      `insert into digest_times (user_id, hour, time_zone) select id, 7, '${zone}' from users where name = '${index}'`,
    ]),
  );
  await database.upgrade();
  const expected = [
    'Europe/Dublin',
    'Asia/Kolkata',
    'Europe/Brussels',
    'Australia/Sydney',
    'America/Puerto_Rico',
    'UTC',
    'US/Eastern',
  ];
  for (const table of ['applications order by title', 'digest_times order by user_id']) {
    const rows = await database.run(`select time_zone from ${table}`);
    expect(rows.map(({ time_zone }) => time_zone)).toEqual(expected);
  }
});
