import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export interface BenchServer {
  /** Address of its pages and of the API. */
  url: string;
  mllpPort: number;
  pid: number;
  /** Connects with a role that bypasses row-level security, to read what is stored. */
  databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts the built server as `npm start` does, with its own embedded PostgreSQL and one application. */
export async function prepareServer(folder: string, settings: Record<string, string> = {}): Promise<BenchServer> {
  const { startEmbeddedPostgres } = await import('../../../apps/server/src/platform/db/embedded-postgres.ts');
  const { findFreePort } = await import('../../../apps/server/src/platform/db/embedded/postmaster.ts');
  const { migrate } = await import('../../../apps/server/src/platform/db/migrate.ts');
  const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  await migrate(postgres.connectionString, postgres);
  const databaseUrl = new URL(postgres.superuserConnectionString);
  databaseUrl.pathname = '/wardvoice';
  await insertApplication(databaseUrl.href);

  const [port, mllpPort] = [await findFreePort(), await findFreePort()];
  const program = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...settings,
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: `${folder}/server`,
      PORT: String(port),
      MLLP_PORT: String(mllpPort),
      LOG_LEVEL: 'warn',
    },
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('is running') && resolve());
    child.once('exit', () => reject(new Error('the server did not start')));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    mllpPort,
    pid: child.pid as number,
    databaseUrl: databaseUrl.href,
    async stop() {
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      });
      await postgres.stop();
    },
  };
}

async function insertApplication(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into applications (title, time_zone, country, access_key, access_secret_hash) values ('Bench', 'UTC', 'IE', '00000000', '')`,
  );
  await client.end();
}
