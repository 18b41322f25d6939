import { hostname } from 'node:os';
import { isDatabaseAway, type Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { startMllpServer, type MllpServer, type MllpServerOptions } from '../../platform/mllp/mllp-server.ts';
import { systemScope } from '../../platform/scope.ts';
import { listListenerSettings, saveListenerStates, type ListenerState } from '../applications/index.ts';
import { answerFrames, type Reception, type Receiver } from './receive-message.ts';
import { codeOf } from '../../platform/errors.ts';
import { readSystemError } from '../../platform/read-system-error.ts';

const REFRESH_MS = 2_000;
/** The state is stored this often, because pages show states of the last 30 seconds only. */
const SAY_MS = 10_000;

export interface ApplicationListeners {
  /** Reads the settings now; for tests, and for stopping in order. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  log: Log;
  receiver: Receiver;
  mllp: Pick<MllpServerOptions, 'host' | 'tls' | 'certificate' | 'admission' | 'idleMs'>;
}

interface Listener {
  port: number;
  reception: Reception;
  server: MllpServer | null;
  error: string | null;
}

/**
 * Listens on the ports that applications have of their own. Each process with the mllp role reads the settings
 * periodically, starts and stops listeners where they changed, and stores the result: a port in use is shown on the
 * application's page, and is tried again.
 */
export function startApplicationListeners({ db, clock, log, receiver, mllp }: Options): ApplicationListeners {
  const listeners = new Map<number, Listener>();
  const name = `${hostname()} ${process.pid}`;
  let said = '';
  let saidAt = 0;
  let closed = false;

  async function start(applicationId: number, listener: Listener): Promise<void> {
    try {
      listener.server = await startMllpServer({
        ...mllp,
        port: listener.port,
        log,
        ...answerFrames(receiver, listener.reception),
        onFragment: (byteLength) =>
          log.warn({ byteLength, applicationId }, 'an MLLP sender left a message unfinished; it was not stored'),
      });
      listener.error = null;
    } catch (error) {
      listener.error = explain(listener.port, error);
    }
  }

  async function stop(applicationId: number): Promise<void> {
    const listener = listeners.get(applicationId);
    listeners.delete(applicationId);
    await listener?.server?.close();
  }

  async function adopt(): Promise<void> {
    const wanted = await db.transaction(systemScope('message order'), listListenerSettings);
    const portOf = new Map(wanted.map(({ applicationId, port }) => [applicationId, port]));
    for (const [applicationId, { port }] of listeners)
      if (portOf.get(applicationId) !== port) await stop(applicationId);
    for (const { applicationId, port, mode } of wanted) {
      if (closed) return;
      const listener = listeners.get(applicationId) ?? {
        port,
        reception: { source: 'mllp', applicationId: null, listenerPort: port, mode },
        server: null,
        error: null,
      };
      listeners.set(applicationId, listener);
      // From here on, open connections use the new mode too.
      listener.reception.mode = mode;
      if (!listener.server) await start(applicationId, listener);
    }
    await say();
  }

  async function say(): Promise<void> {
    const states: ListenerState[] = [...listeners].map(([id, { port, error }]) => ({
      application_id: id,
      port,
      error,
    }));
    const text = JSON.stringify(states);
    if (text === said && (states.length === 0 || Date.now() - saidAt < SAY_MS)) return;
    await db.transaction(systemScope('message order'), (tx) => saveListenerStates(tx, name, states, clock()));
    said = text;
    saidAt = Date.now();
  }

  /** Refreshes run one after the other. */
  let refreshing: Promise<void> = Promise.resolve();
  const refresh = () => {
    refreshing = refreshing
      .then(() => (closed ? undefined : adopt()))
      .catch((error: unknown) => {
        const code = codeOf(error);
        log.warn(
          { code, err: isDatabaseAway(error) ? undefined : error },
          'ports of applications wait for the database',
        );
      });
    return refreshing;
  };
  const timer = setInterval(() => void refresh(), REFRESH_MS);
  void refresh();

  return {
    refresh,
    async close() {
      closed = true;
      clearInterval(timer);
      await refreshing;
      for (const applicationId of listeners.keys()) await stop(applicationId);
      await db
        .transaction(systemScope('message order'), (tx) => saveListenerStates(tx, name, [], clock()))
        .catch(() => undefined);
    },
  };
}

function explain(port: number, error: unknown): string {
  const { code, message } = readSystemError(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Choose another, or stop that program.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023.`;
  return `Port ${port} could not be opened: ${code ?? message}.`;
}
