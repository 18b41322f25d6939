import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { format } from 'prettier';
import { TABLES } from './tables.ts';

export const DATA_MODEL_FILE = fileURLToPath(new URL('../../../../../docs/data-model.md', import.meta.url));
const FORMAT_FILE = fileURLToPath(new URL('../../../../../.prettierrc.json', import.meta.url));

interface Table {
  name: string;
  /** Whether row-level security keeps the rows of applications apart. */
  is_fenced: boolean;
  leads_to: string[];
}

/** Returns the text of docs/data-model.md, made from a migrated database and the owners in tables.ts. */
export async function describeDataModel(connectionString: string): Promise<string> {
  const tables = await readTables(connectionString);
  const ownerless = tables.filter(({ name }) => !Object.hasOwn(TABLES, name)).map(({ name }) => name);
  if (ownerless.length > 0)
    throw new Error(
      `Say in apps/server/src/testing/schema/tables.ts which slice writes ${ownerless.join(', ')}, and run npm run schema again.`,
    );
  const owners = [...new Set(Object.values(TABLES).map(({ owner }) => owner))];
  const text = [
    '# Data model',
    '',
    'Made from the migrations and `apps/server/src/testing/schema/tables.ts` by `npm run schema`; a test compares them.',
    '',
    'A table is written by the slice that it stands under, or by a trigger of the database. "Apart" means that row-level security',
    'shows a transaction only the rows of its application ([decision 3](decisions/0003-tenancy-in-the-database.md)); foreign keys are',
    'on the id alone ([decision 7](decisions/0007-foreign-keys-on-the-id-alone.md)).',
    ...owners.flatMap((owner) => describeOwner(owner, tables)),
    '',
  ].join('\n');
  const options = JSON.parse(await readFile(FORMAT_FILE, 'utf8')) as object;
  return format(text, { parser: 'markdown', ...options });
}

export const writeDataModel = async (connectionString: string): Promise<void> =>
  writeFile(DATA_MODEL_FILE, await describeDataModel(connectionString));

function describeOwner(owner: string | null, tables: readonly Table[]): string[] {
  const rows = tables
    .filter(({ name }) => TABLES[name]?.owner === owner)
    .map(({ name, is_fenced, leads_to }) => {
      const leads = leads_to.map((table) => `\`${table}\``).join(', ');
      return `| \`${name}\` | ${TABLES[name]?.row ?? ''} | ${leads} | ${is_fenced ? 'yes' : ''} |`;
    });
  return [
    '',
    `## ${owner ?? 'The database itself'}`,
    '',
    '| Table | A row is | Leads to | Apart |',
    '| --- | --- | --- | --- |',
    ...rows,
  ];
}

async function readTables(connectionString: string): Promise<Table[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Table>(`
      select c.relname as name, c.relrowsecurity as is_fenced, array(
          select distinct f.confrelid::regclass::text from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' order by 1) as leads_to
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
      order by c.relname`);
    return rows;
  } finally {
    await client.end();
  }
}
