import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const SCHEMA_FILE = fileURLToPath(new URL('../../platform/db/schema.gen.ts', import.meta.url));

/** JavaScript types of columns, as the type parsers of platform/db/database.ts return them. */
const TYPE_MAPPING = { int8: 'number', numeric: 'number', date: 'string' };

/**
 * Writes the row types of a migrated database to schema.gen.ts. With `verify` it only compares, and rejects with a message that
 * says what to do when they differ.
 */
export async function generateSchema(connectionString: string, { verify = false } = {}): Promise<void> {
  const program = fileURLToPath(new URL('../../../../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));
  const options = [
    program,
    '--dialect=postgres',
    `--url=${connectionString}`,
    '--default-schema=public',
    '--include-pattern=public.*',
    // Views are read in SQL only.
    '--exclude-pattern=public.{kysely_*,held_permissions,outcome_value_rows}',
    `--type-mapping=${JSON.stringify(TYPE_MAPPING)}`,
    '--no-domains',
    `--out-file=${SCHEMA_FILE}`,
    ...(verify ? ['--verify'] : []),
  ];
  try {
    await promisify(execFile)(process.execPath, options);
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new Error(`schema.gen.ts does not match the migrations; run "npm run schema".\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}
