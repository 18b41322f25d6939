import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { newClient } from '../../platform/db/hosts/connect.ts';
import { inDatabase } from '../../platform/db/hosts/database-address.ts';
import type { EmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';

export interface SmsReceiver {
  server: Server;
  port: number;
  /** Number of SMS by phone number. */
  received: Map<string, number>;
}

/** Starts a gateway that accepts every SMS and answers after `answerMs`. `onSms` is called for each SMS as it arrives. */
export function startSmsReceiver({
  onSms = () => undefined,
  answerMs = 0,
}: { onSms?: (to: string) => void; answerMs?: number } = {}): Promise<SmsReceiver> {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { to } = JSON.parse(body) as { to: string };
      received.set(to, (received.get(to) ?? 0) + 1);
      onSms(to);
      if (answerMs === 0) response.end('{}');
      else setTimeout(() => response.end('{}'), answerMs);
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve({ server, received, port: (server.address() as AddressInfo).port })),
  );
}

/** Runs a query on a connection of its own that bypasses row-level security. The database may be killed at any time. */
export async function query<R extends pg.QueryResultRow>(
  postgres: Pick<EmbeddedPostgres, 'superuserConnectionString'>,
  text: string,
): Promise<R[]> {
  const connectionString = inDatabase(postgres.superuserConnectionString, 'wardvoice');
  const client = newClient({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Program {
  folder: string;
  postgres: Pick<EmbeddedPostgres, 'connectionString'>;
  phones: SmsReceiver;
  env: NodeJS.ProcessEnv;
  /**
   * Whether to run the built server, which starts much faster, or the main file of one, such as of another version. Default: from
   * source.
   */
  isBuilt?: boolean | string;
  /** Is told each line of the log, as JSON. */
  onLine?: (line: string) => void;
}

const SOURCE = fileURLToPath(new URL('../../main.ts', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** Starts Wardvoice in a process of its own. Resolves when it reports that it is running. */
export async function startWardvoice({
  folder,
  postgres,
  phones,
  env,
  isBuilt = false,
  onLine = () => undefined,
}: Program): Promise<ChildProcess> {
  const program = isBuilt
    ? [isBuilt === true ? BUILT : isBuilt]
    : ['--conditions=wardvoice-source', '--import', 'tsx', SOURCE];
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: postgres.connectionString,
      SECRET_KEY: 'for a run that ends with its folder removed',
      DATA_DIR: join(folder, 'server'),
      SMS_URL: `http://127.0.0.1:${phones.port}/`,
      ADMIN_EMAIL: 'crash@wardvoice.example',
      ADMIN_PASSWORD: 'not a secret at all',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.includes('is running') && resolve());
    // Before the server runs, this is a failed start. Later, nobody waits for a server that has ended by itself.
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0)
        process.stderr.write(`the server ended by itself (${code ?? signal}): ${said}\n`);
      reject(new Error(`the server did not start: ${said}`));
    });
  });
  return child;
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
