import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { writeDataModel } from './data-model.ts';
import { generateSchema } from './generate-schema.ts';

// `npm run schema`: run it after adding a migration. It writes the row types and docs/data-model.md anew.
const dataDir = await mkdtemp(join(tmpdir(), 'wardvoice-schema-'));
const quiet = { info: () => undefined, warn: () => undefined };
const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
try {
  await migrate(postgres.connectionString, postgres);
  await generateSchema(postgres.connectionString);
  await writeDataModel(postgres.connectionString);
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
