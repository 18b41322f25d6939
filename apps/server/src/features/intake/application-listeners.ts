import { hostname } from 'node:os';
import { isDatabaseAway, type Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { startMllpServer, type MllpServer, type MllpServerOptions } from '../../platform/mllp/mllp-server.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { listListenerSettings, saveListenerStates, type ListenerState } from '../applications/index.ts';
import { answerFrames, type Reception, type Receiver } from './receive-message.ts';

const LOOK_MS = 2_000;
/** The pages show what was said in the last 30 seconds. */
const SAY_MS = 10_000;

export interface ApplicationListeners {
  /** Looks at the settings now; for tests and for a stop that waits. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  log: Log;
  receiver: Receiver;
  mllp: Pick<MllpServerOptions, 'host' | 'tls'>;
}

interface Listener {
  port: number;
  reception: Reception;
  server: MllpServer | null;
  error: string | null;
}

/**
 * Ports that applications have of their own. Each process with the mllp role looks at the settings again and again, starts
 * and stops what changed, and says what came of it: a port in use is told on the application's page and tried again.
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
      listener.error = explain(listener.port, error as NodeJS.ErrnoException);
    }
  }

  async function stop(applicationId: number): Promise<void> {
    const listener = listeners.get(applicationId);
    listeners.delete(applicationId);
    await listener?.server?.close();
  }

  async function adopt(): Promise<void> {
    const wanted = await db.transaction(SYSTEM_SCOPE, listListenerSettings);
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
      // Connections that are open answer in the new mode from here on.
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
    await db.transaction(SYSTEM_SCOPE, (tx) => saveListenerStates(tx, name, states, clock()));
    said = text;
    saidAt = Date.now();
  }

  /** One look after the other. */
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = looking
      .then(() => (closed ? undefined : adopt()))
      .catch((error: unknown) => {
        const { code } = error as { code?: string };
        log.warn(
          { code, err: isDatabaseAway(error) ? undefined : error },
          'ports of applications wait for the database',
        );
      });
    return looking;
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  void look();

  return {
    look,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      for (const applicationId of listeners.keys()) await stop(applicationId);
      await db.transaction(SYSTEM_SCOPE, (tx) => saveListenerStates(tx, name, [], clock())).catch(() => undefined);
    },
  };
}

function explain(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Choose another, or stop that program.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023.`;
  return `Port ${port} could not be opened: ${code ?? message}.`;
}
