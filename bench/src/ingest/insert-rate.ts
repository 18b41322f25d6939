import pg from 'pg';

/** Returns how many rows of a message's size one client of this PostgreSQL commits per second when nothing else happens. */
export async function measureInsertRate(databaseUrl: string, seconds = 2): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table insert_probe (raw bytea not null)');
  const raw = Buffer.alloc(700, 65);
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < seconds * 1000) {
    await client.query({ name: 'probe', text: 'insert into insert_probe (raw) values ($1)', values: [raw] });
    count += 1;
  }
  const rate = count / ((performance.now() - begin) / 1000);
  await client.query('drop table insert_probe');
  await client.end();
  return rate;
}
