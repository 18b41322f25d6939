import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_WITHIN_MS = 90_000;
/** The demo writes a year of history first, which takes minutes on a machine that does other things. */
const DEMO_READY_WITHIN_MS = 300_000;
/** The demo stores its hospitals after it listens, and then says who can sign in. */
const DEMO_IS_THERE = 'Log in as';

interface Wanted {
  /** Name of its log file in .cache. */
  name: string;
  /** Arguments of the program, such as `demo`. */
  args?: readonly string[];
  settings?: Record<string, string>;
  /** The name in its address, PUBLIC_URL; browsers have no passkeys for an IP address. Default: none but 127.0.0.1. */
  hostName?: string;
}

export interface RunningServer {
  url: string;
  mllpPort: number;
  stop(): Promise<void>;
}

/** Starts the built server on free ports, with a database of its own in a data folder that is deleted when the server stops. */
export async function startServer({ name, args = [], settings = {}, hostName }: Wanted): Promise<RunningServer> {
  const [port, mllpPort] = await Promise.all([findFreePort(), findFreePort()]);
  const url = `http://${hostName ?? '127.0.0.1'}:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'wardvoice-e2e-'));
  const logFile = join(ROOT, '.cache', `${name}.log`);
  await mkdir(join(ROOT, '.cache'), { recursive: true });

  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js', ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...NO_SETTINGS,
      ...settings,
      ...(hostName === undefined ? {} : { PUBLIC_URL: url }),
      NODE_ENV: 'production',
      PORT: String(port),
      MLLP_PORT: String(mllpPort),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const log = createWriteStream(logFile);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const stop = async () => {
    await end(server);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const isDemo = args.includes('demo');
    await untilReady(`http://127.0.0.1:${port}`, server, logFile, {
      words: isDemo ? DEMO_IS_THERE : '',
      withinMs: isDemo ? DEMO_READY_WITHIN_MS : READY_WITHIN_MS,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, mllpPort, stop };
}

/** A developer's own settings, also those in .env, must not reach the server under test. An empty value counts as not given. */
const NO_SETTINGS = Object.fromEntries(
  (
    'HOST PUBLIC_URL TLS_CERT TLS_KEY MLLP_HOST MLLP_MAX_CONNECTIONS MLLP_MAX_PER_PEER MLLP_IDLE_SECONDS MLLP_ALLOW MLLP_TLS_CERT MLLP_TLS_KEY MLLP_TLS_CA DATABASE_URL DATABASE_OWNER_URL ROLES ADMIN_EMAIL ADMIN_PASSWORD ' +
    'SECRET_KEY SECRET_KEY_BEFORE SMTP_URL SMTP_OAUTH_TOKEN_URL SMTP_OAUTH_CLIENT_ID SMTP_OAUTH_CLIENT_SECRET SMS_URL SMS_FORMAT PUSH_ALLOW_PRIVATE TRUST_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY https_proxy http_proxy no_proxy API_DOCS HSTS_SUBDOMAINS AUDIT_ANCHOR AUDIT_SYSLOG AUDIT_SYSLOG_CA AUDIT_RETENTION_DAYS LOG_LEVEL REQUIRE_TLS OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ACR_VALUES OIDC_NAME OIDC_DOMAINS OIDC_EMAIL_CLAIM OIDC_2_ISSUER OIDC_2_CLIENT_ID OIDC_2_CLIENT_SECRET OIDC_2_ACR_VALUES OIDC_2_NAME OIDC_2_DOMAINS OIDC_2_EMAIL_CLAIM SINGLE_SIGN_ON_ONLY REGISTRATION ' +
    'DATABASE_URL_FILE DATABASE_OWNER_URL_FILE ADMIN_PASSWORD_FILE SECRET_KEY_FILE SECRET_KEY_BEFORE_FILE SMTP_URL_FILE SMTP_OAUTH_CLIENT_SECRET_FILE SMS_URL_FILE HTTPS_PROXY_FILE HTTP_PROXY_FILE ALARM_WEBHOOK_URL_FILE ALARM_WEBHOOK_SECRET_FILE OIDC_CLIENT_SECRET_FILE OIDC_2_CLIENT_SECRET_FILE'
  )
    .split(' ')
    .map((name) => [name, '']),
);

/** Waits until the server answers and has said these words. */
async function untilReady(
  url: string,
  server: ChildProcess,
  logFile: string,
  { words, withinMs }: { words: string; withinMs: number },
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok && readFileSync(logFile, 'utf8').includes(words)) return;
    await pause(100);
  }
  throw new Error(`The server was not ready at ${url}. It said:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await Promise.race([exit, pause(15_000).then(() => server.kill('SIGKILL'))]);
  await exit;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
